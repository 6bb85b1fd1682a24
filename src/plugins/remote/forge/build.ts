/** The candidate of a landing: built in our own git directory, once, and pinned there. It is pushed when it is to be checked. */
import type { CandidateId, ChangeId, CommitSha } from "../../../domain/model/ids.ts";
import { commitSha } from "../../../domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { BuildAnswer, CandidateRequest } from "../../../slots/scm.ts";
import { build } from "../../shared/git/candidate.ts";
import type { Proposal } from "../../shared/git/commit.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { candidateRef } from "../../shared/git/ref-part.ts";
import { need } from "../../shared/git/trouble.ts";
import { basePin, bring, changePin } from "./objects.ts";
import { taskIn } from "./description.ts";
import { keptChange, publishedFor } from "./kept-change.ts";
import type { ForgeParts } from "./parts.ts";
import type { KeptFile } from "./kept-file.ts";

export type KeptCandidate = {
  readonly onto: string;
  readonly strategy: CandidateRequest["strategy"];
  readonly changes: CandidateRequest["changes"];
  /** Trees of first-parent commits before the last one: each must be green, too. */
  readonly chain: readonly string[];
  readonly answer: BuildAnswer;
};

const CANDIDATES = "candidate";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
const COMMITTER = { name: "Agent Orchestrator", email: "ao@orchestrator.local" };

export const keptCandidate = (kept: KeptFile, id: CandidateId): KeptCandidate | null =>
  kept.get<KeptCandidate>(CANDIDATES, id)?.doc ?? null;

export async function buildCandidate(
  parts: ForgeParts,
  ground: Ground,
  request: CandidateRequest,
): Promise<SlotResult<BuildAnswer>> {
  const { candidate, onto, strategy, changes } = request;
  const known = keptCandidate(parts.kept, candidate);
  if (known !== null) return ok(known.answer);
  const wanted = changes.flatMap(({ id, head }) => {
    const row = proposalOf(parts, id);
    return row === null ? [] : [{ id, row: { ...row, head } }];
  });
  const unknown = changes.find(({ id }) => !wanted.some((one) => one.id === id));
  if (unknown !== undefined) return failed("refused", `Nothing was built: there is no change ${unknown.id}.`);
  await bring(ground, parts.client, [
    { commit: onto, pin: basePin(request.base) },
    ...wanted.map(({ row }) => ({ commit: row.head, pin: changePin(row.number) })),
  ]);
  const absent = await firstAbsent(ground, [onto, ...changes.map(({ head }) => head)]);
  const tree = await ground.treeOf(onto);
  if (absent !== null || tree === null)
    return failed("refused", `Nothing was built: there is no commit ${absent ?? onto}.`);
  const committer = committerNow(parts.kept);
  const { answer, chain } = await build(ground, { onto, strategy, tree, wanted, committer });
  if (answer.kind === "built")
    need(await ground.own.compute("update-ref", [candidateRef(candidate), answer.made.commit]));
  const doc: KeptCandidate = { onto, strategy, changes, chain, answer };
  parts.kept.forgetBefore(CANDIDATES, parts.kept.wallMs() - KEPT_MS);
  return ok(parts.kept.put(CANDIDATES, candidate, doc).doc.answer);
}

const committerNow = ({ wallMs }: KeptFile) => ({ ...COMMITTER, date: `${Math.trunc(wallMs() / 1_000)} +0000` });

type Alone = {
  readonly id: ChangeId;
  readonly row: Proposal;
  readonly onto: CommitSha;
  readonly strategy: CandidateRequest["strategy"];
};

/** One change of several on top of those before it; null: it collides. */
export async function buildAlone({ kept }: ForgeParts, ground: Ground, alone: Alone): Promise<CommitSha | null> {
  const { id, row, onto, strategy } = alone;
  const tree = await ground.treeOf(onto);
  if (tree === null) return null;
  const job = { onto, strategy, tree, wanted: [{ id, row }], committer: committerNow(kept) };
  const { answer } = await build(ground, job);
  return answer.kind === "built" ? answer.made.commit : null;
}

async function firstAbsent(ground: Ground, commits: readonly string[]): Promise<string | null> {
  for (const commit of commits) if ((await ground.treeOf(commit)) === null) return commit;
  return null;
}

export function proposalOf({ kept }: ForgeParts, id: ChangeId): Proposal | null {
  const change = keptChange(kept, id)?.doc;
  if (change === undefined) return null;
  const published = publishedFor(kept, change.snapshot);
  return {
    number: change.number,
    head: commitSha(change.snapshot.head.commit),
    title: change.snapshot.title,
    body: taskIn(change.body),
    session: published?.session ?? null,
    trailers: published?.trailers ?? [],
  };
}
