/** A result as it is told about its subject: with the place of the whole log, which its agents can read. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { CheckResult } from "../../../../domain/checks/check.ts";
import type { SessionId } from "../../../../domain/model/ids.ts";
import { logName } from "../../../../domain/model/log-name.ts";
import type { CheckSubject } from "../../../../domain/core/subject.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import { toCheckResult, type ResultRow } from "../check-rows.ts";
import { copyRedacted } from "../../../shared/failure/redacted-copy.ts";

export type Handed = {
  readonly logDirOf: (session: SessionId) => string;
  readonly sessionsOf: (of: CheckSubject) => readonly SessionId[];
  readonly redact: (text: string) => string;
};

export async function hand(handed: Handed, of: CheckSubject, row: ResultRow): Promise<CheckResult> {
  const result = { ...toCheckResult(row), tree: of.tree };
  if (row.verdict === "passed" || row.log === null) return result;
  const [first, ...others] = handed.sessionsOf(of).map((session) => join(handed.logDirOf(session), logName(row.name)));
  if (first === undefined) return result;
  // An answer that is asked for again long afterwards may find the log gone; the evidence is kept.
  const isThere = (await access(row.log).then(() => true, returnNullIfAbsent)) ?? false;
  if (isThere) for (const path of [first, ...others]) await copyRedacted(row.log, path, handed.redact);
  // Beside how it ended: of a long evidence only the beginning may be told.
  const [how = "", ...rest] = row.evidence.split("\n\n");
  return { ...result, evidence: [`${how} The whole log: ${first}`, ...rest].join("\n\n") };
}
