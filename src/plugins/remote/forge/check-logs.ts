/** Logs of checks: downloaded once, streamed and bounded; of each failure the whole one lies in its session's log folder. */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { CheckResult } from "../../../domain/checks/check.ts";
import type { SessionId } from "../../../domain/model/ids.ts";
import { logName } from "../../../domain/model/log-name.ts";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import { boundedLog } from "../../shared/failure/bounded-log.ts";
import { evidenceOfLines, evidenceOfTests } from "../../shared/failure/evidence.ts";
import { fingerprintOfLines, fingerprintOfTests } from "../../shared/failure/fingerprint.ts";
import { copyRedacted } from "../../shared/failure/redacted-copy.ts";
import { failingTests } from "../../shared/failure/failing-tests.ts";
import type { TestReport } from "../../shared/failure/test-report.ts";
import { remoteFailure } from "../remote-result.ts";
import { reasonOf } from "../send.ts";
import type { ChangeParts, ForgeClient } from "./parts.ts";
import { resultsOf, type CheckSource, type Failure, type FullResult, type NamedCheck } from "./results.ts";
import { sharing } from "./sharing.ts";
import { needRemote, RemoteTrouble } from "./trouble.ts";

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
  const log = boundedLog(join(logs, name));
  try {
    for await (const piece of arriving(client, bytes)) log.write(piece);
  } finally {
    log.end();
  }
  return name;
}

const FAILURES = "failure";
const reading = sharing<Failure>();

/** Each failure once, also where the change is read while its run is awaited: both would write the same log. */
export async function readOnce(
  { kept }: Pick<LogParts, "kept">,
  id: string,
  read: () => Promise<Failure>,
): Promise<Failure> {
  const before = kept.get<Failure>(FAILURES, id);
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
  throw new RemoteTrouble(remoteFailure("unavailable", `${client.title} does not show the ${what} yet`).error);
}

/** Trouble: it broke off on its way. */
export async function* arriving({ title }: Pick<ForgeClient, "title">, bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes;
  } catch (error) {
    throw new RemoteTrouble(remoteFailure("unavailable", `${title} broke off its answer: ${reasonOf(error)}`).error);
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

export type Told = {
  readonly said: string;
  readonly lines: readonly string[];
  readonly log?: string | null;
  /** Where tests say themselves which of them failed, that is told in place of the lines. */
  readonly report?: TestReport | null;
};

/** What a failure comes to. Outside the tree nothing has a fingerprint. */
export function judged(
  { redact, client }: LogParts,
  { verdict }: Pick<NamedCheck, "verdict">,
  { said, lines, log = null, report = null }: Told,
): Failure {
  const hasTests = report !== null && report.failures.length > 0;
  const evidence = redact(hasTests ? evidenceOfTests(said, report) : evidenceOfLines(said, lines));
  const same = hasTests ? fingerprintOfTests(report.failures) : fingerprintOfLines(client.title.toLowerCase(), lines);
  const tests = hasTests && verdict === "failed" ? failingTests(report, lines) : undefined;
  const named = tests === undefined ? {} : { tests };
  return { verdict, fingerprint: verdict === "failed" ? same : "", evidence, log, ...named };
}

type HandingParts = Pick<ChangeParts, "logs" | "redact" | "logDirOf" | "kept">;

/** Those that spoke, each failure with its log in the session's folder. */
export async function shownResults<Check extends NamedCheck>(
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
  for (const full of await resultsOf(source, tree, named)) results.push(await handOver(parts, full, session));
  return results;
}

export async function handOver(
  parts: HandingParts,
  { result, log }: FullResult,
  session: SessionId | null,
): Promise<CheckResult> {
  if (log === null || session === null || result.verdict === "passed") return result;
  const path = join(parts.logDirOf(session), logName(result.name));
  if (!(await handing(parts.kept, path, () => handed(parts, log, path)))) return result;
  // Beside how it ended: of a long evidence only the beginning may be told.
  const [how = "", ...rest] = result.evidence.split("\n\n");
  return { ...result, evidence: [`${how} The whole log: ${path}`, ...rest].join("\n\n") };
}

const HANDED = "handed";
const handing = sharing<boolean>();

/** A change is read often, and its log is long. False: one that is asked for again long afterwards may be gone. */
async function handed({ logs, redact, kept }: HandingParts, log: string, path: string): Promise<boolean> {
  const isSame = kept.get<{ readonly log: string }>(HANDED, path)?.doc.log === log;
  if (isSame && (await isThere(path))) return true;
  const raw = join(logs, log);
  if (!(await isThere(raw))) return false;
  await copyRedacted(raw, path, redact);
  kept.put(HANDED, path, { log });
  return true;
}

const isThere = async (path: string): Promise<boolean> => (await access(path).then(() => true, nullIfAbsent)) ?? false;
