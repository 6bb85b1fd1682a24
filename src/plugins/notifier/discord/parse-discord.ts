import * as z from "zod";
import { parseJsonBody } from "../../remote/http/parse-said.ts";

const shape = z.object({ json: z.object({ id: z.string().regex(/^\d+$/) }) });

/** The id of the message, asked for with `wait=true`; null: the answer names none. */
export const parseDiscordMessageId = (answer: string): string | null =>
  shape.safeParse(parseJsonBody(answer)).data?.json.id ?? null;
