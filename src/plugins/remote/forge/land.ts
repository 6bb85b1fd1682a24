/**
 * Lands a candidate by the forge's own merge at exactly the head that was judged. A forge compares nothing but the head, so
 * the base is read again right before, and the tree that came out is compared with the tested one afterwards.
 */
import type { ChangeSnapshot } from "../../../domain/change.ts";
import type { MergeStrategy } from "../../../domain/rules.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { LandAnswer, LandRequest } from "../../../slots/scm.ts";
import { authorOf, commitsBetween, squashMessage, type Proposal } from "../../shared/git/commit.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { RemoteResult } from "../remote-result.ts";
import { keptCandidate, proposalOf } from "./build.ts";
import { candidateBranch } from "./candidate-branch.ts";
import { keptChange } from "./kept-change.ts";
import { pushBranch, remoteTip } from "./objects.ts";
import type { ChangeParts } from "./parts.ts";
import { readDetails, type Reading } from "./read-changes.ts";
import { needRemote } from "./trouble.ts";

/** One change is merged at `head` or not at all. Its words are those of the commit that lands it. */
export type MergeOrder = Pick<Proposal, "number" | "head"> & {
  readonly strategy: MergeStrategy;
  readonly words: { readonly title: string; readonly message: string } | null;
};
export type MergeChange = (order: MergeOrder) => Promise<RemoteResult<unknown>>;

export type LandParts = ChangeParts & { readonly deleteAfter: () => boolean; readonly merge: MergeChange };

export async function land(parts: LandParts, ground: Ground, request: LandRequest): Promise<SlotResult<LandAnswer>> {
  const numbers = request.changes.flatMap(({ id }) => parts.references.numberOf(id) ?? []);
  if (numbers.length < request.changes.length) return ok({ kind: "refused", why: "change_moved" });
  const reading = await readDetails(parts, ground, numbers);
  const candidate = keptCandidate(parts.kept, request.candidate);
  if (candidate === null) return failed("refused", "Nothing landed: this candidate was not built here.");
  const left = request.changes.filter(({ id }) => !hasLanded(reading, id));
  if (left.length === 0) return wasTested(parts, ground, request);
  const refusal = whyNot(reading, request, left.length < request.changes.length);
  if (refusal !== null) return ok({ kind: "refused", why: refusal });
  for (const { id } of left) {
    const merged = await merge(parts, ground, request, id);
    if (merged !== null) return merged;
  }
  await readDetails(parts, ground, numbers);
  return wasTested(parts, ground, request);
}

const hasLanded = ({ changes }: Reading, id: string): boolean =>
  changes.some((change) => change.id === id && change.state.kind === "landed");

/** After a landing of several was cut off in the middle the base has moved by our own hand. */
function whyNot(
  { changes, base }: Reading,
  request: LandRequest,
  isCutOff: boolean,
): "base_moved" | "change_moved" | null {
  if (!isCutOff && base?.commit !== request.onto) return "base_moved";
  const isAsJudged = request.changes.every(({ id, head, version }) => {
    const change = changes.find((one) => one.id === id);
    if (change?.state.kind === "landed") return true;
    return isOpen(change) && change?.head.commit === head && (isCutOff || change.version === version);
  });
  return isAsJudged ? null : "change_moved";
}

const isOpen = (change: ChangeSnapshot | undefined): boolean => change?.state.kind === "open";

/** Null: it is merged. */
async function merge(
  parts: LandParts,
  ground: Ground,
  request: LandRequest,
  id: LandRequest["changes"][number]["id"],
): Promise<SlotResult<LandAnswer> | null> {
  const { title, sign } = parts.client;
  const proposal = proposalOf(parts, id);
  const strategy = keptCandidate(parts.kept, request.candidate)?.strategy ?? "squash";
  if (proposal === null) return ok({ kind: "refused", why: "change_moved" });
  const { number, head } = proposal;
  const words = strategy === "rebase" ? null : await wordsOf(parts, ground, request, { proposal, strategy });
  const merged = await parts.merge({ number, head, strategy, words });
  if (merged.ok) return null;
  if (merged.error.code !== "conflict" && merged.error.code !== "refused") {
    needRemote(merged);
    return null;
  }
  // The forge said no: something is not as it was judged, or a rule of the repository stands against it.
  const now = await readDetails(parts, ground, [number]);
  if (hasLanded(now, id)) return null;
  const refusal = whyNot(now, { ...request, changes: request.changes.filter((one) => one.id === id) }, false);
  if (refusal !== null) return ok({ kind: "refused", why: refusal });
  return failed("refused", `${title} does not merge ${sign}${number}: ${merged.error.said || merged.error.message}`);
}

type Wording = { readonly proposal: Proposal; readonly strategy: "squash" | "merge" };

async function wordsOf({ client }: LandParts, ground: Ground, { onto }: LandRequest, wording: Wording) {
  const { proposal, strategy } = wording;
  const title = `${proposal.title} (${client.sign}${proposal.number})`;
  if (strategy === "merge") return { title, message: "" };
  const commits = await commitsBetween(ground, onto, proposal.head);
  const now = { name: "", email: "", date: "" };
  const message = squashMessage(proposal, commits, authorOf(proposal, commits, now));
  return { title, message: message.split("\n").slice(1).join("\n").trim() };
}

/** The forge made its own commit: what it holds must be what was tested. */
async function wasTested(parts: LandParts, ground: Ground, request: LandRequest): Promise<SlotResult<LandAnswer>> {
  const trees = request.changes.map(({ id }) => keptChange(parts.kept, id)?.doc.landedTree ?? null);
  if (!trees.includes(request.made.tree)) {
    const names = request.changes.map(({ id }) => id).join(", ");
    return failed(
      "refused",
      `${parts.client.title} merged ${names}, but ${request.base} does not hold what was tested (tree ${request.made.tree}): somebody pushed in between. Look at ${request.base} before anything else lands.`,
    );
  }
  await tidy(parts, ground, request);
  return ok({ kind: "landed" });
}

/** Branches that nobody needs any more; one that moved on is left. A failure here costs nothing but a branch. */
async function tidy(parts: LandParts, ground: Ground, request: LandRequest): Promise<void> {
  const candidate = candidateBranch(request.candidate);
  const landed = request.changes.flatMap(({ id, head }) => {
    const branch = keptChange(parts.kept, id)?.doc.snapshot.branch;
    return branch === undefined ? [] : [{ branch, from: head }];
  });
  const there = await remoteTip(ground, parts.client, candidate);
  const goes = [
    ...(parts.deleteAfter() ? landed : []),
    ...(there === null ? [] : [{ branch: candidate, from: there }]),
  ];
  for (const { branch, from } of goes) await pushBranch(ground, parts.client, { branch, commit: null, from });
}
