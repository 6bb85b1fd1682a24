/**
 * Changes as GitHub has them become snapshots. Many are read with one query: an overview that tells which of them moved, and
 * details of those. What they change, and whether they merge, git itself says, in our own directory.
 */
import type { ChangeSnapshot, ChangeState, Head } from "../../../domain/change.ts";
import { commitSha, treeSha, type CommitSha } from "../../../domain/ids.ts";
import { known, type Known } from "../../../domain/known.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { cleanText } from "../../remote/clean-text.ts";
import { mergeOf, remerge, type Merge } from "../../shared/git/merge.ts";
import { checksOf } from "../checks/shown.ts";
import { DETAILS_MAX, detailsDocument, overviewDocument } from "../documents.ts";
import { basePin, bring, pullPin } from "./objects.ts";
import { isOpen, keepChange, keptChange, keptChanges, lightOf, snapshotOf, type KeptChange } from "./kept-change.ts";
import { parseDetails, parseOverview, type BaseTarget, type LightChange, type ReadPull } from "./parse-change.ts";
import type { ChangeParts } from "./parts.ts";
import { saidAbout } from "./said.ts";
import { reviewsOf, threadsOf } from "./talk.ts";

export type Reading = { readonly changes: readonly ChangeSnapshot[]; readonly base: Head | null };

/** Every open change, and those that were open before and are not now. */
export async function readChanges(parts: ChangeParts, ground: Ground): Promise<Reading> {
  const { listed, base } = await readOverview(parts);
  parts.repository.noteBase(base);
  const lights = new Map(listed.map((one) => [one.number, one]));
  const before = keptChanges(parts.kept).filter(({ doc }) => isOpen(doc));
  const moved = listed.filter(
    (one) => keptChange(parts.kept, parts.references.change(one.number))?.doc.light !== lightOf(one),
  );
  const gone = before.filter(({ doc }) => !lights.has(doc.number));
  const numbers = [...moved.map(({ number }) => number), ...gone.map(({ doc }) => doc.number)];
  const read = await readDetails(parts, ground, numbers, lights);
  const stayed = before.filter(({ doc }) => lights.has(doc.number) && !numbers.includes(doc.number));
  const looked = await lookAgain(parts, ground, { stayed: stayed.map(({ doc }) => doc), lights, base });
  return { changes: [...looked, ...read.changes], base: headOf(base) };
}

async function readOverview({ client, defaultBranch }: ChangeParts) {
  const listed: LightChange[] = [];
  let after: string | null = null;
  let base: BaseTarget = null;
  do {
    const data = await client.query(overviewDocument, { base: `refs/heads/${defaultBranch}`, after }, OVERVIEW_COST);
    const page = parseOverview(data);
    listed.push(...page.changes);
    ({ base, after } = page);
  } while (after !== null);
  return { listed, base };
}

const OVERVIEW_COST = 3;

export const headOf = (target: BaseTarget): Head | null =>
  target === null || target.tree === undefined
    ? null
    : { commit: commitSha(target.oid), tree: treeSha(target.tree.oid) };

/** Reads changes by number; those that are not there are left out. */
export async function readDetails(
  parts: ChangeParts,
  ground: Ground,
  numbers: readonly number[],
  lights: ReadonlyMap<number, LightChange> = new Map(),
): Promise<Reading> {
  const changes: ChangeSnapshot[] = [];
  let base: BaseTarget = null;
  for (let at = 0; at < numbers.length; at += DETAILS_MAX) {
    const some = numbers.slice(at, at + DETAILS_MAX);
    const variables = { base: `refs/heads/${parts.defaultBranch}` };
    const details = parseDetails(await parts.client.query(detailsDocument(some), variables, some.length));
    ({ base } = details);
    const pulls = [...details.pulls.values()];
    await bringAll(parts, ground, pulls, base);
    for (const pull of pulls)
      changes.push(await keepPull(parts, ground, { pull, base, light: lights.get(pull.number) }));
  }
  return { changes, base: headOf(base) };
}

