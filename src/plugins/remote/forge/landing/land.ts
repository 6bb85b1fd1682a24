/**
 * Lands a candidate by the forge's own merge at exactly the head that was judged. A forge compares nothing but the head, so
 * the base is read again right before, and the tree that came out is compared with the tested one afterwards. Where the forge has
 * a merge queue of its own, that lands it.
 */
import type { LandedAs } from "../../../../domain/landing/candidate.ts";
import type { ChangeSnapshot } from "../../../../domain/change/change.ts";
import { commitSha, type ChangeId, type CommitSha } from "../../../../domain/model/ids.ts";
import type { MergeStrategy } from "../../../../domain/model/rules.ts";
import { failed, ok, type SlotResult } from "../../../../slots/result.ts";
import type { LandAnswer, LandedChange, LandRequest } from "../../../../slots/scm.ts";
import { chooseAuthor, listCommitsBetween, squashMessage, type Proposal } from "../../../shared/git/commit.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import type { RemoteResult } from "../../http/remote-result.ts";
import { buildAlone, getKeptCandidate, findProposal } from "./build.ts";
import { formatCandidateBranch } from "./candidate-branch.ts";
import type { ChangeOrigin } from "../changes/description.ts";
import { findForwarded, noteOver, putBranchBack } from "../changes/forwarded.ts";
import { keepChange, getKeptChange } from "../changes/kept-change.ts";
import { formatBasePin, bring, pushBranch, readRemoteTip } from "./objects.ts";
import type { ChangeParts } from "../parts.ts";
import { readDetails } from "../changes/read-changes.ts";
import { needRemote } from "../trouble.ts";

/** One change is merged at `head` or not at all. Its words are those of the commit that lands it. */
export type MergeOrder = Pick<Proposal, "number" | "head"> & {
  readonly strategy: MergeStrategy;
  readonly words: { readonly title: string; readonly message: string } | null;
  readonly branch: string;
  readonly base: string;
  /** It on top of a commit of the base: the tested commit itself, where it lands alone. Null: it was not built there. */
  readonly builtOnto: (tip: CommitSha) => Promise<CommitSha | null>;
};
export type Merged = RemoteResult<{ readonly commit: CommitSha | null }>;
/** `commit`: what it landed as, where the forge says so at once. */
export type MergeChange = (order: MergeOrder, git: GitContext) => Promise<Merged>;

/** A queue of the forge's own, which alone merges there. */
export type ForgeQueue = {
  readonly has: () => Promise<boolean>;
  /** Never lands at once: asked again, it finds out what became of them. */
  readonly enqueue: (request: LandRequest, changes: readonly LandedChange[]) => Promise<SlotResult<LandAnswer>>;
  /** It was put there by us, for this landing. */
  readonly wasQueued: (request: LandRequest, change: LandedChange) => boolean;
  /** Takes out what was put there for this landing. */
  readonly leave: (request: LandRequest) => Promise<void>;
  /** Takes out what moved since, and what nobody asks for any more. */
  readonly leaveOver: () => Promise<void>;
};

export type LandParts = ChangeParts & {
  readonly deleteAfter: () => boolean;
  readonly merge: MergeChange;
  /** Tells in the change's description what it took in the end. Left out: it says what it said. */
  readonly describe?: (number: number, about: ChangeOrigin) => Promise<void>;
  readonly queue?: ForgeQueue;
};

export async function landOnForge(
  parts: LandParts,
  git: GitContext,
  request: LandRequest,
): Promise<SlotResult<LandAnswer>> {
  const answer = await findLanding(parts, git, request);
  const isGivenUp = answer.ok ? answer.value.kind !== "landed" : answer.error.code === "refused";
  const branches = request.changes.flatMap(({ id }) => findOwnBranch(parts, id) ?? []);
  if (isGivenUp) for (const branch of branches) await putBranchBack(parts, git, branch);
  if (isGivenUp) await parts.queue?.leave(request);
  return answer;
}

const findBranch = ({ kept }: LandParts, id: ChangeId): string | null =>
  getKeptChange(kept, id)?.doc.snapshot.branch ?? null;

/** One of a fork is somebody else's; ours of the same name has nothing to do with it. */
const findOwnBranch = ({ kept }: LandParts, id: ChangeId): string | null => {
  const snapshot = getKeptChange(kept, id)?.doc.snapshot;
  return snapshot === undefined || snapshot.isFromFork === true ? null : snapshot.branch;
};

