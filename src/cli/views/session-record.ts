/** One session as a program reads it: id, column, code, title, agent, issue, since, dollars, sentence. */
import type { StatusView } from "../../protocol/status.ts";
import type { Field } from "../render/records.ts";

export function sessionRecord({
  id,
  title,
  agent,
  issue,
  attention,
  lastActivity,
  usage,
}: StatusView): readonly Field[] {
  const { column, code, since, why } = attention;
  return [id, column, code, title, agent, issue, new Date(since ?? lastActivity), usage.usd, why];
}
