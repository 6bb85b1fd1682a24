/**
 * The checks slot over a forge's own CI: a candidate is pushed and its checks awaited; of a change what failed is run once
 * more. What a run has heard is kept, so that it says the same when it is asked for again.
 */
import type { CheckResult } from "../../../../domain/checks/check.ts";
import type { CheckRequest, ChecksPlugin } from "../../../../slots/checks.ts";
import { failed, ok } from "../../../../slots/result.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import type { WakeSignal } from "../wake-signal.ts";
import { formatCandidateBranch } from "../landing/candidate-branch.ts";
import { handOver } from "./check-logs.ts";
import { areReportedShown, needReported, noteReported } from "./need-reported.ts";
import { locate, type Located } from "../locate.ts";
import type { ChangeParts } from "../parts.ts";
import { collectIds, listRed, runAgain, type AwaitedReruns } from "./rerun.ts";
import { listResults, type CheckSource, type FullResult, type NamedCheck } from "./results.ts";
import { listSessions } from "./list-sessions.ts";
import { answerRemoteTrouble } from "../trouble.ts";

export type CheckParts<Check extends NamedCheck> = ChangeParts & {
  readonly ci: CheckSource<Check>;
  readonly ground: () => Promise<GitContext>;
  readonly bell: WakeSignal;
  /** How often a run that is awaited is looked at. */
  readonly lookEveryMs: () => number;
  /** No check at all has begun for this long: none will. */
  readonly noneAfterMs?: number;
};

type KeptRun = {
  readonly commit: string;
  readonly before: AwaitedReruns;
  readonly results: readonly CheckResult[] | null;
};

const RUNS = "run";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
const NONE_AFTER_MS = 3 * 60_000;
/** Nobody waits for the base as for a change of their own. */
const BASE_LOOK_MS = 60_000;

export function createRemoteChecks<Check extends NamedCheck>(name: string, parts: CheckParts<Check>): ChecksPlugin {
  const open = new Map<string, AbortController>();
  return {
    name,
    credential: parts.client.credential,
    run: (request) =>
      answerRemoteTrouble(async () => {
        const kept = parts.kept.get<KeptRun>(RUNS, request.runId)?.doc.results ?? null;
        if (kept !== null) return ok(kept);
        const calledOff = new AbortController();
        open.set(request.runId, calledOff);
        try {
          const results = await requestChecks(parts, request, calledOff.signal);
          return results ?? failed("cancelled", "The run was called off.");
        } finally {
          open.delete(request.runId);
        }
      }),
    cancel: async (runId) => {
      open.get(runId)?.abort();
      return ok(null);
    },
    wake: () => parts.bell.notify(),
  };
}

async function requestChecks<Check extends NamedCheck>(
  parts: CheckParts<Check>,
  request: CheckRequest,
  signal: AbortSignal,
) {
  const isBase = request.of.kind === "base";
  if (isBase && parts.checksBase?.() !== true) return ok([]);
  const git = await parts.ground();
  const located = await locate(parts, git, request.of);
  // It has moved on: nobody waits for what its checks said of it before.
  if (located === null && isBase) return ok([]);
  if (located === null)
    return failed("refused", `Nothing was checked: ${parts.client.title} has no commit with that tree.`);
  const run = await begin(parts, request, located);
  const heard = await hear(parts, request, { run, signal });
  if (heard === null) return null;
  const wanted = heard.filter(({ result }) => request.names.length === 0 || request.names.includes(result.name));
  const [session = null] = listSessions(parts.kept, request.of);
  const shown: CheckResult[] = [];
  for (const full of wanted) shown.push(await handOver(parts, full, session));
  const results = [...shown, ...listNeverReported(parts, request, shown)];
  parts.kept.forgetBefore(RUNS, parts.kept.wallMs() - KEPT_MS);
  parts.kept.put(RUNS, request.runId, { ...run, results });
  return ok(results);
}

