/** One session as a program reads it: id, column, code, title, agent, issue, since, dollars, sentence. */
import type { StatusView } from "../../../protocol/session/status.ts";
import type { Field } from "../../render/records.ts";

export function toSessionRecord({
  id,
  title,
  agent,
  issue,
  attention,
  lastActivity,
  usage,
}: StatusView): readonly Field[] {
  const { column, code, since, why } = attention;
  return [id, column, code, title, agent, issue, new Date(since ?? lastActivity), sumKnownUsd(usage), why];
}

/** Of turns that tell no cost there is no sum: 0 would be read as free. */
export const sumKnownUsd = ({ usd, unknownTurns = 0 }: StatusView["usage"]): number | null =>
  usd === 0 && unknownTurns > 0 ? null : usd;
