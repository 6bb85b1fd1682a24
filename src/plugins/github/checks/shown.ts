/** The checks of a change's head, with the whole log of each failure in its session's log folder. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Head } from "../../../domain/change.ts";
import type { CheckResult } from "../../../domain/check.ts";
import type { SessionId } from "../../../domain/ids.ts";
import { logName } from "../../../domain/log-name.ts";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import { copyRedacted } from "../../shared/failure/redacted-copy.ts";
import { publishedBranch } from "../changes/kept-change.ts";
import type { ReadPull } from "../changes/parse-change.ts";
import type { ChangeParts } from "../changes/parts.ts";
import { resultsOf, type FullResult } from "./results.ts";

/** Null: this repository runs no checks. */
export async function checksOf(parts: ChangeParts, pull: ReadPull, head: Head): Promise<readonly CheckResult[] | null> {
  const last = pull.commits.at(-1)?.commit;
  const contexts = last?.oid === head.commit ? last.statusCheckRollup : [];
  if (contexts.length > 0) parts.repository.noteChecks();
  if (pull.state !== "OPEN") return (await parts.repository.hasChecks()) ? [] : null;
  if (contexts.length === 0 && !(await parts.repository.hasChecks())) return null;
  const session = publishedBranch(parts.kept, pull.headRefName)?.session ?? null;
  const results: CheckResult[] = [];
  for (const full of await resultsOf(parts.failures, head.tree, contexts))
    results.push(await handOver(parts, full, session));
  return [...results, ...(await missing(parts, results, head))];
}

/** A required check that has not even begun is awaited by name. */
async function missing(
  parts: ChangeParts,
  results: readonly CheckResult[],
  { tree }: Head,
): Promise<readonly CheckResult[]> {
  const required = await parts.repository.required();
  const absent = required.filter((name) => !results.some((result) => result.name === name));
  return absent.map((name) => ({ name, tree, verdict: "running", fingerprint: "", evidence: "" }));
}

type Handing = Pick<ChangeParts, "failures" | "logDirOf">;

export async function handOver(
  { failures, logDirOf }: Handing,
  { result, log }: FullResult,
  session: SessionId | null,
): Promise<CheckResult> {
  if (log === null || session === null || result.verdict === "passed") return result;
  const path = join(logDirOf(session), logName(result.name));
  const raw = join(failures.logs, log);
  // One that is asked for again long afterwards may be gone; the evidence is kept.
  const isThere = (await access(raw).then(() => true, nullIfAbsent)) ?? false;
  if (!isThere) return result;
  await copyRedacted(raw, path, failures.redact);
  // Beside how it ended: of a long evidence only the beginning may be told.
  const [how = "", ...rest] = result.evidence.split("\n\n");
  return { ...result, evidence: [`${how} The whole log: ${path}`, ...rest].join("\n\n") };
}
