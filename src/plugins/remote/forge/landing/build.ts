/** The candidate of a landing: built in our own git directory, once, and pinned there. It is pushed when it is to be checked. */
import type { CandidateId, ChangeId, CommitSha } from "../../../../domain/model/ids.ts";
import { commitSha } from "../../../../domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../../../slots/result.ts";
import type { BuildAnswer, CandidateRequest } from "../../../../slots/scm.ts";
import { buildMerge } from "../../../shared/git/candidate.ts";
import type { Proposal } from "../../../shared/git/commit.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { formatCandidateRef } from "../../../shared/git/ref-part.ts";
import { need } from "../../../shared/git/trouble.ts";
import { formatBasePin, bring, formatChangePin } from "./objects.ts";
import { findTask } from "../changes/description.ts";
import { getKeptChange, findPublishedBranch } from "../changes/kept-change.ts";
import type { ForgeParts } from "../parts.ts";
import type { KeptFile } from "../kept-file.ts";

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

export const getKeptCandidate = (kept: KeptFile, id: CandidateId): KeptCandidate | null =>
  kept.get<KeptCandidate>(CANDIDATES, id)?.doc ?? null;

export async function buildRemoteCandidate(
  parts: ForgeParts,
  git: GitContext,
  request: CandidateRequest,
): Promise<SlotResult<BuildAnswer>> {
  const { candidate, onto, strategy, changes } = request;
  const known = getKeptCandidate(parts.kept, candidate);
  if (known !== null) return ok(known.answer);
  const wanted = changes.flatMap(({ id, head }) => {
    const row = findProposal(parts, id);
    return row === null ? [] : [{ id, row: { ...row, head } }];
  });
  const unknown = changes.find(({ id }) => !wanted.some((one) => one.id === id));
  if (unknown !== undefined) return failed("refused", `Nothing was built: there is no change ${unknown.id}.`);
  await bring(git, parts.client, [
    { commit: onto, pin: formatBasePin(request.base) },
    ...wanted.map(({ row }) => ({ commit: row.head, pin: formatChangePin(row.number) })),
  ]);
  const absent = await findFirstAbsent(git, [onto, ...changes.map(({ head }) => head)]);
  const tree = await git.treeOf(onto);
  if (absent !== null || tree === null)
    return failed("refused", `Nothing was built: there is no commit ${absent ?? onto}.`);
  const committer = getCommitterNow(parts.kept);
  const { answer, chain } = await buildMerge(git, { onto, strategy, tree, wanted, committer });
  if (answer.kind === "built")
    need(await git.own.compute("update-ref", [formatCandidateRef(candidate), answer.made.commit]));
  const doc: KeptCandidate = { onto, strategy, changes, chain, answer };
  parts.kept.forgetBefore(CANDIDATES, parts.kept.wallMs() - KEPT_MS);
  return ok(parts.kept.put(CANDIDATES, candidate, doc).doc.answer);
}

const getCommitterNow = ({ wallMs }: KeptFile) => ({ ...COMMITTER, date: `${Math.trunc(wallMs() / 1_000)} +0000` });

type Alone = {
  readonly id: ChangeId;
  readonly row: Proposal;
  readonly onto: CommitSha;
  readonly strategy: CandidateRequest["strategy"];
};

/** One change of several on top of those before it; null: it collides. */
export async function buildAlone({ kept }: ForgeParts, git: GitContext, alone: Alone): Promise<CommitSha | null> {
  const { id, row, onto, strategy } = alone;
  const tree = await git.treeOf(onto);
  if (tree === null) return null;
  const job = { onto, strategy, tree, wanted: [{ id, row }], committer: getCommitterNow(kept) };
  const { answer } = await buildMerge(git, job);
  return answer.kind === "built" ? answer.made.commit : null;
}

async function findFirstAbsent(git: GitContext, commits: readonly string[]): Promise<string | null> {
  for (const commit of commits) if ((await git.treeOf(commit)) === null) return commit;
  return null;
}

export function findProposal({ kept }: ForgeParts, id: ChangeId): Proposal | null {
  const change = getKeptChange(kept, id)?.doc;
  if (change === undefined) return null;
  const published = findPublishedBranch(kept, change.snapshot);
  return {
    number: change.number,
    head: commitSha(change.snapshot.head.commit),
    title: change.snapshot.title,
    body: findTask(change.body),
    session: published?.session ?? null,
    trailers: published?.trailers ?? [],
  };
}