async function bringAll(
  parts: ChangeParts,
  ground: Ground,
  pulls: readonly ReadPull[],
  base: BaseTarget,
): Promise<void> {
  const heads = pulls
    .filter(({ state }) => state === "OPEN")
    .map(({ number, headRefOid }) => ({ commit: commitSha(headRefOid), pin: pullPin(number) }));
  const onto = base === null ? [] : [{ commit: commitSha(base.oid), pin: basePin(parts.defaultBranch) }];
  await bring(ground, parts.client, [...onto, ...heads]);
}

type Seen = { readonly pull: ReadPull; readonly base: BaseTarget; readonly light: LightChange | undefined };

async function keepPull(parts: ChangeParts, ground: Ground, seen: Seen): Promise<ChangeSnapshot> {
  const { kept, references } = parts;
  const before = keptChange(kept, references.change(seen.pull.number));
  // A replica that lags behind shows what was before: what is known stays.
  if (before !== null && before.doc.updatedAt > seen.pull.updatedAt) return snapshotOf(before);
  return keepChange(kept, await docOf(parts, ground, seen, before?.doc ?? null));
}

async function docOf(
  parts: ChangeParts,
  ground: Ground,
  { pull, base, light }: Seen,
  before: KeptChange | null,
): Promise<KeptChange> {
  const { kept, people, references } = parts;
  const id = references.change(pull.number);
  const head = await headOfPull(ground, pull, before);
  const merge = await mergeFor(parts, ground, { pull, head, base, before });
  return {
    ...{ number: pull.number, updatedAt: pull.updatedAt, mergeable: pull.mergeable, merge, body: pull.body },
    light: light === undefined ? (before?.light ?? "") : lightOf(light),
    landedTree: pull.mergeCommit?.tree.oid ?? null,
    author: await people.authorOf(pull.author, pull.body),
    createdMs: Date.parse(pull.createdAt),
    heads: withHead(before?.heads ?? [], head, kept.wallMs()),
    said: await saidAbout(people, id, pull),
    snapshot: {
      ...{ id, title: cleanText(pull.title), url: pull.url, branch: pull.headRefName, base: pull.baseRefName, head },
      state: stateOf(pull),
      reviews: await reviewsOf(people, pull),
      threads: await threadsOf(people, id, pull),
      labels: pull.labels.map(({ name }) => name),
      ...shownMerge(pull.mergeable, merge),
      checks: await checksOf(parts, pull, head),
    },
  };
}

function withHead(heads: KeptChange["heads"], head: Head, nowMs: number): KeptChange["heads"] {
  if (heads.at(-1)?.commit === head.commit) return heads;
  return [...heads, { ...head, n: (heads.at(-1)?.n ?? 0) + 1, atMs: Math.trunc(nowMs) }];
}

async function headOfPull(ground: Ground, pull: ReadPull, before: KeptChange | null): Promise<Head> {
  const commit = commitSha(pull.headRefOid);
  const last = pull.commits.at(-1)?.commit;
  const tree = last?.oid === commit ? treeSha(last.tree.oid) : await ground.treeOf(commit);
  if (tree !== null) return { commit, tree };
  return before?.snapshot.head ?? { commit, tree: treeSha("") };
}

function stateOf({ state, isDraft, mergeCommit, headRefOid }: ReadPull): ChangeState {
  if (state === "MERGED") return { kind: "landed", commit: commitSha(mergeCommit?.oid ?? headRefOid) };
  if (state === "CLOSED") return { kind: "closed" };
  return { kind: isDraft ? "draft" : "open" };
}

type Placing = {
  readonly pull: Pick<ReadPull, "state" | "baseRefName" | "number">;
  readonly head: Head;
  readonly base: BaseTarget;
  readonly before: KeptChange | null;
};