/** What was red before this run is run again; which, is written down before it is asked for. */
async function begin<Check extends NamedCheck>(
  parts: CheckParts<Check>,
  { runId, of }: CheckRequest,
  { commit, isFresh }: Located,
): Promise<KeptRun> {
  const { client, kept, ci } = parts;
  const known = kept.get<KeptRun>(RUNS, runId)?.doc;
  // On the base jobs may publish or deploy: they are not run again by us.
  const isHeard = isFresh || of.kind === "base";
  if (known === undefined && isHeard) return kept.put<KeptRun>(RUNS, runId, { commit, before: {}, results: null }).doc;
  const named = await ci.look(commit);
  needReported(parts, commit, named);
  const isOver = named.every(({ verdict }) => verdict !== "running");
  const red =
    known === undefined && isOver ? listRed(named) : named.filter(({ name }) => known?.before[name] !== undefined);
  const noted = known ?? kept.put<KeptRun>(RUNS, runId, { commit, before: collectIds(red), results: null }).doc;
  const before = await runAgain(client, red, noted.before, ci.againPath);
  return kept.put<KeptRun>(RUNS, runId, { ...noted, before }).doc;
}

type Hearing = { readonly run: KeptRun; readonly signal: AbortSignal };

/** Null: it was called off. */
async function hear<Check extends NamedCheck>(
  { ci, bell, kept, lookEveryMs, noneAfterMs = NONE_AFTER_MS }: CheckParts<Check>,
  request: CheckRequest,
  { run, signal }: Hearing,
): Promise<readonly FullResult[] | null> {
  let waitedMs = 0;
  while (!signal.aborted) {
    const named = await ci.look(run.commit);
    const isLate = waitedMs > noneAfterMs;
    const isAll = isAnswered(request, named, run.before) && (isLate || areReportedShown(kept, run.commit, named));
    if (isAll || (isLate && !hasBegun(named, run.before))) {
      const results = await listResults(ci, request.of.tree, named);
      noteReported(kept, run.commit, named);
      if (results.every(({ result }) => result.verdict !== "running" || isLate)) return results;
    }
    const [beganMs, everyMs] = [kept.wallMs(), request.of.kind === "base" ? BASE_LOOK_MS : lookEveryMs()];
    await bell.wait(everyMs, signal);
    // A machine that slept meanwhile did not wait.
    waitedMs += Math.min(everyMs, Math.max(1, kept.wallMs() - beganMs));
  }
  return null;
}

function isAnswered({ names, of }: CheckRequest, named: readonly NamedCheck[], before: AwaitedReruns): boolean {
  const isThere = (name: string): boolean => named.some((one) => one.name === name && one.verdict !== "running");
  const areNewer = Object.entries(before).every(([name, id]) => isThere(name) && (collectIds(named)[name] ?? 0) > id);
  if (!areNewer) return false;
  if (names.length > 0) return names.every(isThere);
  return of.kind === "change" || (named.length > 0 && named.every(({ verdict }) => verdict !== "running"));
}

const hasBegun = (named: readonly NamedCheck[], before: AwaitedReruns): boolean =>
  named.some(({ name, verdict }) => verdict === "running" || before[name] !== undefined);

/** Named and never heard of, or nothing at all: nobody knows, and a person is told how to change that. */
function listNeverReported<Check extends NamedCheck>(
  { client, ci }: CheckParts<Check>,
  { names, of }: CheckRequest,
  heard: readonly CheckResult[],
): readonly CheckResult[] {
  const isSilent = heard.length === 0 && of.kind === "candidate";
  const absent =
    names.length === 0 && isSilent ? [client.title] : names.filter((name) => !heard.some((one) => one.name === name));
  const saysNothing =
    of.kind === "candidate" ? `No check ran on ${formatCandidateBranch(of.candidate)}. ${ci.howToRun}` : null;
  return absent.map((name) => ({
    ...{ name, tree: of.tree, verdict: "infrastructure", fingerprint: "" },
    evidence: saysNothing ?? `${name} said nothing.`,
  }));
}
