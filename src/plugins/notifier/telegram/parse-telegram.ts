import * as z from "zod";
import { parseJsonBody } from "../../remote/http/parse-said.ts";

const shape = z.object({ json: z.object({ result: z.object({ message_id: z.int() }) }) });

/** The id of the message in its chat; null: the answer names none. */
export function parseTelegramMessageId(answer: string): string | null {
  const id = shape.safeParse(parseJsonBody(answer)).data?.json.result.message_id;
  return id === undefined ? null : String(id);
}
