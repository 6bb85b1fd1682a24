/**
 * The checks slot over GitHub's own CI: a candidate is pushed and its checks awaited; of a change what failed is run once
 * more. What a run has heard is kept, so that it says the same when it is asked for again.
 */
import type { CheckResult } from "../../../domain/check.ts";
import type { TreeSha } from "../../../domain/ids.ts";
import type { CheckRequest, ChecksPlugin } from "../../../slots/checks.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { Bell } from "../bell.ts";
import { parseCommit } from "../changes/parse-change.ts";
import type { ChangeParts } from "../changes/parts.ts";
import { commitDocument } from "../documents.ts";
import { answering } from "../trouble.ts";
import { candidateBranch } from "./candidate-branch.ts";
import { locate, type Located } from "./locate.ts";
import { idsOf, redOnes, runAgain, type Before } from "./rerun.ts";
import { resultsOf, type FullResult } from "./results.ts";
import { handOver } from "./shown.ts";
import { namedContexts, type NamedContext } from "./verdict.ts";
import { sessionsOf } from "./sessions-of.ts";

export type CheckParts = ChangeParts & {
  readonly ground: () => Promise<Ground>;
  readonly bell: Bell;
  /** How often a run that is awaited is looked at. */
  readonly lookEveryMs: () => number;
  /** No check at all has begun for this long: none will. */
  readonly noneAfterMs?: number;
};

type KeptRun = { readonly commit: string; readonly before: Before; readonly results: readonly CheckResult[] | null };

const RUNS = "run";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
const NONE_AFTER_MS = 3 * 60_000;

export function githubChecks(parts: CheckParts): ChecksPlugin {
  const open = new Map<string, AbortController>();
  return {
    name: "github",
    credential: parts.client.credential,
    run: (request) =>
      answering(async () => {
        const kept = parts.kept.get<KeptRun>(RUNS, request.runId)?.doc.results ?? null;
        if (kept !== null) return ok(kept);
        const calledOff = new AbortController();
        open.set(request.runId, calledOff);
        try {
          const results = await runChecks(parts, request, calledOff.signal);
          return results ?? failed("cancelled", "The run was called off.");
        } finally {
          open.delete(request.runId);
        }
      }),
    cancel: async (runId) => {
      open.get(runId)?.abort();
      return ok(null);
    },
  };
}

async function runChecks(parts: CheckParts, request: CheckRequest, signal: AbortSignal) {
  const ground = await parts.ground();
  const located = await locate(parts, ground, request.of);
  if (located === null) return failed("refused", "Nothing was checked: GitHub has no commit with that tree.");
  const run = await begin(parts, request, located);
  const heard = await hear(parts, request, { run, signal });
  if (heard === null) return null;
  const wanted = heard.filter(({ result }) => request.names.length === 0 || request.names.includes(result.name));
  const shown: CheckResult[] = [];
  for (const full of wanted) {
    const [session = null] = sessionsOf(parts.kept, request.of);
    shown.push(await handOver(parts, full, session));
  }
  const results = [...shown, ...neverHeard(request, shown)];
  parts.kept.forgetBefore(RUNS, parts.kept.wallMs() - KEPT_MS);
  parts.kept.put(RUNS, request.runId, { ...run, results });
  return ok(results);
}

/** What was red before this run is run again; which, is written down before it is asked for. */
async function begin(parts: CheckParts, { runId }: CheckRequest, { commit, isFresh }: Located): Promise<KeptRun> {
  const known = parts.kept.get<KeptRun>(RUNS, runId)?.doc;
  if (known === undefined && isFresh)
    return parts.kept.put<KeptRun>(RUNS, runId, { commit, before: {}, results: null }).doc;
  const named = await look(parts, commit);
  const isOver = named.every(({ verdict }) => verdict !== "running");
  const red =
    known === undefined && isOver ? redOnes(named) : named.filter(({ name }) => known?.before[name] !== undefined);
  const noted = known ?? parts.kept.put<KeptRun>(RUNS, runId, { commit, before: idsOf(red), results: null }).doc;
  const before = await runAgain(parts.client, red, noted.before);
  return parts.kept.put<KeptRun>(RUNS, runId, { ...noted, before }).doc;
}

async function look({ client }: CheckParts, commit: string): Promise<readonly NamedContext[]> {
  return namedContexts(parseCommit(await client.query(commitDocument, { oid: commit }))?.statusCheckRollup ?? []);
}

type Hearing = { readonly run: KeptRun; readonly signal: AbortSignal };

/** Null: it was called off. */
async function hear(
  parts: CheckParts,
  request: CheckRequest,
  { run, signal }: Hearing,
): Promise<readonly FullResult[] | null> {
  const beganMs = performance.now();
  const noneAfterMs = parts.noneAfterMs ?? NONE_AFTER_MS;
  while (!signal.aborted) {
    const named = await look(parts, run.commit);
    const isLate = performance.now() - beganMs > noneAfterMs;
    if (isAnswered(request, named, run.before) || (isLate && !hasBegun(named, run.before))) {
      const contexts = named.map(({ context }) => context);
      const results = await resultsOf(parts.failures, request.of.tree, contexts);
      if (results.every(({ result }) => result.verdict !== "running" || isLate)) return results;
    }
    await parts.bell.wait(parts.lookEveryMs(), signal);
  }
  return null;
}

function isAnswered({ names, of }: CheckRequest, named: readonly NamedContext[], before: Before): boolean {
  const isThere = (name: string): boolean => named.some((one) => one.name === name && one.verdict !== "running");
  const areNewer = Object.entries(before).every(([name, id]) => isThere(name) && (idsOf(named)[name] ?? 0) > id);
  if (!areNewer) return false;
  if (names.length > 0) return names.every(isThere);
  return of.kind === "change" || (named.length > 0 && named.every(({ verdict }) => verdict !== "running"));
}

const hasBegun = (named: readonly NamedContext[], before: Before): boolean =>
  named.some(({ name, verdict }) => verdict === "running" || before[name] !== undefined);

/** Named and never heard of, or nothing at all: nobody knows, and a person is told how to change that. */
function neverHeard({ names, of }: CheckRequest, heard: readonly CheckResult[]): readonly CheckResult[] {
  const isSilent = heard.length === 0 && of.kind === "candidate";
  const absent =
    names.length === 0 && isSilent ? ["GitHub"] : names.filter((name) => !heard.some((one) => one.name === name));
  return absent.map((name) => silent(name, of.tree, of.kind === "candidate" ? candidateBranch(of.candidate) : null));
}

function silent(name: string, tree: TreeSha, branch: string | null): CheckResult {
  const evidence =
    branch === null
      ? `${name} said nothing.`
      : `No check ran on ${branch}. Let your workflows run there: on: { push: { branches: ["ao-candidate/**"] } }.`;
  return { name, tree, verdict: "infrastructure", fingerprint: "", evidence };
}