async function findLanding(parts: LandParts, git: GitContext, request: LandRequest): Promise<SlotResult<LandAnswer>> {
  const numbers = request.changes.flatMap(({ id }) => parts.references.numberOf(id) ?? []);
  if (numbers.length < request.changes.length) return ok({ kind: "refused", why: "change_moved" });
  const { changes } = await readDetails(parts, git, numbers);
  const candidate = getKeptCandidate(parts.kept, request.candidate);
  if (candidate === null) return failed("refused", "Nothing landed: this candidate was not built here.");
  const left = request.changes.filter(({ id }) => !hasLanded(changes, id));
  if (left.length === 0) return wasTested(parts, git, request);
  const isCutOff = left.length < request.changes.length;
  const elsewhere = changes.find((change) => change.base !== request.base && !hasLanded(changes, change.id));
  if (elsewhere !== undefined)
    return failed("refused", `Nothing landed: ${elsewhere.id} goes into ${elsewhere.base}, not into ${request.base}.`);
  if (!isAsJudged(changes, request, isCutOff)) return ok({ kind: "refused", why: "change_moved" });
  if (parts.queue !== undefined && (await parts.queue.has())) return parts.queue.enqueue(request, left);
  const moved = isCutOff ? null : await findMovedBase(parts, git, request);
  if (moved !== null) return moved;
  for (const { id } of left) {
    const merged = await merge(parts, git, request, id);
    if (merged !== null) return merged;
  }
  await readDetails(parts, git, numbers);
  return wasTested(parts, git, request);
}

const hasLanded = (changes: readonly ChangeSnapshot[], id: string): boolean =>
  changes.some((change) => change.id === id && change.state.kind === "landed");

/** After a landing of several was cut off in the middle the base has moved by our own hand. */
function isAsJudged(changes: readonly ChangeSnapshot[], request: LandRequest, isCutOff: boolean): boolean {
  return request.changes.every(({ id, head, version }) => {
    const change = changes.find((one) => one.id === id);
    if (change?.state.kind === "landed") return true;
    return isOpen(change) && change?.head.commit === head && (isCutOff || change.version === version);
  });
}

/** Null: the base is where the candidate was built. Asked of git itself, which no replica answers. */
async function findMovedBase(
  { client }: LandParts,
  git: GitContext,
  { base, onto, made }: LandRequest,
): Promise<SlotResult<LandAnswer> | null> {
  const tip = await readRemoteTip(git, client, base);
  if (tip === onto) return null;
  if (tip !== null) await bring(git, client, [{ commit: commitSha(tip), pin: formatBasePin(base) }]);
  // Our own merge, of which the answer got lost, and which the forge does not show everywhere yet.
  const isOurs = tip !== null && (await git.treeOf(tip)) === made.tree;
  if (isOurs) return failed("unavailable", `${base} holds what was to land, and ${client.title} does not say so yet.`);
  return ok({ kind: "refused", why: "base_moved" });
}

const isOpen = (change: ChangeSnapshot | undefined): boolean => change?.state.kind === "open";

/** Null: it is merged. */
async function merge(
  parts: LandParts,
  git: GitContext,
  request: LandRequest,
  id: LandRequest["changes"][number]["id"],
): Promise<SlotResult<LandAnswer> | null> {
  const proposal = findProposal(parts, id);
  const branch = findBranch(parts, id);
  const strategy = getKeptCandidate(parts.kept, request.candidate)?.strategy ?? "squash";
  if (proposal === null || branch === null) return ok({ kind: "refused", why: "change_moved" });
  const { number, head } = proposal;
  const words = strategy === "rebase" ? null : await buildWords(parts, git, request, { proposal, strategy });
  await tellEvidence(parts, request, id, proposal);
  const { base, onto, made, changes } = request;
  const builtOnto: MergeOrder["builtOnto"] = async (tip) => {
    if (changes.length === 1) return tip === onto ? made.commit : null;
    return buildAlone(parts, git, { id, row: proposal, onto: tip, strategy });
  };
  const merged = await parts.merge({ number, head, strategy, words, branch, base, builtOnto }, git);
  if (merged.ok) return noteLanded(parts, git, id, merged.value.commit);
  const { code, said, message } = merged.error;
  if (code !== "conflict" && code !== "refused") needRemote(merged);
  return explainUnmerged(parts, git, request, { id, number, said: said || message });
}

type Unmerged = { readonly id: ChangeId; readonly number: number; readonly said: string };

