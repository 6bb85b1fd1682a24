/** An answer of GitHub's becomes a type, or trouble: whatever answered, it was not the interface we know. */
import type * as z from "zod";
import { remoteFailure } from "../remote/remote-result.ts";
import { RemoteTrouble } from "./trouble.ts";

export function parsed<T>(shape: z.ZodType<T>, answer: unknown): T {
  const read = shape.safeParse(answer);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  const place = first === undefined ? "" : `: ${first.path.join(".")} ${first.message}`;
  throw new RemoteTrouble(remoteFailure("unavailable", `GitHub answered with something we cannot read${place}`).error);
}
