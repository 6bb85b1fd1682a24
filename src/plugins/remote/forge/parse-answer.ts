/** An answer of a forge's becomes a type, or trouble: whatever answered, it was not the interface we know. */
import type * as z from "zod";
import { failRemote } from "../http/remote-result.ts";
import { RemoteTrouble } from "./trouble.ts";

export function createParser(title: string): <T>(shape: z.ZodType<T>, answer: unknown) => T {
  return (shape, answer) => {
    const read = shape.safeParse(answer);
    if (read.success) return read.data;
    const [first] = read.error.issues;
    const place = first === undefined ? "" : `: ${first.path.join(".")} ${first.message}`;
    const why = `${title} answered with something we cannot read${place}`;
    throw new RemoteTrouble(failRemote("unavailable", why).error);
  };
}