/** The forge said no: something is not as it was judged, or a rule of the repository stands against it. Null: it is merged. */
async function explainUnmerged(
  parts: LandParts,
  git: GitContext,
  request: LandRequest,
  { id, number, said }: Unmerged,
): Promise<SlotResult<LandAnswer> | null> {
  const { title, sign } = parts.client;
  const { changes } = await readDetails(parts, git, [number]);
  if (hasLanded(changes, id)) return null;
  const only = { ...request, changes: request.changes.filter((one) => one.id === id) };
  if (!isAsJudged(changes, only, false)) return ok({ kind: "refused", why: "change_moved" });
  const moved = await findMovedBase(parts, git, request);
  return moved ?? failed("refused", `${title} does not merge ${sign}${number}: ${said}`);
}

async function tellEvidence(parts: LandParts, request: LandRequest, id: ChangeId, proposal: Proposal): Promise<void> {
  const evidence = request.changes.find((one) => one.id === id)?.evidence ?? [];
  const { session, trailers, number } = proposal;
  if (evidence.length > 0 && session !== null) await parts.describe?.(number, { session, trailers, evidence });
}

/** The forge named the commit: what it holds git tells, whether or not the forge shows it everywhere yet. */
async function noteLanded(parts: LandParts, git: GitContext, id: ChangeId, commit: CommitSha | null): Promise<null> {
  if (commit === null) return null;
  await bring(git, parts.client, [{ commit, pin: formatBasePin(parts.defaultBranch) }]);
  const change = getKeptChange(parts.kept, id)?.doc;
  const landedTree = await git.treeOf(commit);
  if (change === undefined || landedTree === null) return null;
  const snapshot = { ...change.snapshot, state: { kind: "landed", commit } as const };
  keepChange(parts.kept, { ...change, landedTree, snapshot });
  return null;
}

type Wording = { readonly proposal: Proposal; readonly strategy: "squash" | "merge" };

async function buildWords({ client }: LandParts, git: GitContext, { onto }: LandRequest, wording: Wording) {
  const { proposal, strategy } = wording;
  const title = `${proposal.title} (${client.sign}${proposal.number})`;
  if (strategy === "merge") return { title, message: "" };
  const commits = await listCommitsBetween(git, onto, proposal.head);
  const now = { name: "", email: "", date: "" };
  const message = squashMessage(proposal, commits, chooseAuthor(proposal, commits, now));
  return { title, message: message.split("\n").slice(1).join("\n").trim() };
}

/** The forge made its own commit: what it holds must be what was tested. */
async function wasTested(parts: LandParts, git: GitContext, request: LandRequest): Promise<SlotResult<LandAnswer>> {
  const trees = request.changes.map(({ id }) => getKeptChange(parts.kept, id)?.doc.landedTree ?? null);
  if (trees.includes(null))
    return failed("unavailable", `It was merged, and ${parts.client.title} does not show yet as what.`);
  const isQueued = request.changes.some((change) => parts.queue?.wasQueued(request, change) === true);
  if (!isQueued && !trees.includes(request.made.tree)) {
    const names = request.changes.map(({ id }) => id).join(", ");
    return failed(
      "refused",
      `${parts.client.title} merged ${names}, but ${request.base} does not hold what was tested (tree ${request.made.tree}): somebody pushed in between. Look at ${request.base} before anything else lands.`,
    );
  }
  await tidy(parts, git, request);
  return ok({ kind: "landed", as: request.changes.flatMap(({ id }) => listLanded(parts, id)) });
}

function listLanded({ kept }: LandParts, id: ChangeId): readonly LandedAs[] {
  const state = getKeptChange(kept, id)?.doc.snapshot.state;
  return state?.kind === "landed" ? [{ change: id, commit: state.commit }] : [];
}

/** Branches that nobody needs any more; one that moved on is left. A failure here costs nothing but a branch. */
async function tidy(parts: LandParts, git: GitContext, request: LandRequest): Promise<void> {
  const candidate = formatCandidateBranch(request.candidate);
  const landed = request.changes.flatMap(({ id, head }) => {
    const branch = findOwnBranch(parts, id);
    return branch === null ? [] : [{ branch, from: findForwarded(parts.kept, branch)?.to ?? head }];
  });
  for (const { branch } of landed) noteOver(parts.kept, branch);
  const there = await readRemoteTip(git, parts.client, candidate);
  const goes = [
    ...(parts.deleteAfter() ? landed : []),
    ...(there === null ? [] : [{ branch: candidate, from: there }]),
  ];
  for (const { branch, from } of goes) await pushBranch(git, parts.client, { branch, commit: null, from });
}
