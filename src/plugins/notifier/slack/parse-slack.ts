/** What Slack's methods answer: always with 200, and a field that says whether it was done. */
import * as z from "zod";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import { parseJsonBody } from "../../remote/http/parse-said.ts";

const where = z.object({ channel: z.string(), ts: z.string() });
const posted = z.object({ json: where });
const refused = z.object({ json: z.object({ ok: z.literal(false), error: z.string() }) });

/** What is wrong with the message itself; all else passes, or a person mends it within the day. */
const UNREADABLE: readonly string[] = ["invalid_blocks", "invalid_arguments", "msg_too_long", "no_text"];

/** Where the message stands, as a text; null: the answer does not say. */
export function parseSlackMessageId(answer: string): SlotResult<string | null> {
  const body = parseJsonBody(answer);
  const error = refused.safeParse(body).data?.json.error;
  if (error !== undefined)
    return failed(UNREADABLE.includes(error) ? "refused" : "unavailable", `Slack did not take it: ${error}`);
  const { data } = posted.safeParse(body);
  return ok(data === undefined ? null : JSON.stringify(data.json));
}

export function parseRef(ref: string | null): z.infer<typeof where> | null {
  return posted.safeParse(parseJsonBody(ref ?? "")).data?.json ?? null;
}