const nothingKnown: Merge = {
  ...{ onto: null, mergeBase: null, mergeable: null, conflicts: [], theirs: "", isContained: false },
  ...{ paths: [], diffLines: 0, owners: [] },
};

/** Computed when head or base has moved; of a change that is over, what was known of it stays. */
async function mergeFor(parts: ChangeParts, ground: Ground, placing: Placing): Promise<Merge> {
  const { pull, head, before } = placing;
  const isOver = pull.state !== "OPEN";
  if (isOver) return before?.merge ?? nothingKnown;
  const onto = await tipOfBase(parts, ground, placing);
  if (before !== null && before.snapshot.head.commit === head.commit && before.merge.onto === onto) return before.merge;
  if ((await ground.treeOf(head.commit)) === null) return before?.merge ?? nothingKnown;
  return mergeOf(ground, head.commit, onto);
}

/** A change on another branch than the project's (a stack of changes) is compared with that one. */
async function tipOfBase(
  parts: ChangeParts,
  ground: Ground,
  { pull, base, before }: Placing,
): Promise<CommitSha | null> {
  if (pull.baseRefName === parts.defaultBranch) return base === null ? null : commitSha(base.oid);
  return before?.merge.onto ?? (await ground.tipOf(pull.baseRefName));
}

type ShownMerge = Pick<ChangeSnapshot, "mergeable" | "conflicts" | "theirs" | "paths" | "diffLines" | "owners">;

function shownMerge(said: string, merge: Merge): ShownMerge {
  const { conflicts, theirs, paths, diffLines, owners } = merge;
  return { mergeable: mergeableOf(said, merge), conflicts, theirs, paths, diffLines, owners };
}

/** Where GitHub has not computed it yet, git has: on the very commits. */
function mergeableOf(said: string, { mergeable }: Merge): Known<boolean> {
  if (said === "CONFLICTING") return known(false);
  if (mergeable !== null) return known(mergeable);
  return said === "MERGEABLE" ? known(true) : { known: false, why: "GitHub has not said yet whether it merges" };
}

type Stayed = {
  readonly stayed: readonly KeptChange[];
  readonly lights: ReadonlyMap<number, LightChange>;
  readonly base: BaseTarget;
};

/** Nothing about them moved but perhaps their base, or GitHub's word on whether they merge: a few processes for all. */
async function lookAgain(
  parts: ChangeParts,
  ground: Ground,
  { stayed, lights, base }: Stayed,
): Promise<readonly ChangeSnapshot[]> {
  const onto = base === null ? null : commitSha(base.oid);
  const onBase = stayed.filter(({ snapshot, merge }) => snapshot.base === parts.defaultBranch && merge.onto !== onto);
  const merges = onto === null || onBase.length === 0 ? [] : await mergesOnto(parts, ground, onBase, onto);
  return stayed.map((doc) => {
    const merge = merges[onBase.indexOf(doc)] ?? doc.merge;
    const light = lights.get(doc.number);
    const mergeable = light === undefined || light.mergeable === "UNKNOWN" ? doc.mergeable : light.mergeable;
    // GitHub's last word was about another base, unless it spoke just now.
    const said = merge === doc.merge ? mergeable : (light?.mergeable ?? "UNKNOWN");
    const snapshot = { ...doc.snapshot, ...shownMerge(said, merge) };
    return keepChange(parts.kept, { ...doc, merge, mergeable, snapshot });
  });
}

async function mergesOnto(
  parts: ChangeParts,
  ground: Ground,
  docs: readonly KeptChange[],
  onto: CommitSha,
): Promise<readonly Merge[]> {
  await bring(ground, parts.client, [{ commit: onto, pin: basePin(parts.defaultBranch) }]);
  const placed = docs.map(({ snapshot, merge }) => ({ head: snapshot.head.commit, merge }));
  return remerge(ground, placed, onto);
}
