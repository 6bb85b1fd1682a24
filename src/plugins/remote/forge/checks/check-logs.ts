/** Logs of checks: downloaded once, streamed and bounded; of each failure the whole one lies in its session's log folder. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { CheckResult } from "../../../../domain/checks/check.ts";
import type { SessionId } from "../../../../domain/model/ids.ts";
import { logName } from "../../../../domain/model/log-name.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import { createBoundedLog } from "../../../shared/failure/bounded-log.ts";
import { formatLineEvidence, formatTestEvidence } from "../../../shared/failure/evidence.ts";
import { fingerprintLines, fingerprintTests } from "../../../shared/failure/fingerprint.ts";
import { copyRedacted } from "../../../shared/failure/redacted-copy.ts";
import { findFailingTests } from "../../../shared/failure/failing-tests.ts";
import type { TestReport } from "../../../shared/failure/test-report.ts";
import { failRemote } from "../../http/remote-result.ts";
import { explainError } from "../../http/send.ts";
import type { ChangeParts, ForgeClient } from "../parts.ts";
import { listResults, type CheckSource, type CheckFailure, type FullResult, type NamedCheck } from "./results.ts";
import { createSharing } from "../sharing.ts";
import { needRemote, RemoteTrouble } from "../trouble.ts";

export type LogParts = Pick<ChangeParts, "client" | "kept" | "logs" | "redact">;

/** Null: the forge has no log there, or does not let us read it. */
export async function downloadLog(parts: LogParts, path: string, id: number): Promise<string | null> {
  const { client, logs } = parts;
  const asked = await client.download({ path });
  if (!asked.ok && asked.error.code === "gone") needLater(parts, `log of the job ${id}`);
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return null;
  const { bytes } = needRemote(asked);
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  sweep(logs);
  const name = `${id}.log`;
  const log = createBoundedLog(join(logs, name));
  try {
    for await (const piece of readArriving(client, bytes)) log.write(piece);
  } finally {
    log.end();
  }
  return name;
}

const FAILURES = "failure";
const reading = createSharing<CheckFailure>();

/** Each failure once, also where the change is read while its run is awaited: both would write the same log. */
export async function readOnce(
  { kept }: Pick<LogParts, "kept">,
  id: string,
  read: () => Promise<CheckFailure>,
): Promise<CheckFailure> {
  const before = kept.get<CheckFailure>(FAILURES, id);
  return before?.doc ?? reading(kept, id, async () => kept.put(FAILURES, id, await read()).doc);
}

const AWAITED = "awaited";
/** A forge says that a job failed before all of its replicas know the job, and before its log is put away. */
const AWAITED_MS = 2 * 60_000;
const AWAITED_KEPT_MS = 24 * 60 * 60_000;

/** It is shown now: when it is missed again, it is awaited again. */
export const noteShown = ({ kept }: Pick<LogParts, "kept">, what: string): void => kept.forget(AWAITED, what);

/** Trouble, unless it is missed for so long that there is none. */
export function needLater({ client, kept }: Pick<LogParts, "client" | "kept">, what: string): void {
  kept.forgetBefore(AWAITED, kept.wallMs() - AWAITED_KEPT_MS);
  const sinceMs = (kept.get(AWAITED, what) ?? kept.put(AWAITED, what, {})).atMs;
  if (Math.abs(kept.wallMs() - sinceMs) >= AWAITED_MS) return;
  throw new RemoteTrouble(failRemote("unavailable", `${client.title} does not show the ${what} yet`).error);
}

/** Trouble: it broke off on its way. */
export async function* readArriving({ title }: Pick<ForgeClient, "title">, bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes;
  } catch (error) {
    throw new RemoteTrouble(failRemote("unavailable", `${title} broke off its answer: ${explainError(error)}`).error);
  }
}

/** The evidence is kept, and a session has a copy: of raw logs the old ones go. */
const LOGS_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

function sweep(logs: string): void {
  for (const name of readdirSync(logs)) {
    const path = join(logs, name);
    if (Date.now() - statSync(path).mtimeMs > LOGS_KEPT_MS) rmSync(path, { force: true });
  }
}

export type FailureReport = {
  readonly said: string;
  readonly lines: readonly string[];
  readonly log?: string | null;
  /** Where tests say themselves which of them failed, that is told in place of the lines. */
  readonly report?: TestReport | null;
};

/** What a failure comes to. Outside the tree nothing has a fingerprint. */
export function judgeCheckFailure(
  { redact, client }: LogParts,
  { verdict }: Pick<NamedCheck, "verdict">,
  { said, lines, log = null, report = null }: FailureReport,
): CheckFailure {
  const hasTests = report !== null && report.failures.length > 0;
  const evidence = redact(hasTests ? formatTestEvidence(said, report) : formatLineEvidence(said, lines));
  const same = hasTests ? fingerprintTests(report.failures) : fingerprintLines(client.title.toLowerCase(), lines);
  const tests = hasTests && verdict === "failed" ? findFailingTests(report, lines) : undefined;
  const named = tests === undefined ? {} : { tests };
  return { verdict, fingerprint: verdict === "failed" ? same : "", evidence, log, ...named };
}

type HandingParts = Pick<ChangeParts, "logs" | "redact" | "logDirOf" | "kept">;

/** Those that spoke, each failure with its log in the session's folder. */
export async function listShownResults<Check extends NamedCheck>(
  parts: HandingParts,
  source: Pick<CheckSource<Check>, "failureOf">,
  {
    tree,
    named,
    session,
  }: Pick<CheckResult, "tree"> & {
    readonly named: readonly Check[];
    readonly session: SessionId | null;
  },
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const full of await listResults(source, tree, named)) results.push(await handOver(parts, full, session));
  return results;
}

export async function handOver(
  parts: HandingParts,
  { result, log }: FullResult,
  session: SessionId | null,
): Promise<CheckResult> {
  if (log === null || session === null || result.verdict === "passed") return result;
  const path = join(parts.logDirOf(session), logName(result.name));
  if (!(await handing(parts.kept, path, () => handOverLog(parts, log, path)))) return result;
  // Beside how it ended: of a long evidence only the beginning may be told.
  const [how = "", ...rest] = result.evidence.split("\n\n");
  return { ...result, evidence: [`${how} The whole log: ${path}`, ...rest].join("\n\n") };
}

const HANDED = "handed";
const handing = createSharing<boolean>();

/** A change is read often, and its log is long. False: one that is asked for again long afterwards may be gone. */
async function handOverLog({ logs, redact, kept }: HandingParts, log: string, path: string): Promise<boolean> {
  const isSame = kept.get<{ readonly log: string }>(HANDED, path)?.doc.log === log;
  if (isSame && (await isThere(path))) return true;
  const raw = join(logs, log);
  if (!(await isThere(raw))) return false;
  await copyRedacted(raw, path, redact);
  kept.put(HANDED, path, { log });
  return true;
}

const isThere = async (path: string): Promise<boolean> =>
  (await access(path).then(() => true, returnNullIfAbsent)) ?? false;
