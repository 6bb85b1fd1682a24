/** Commits played again on another base, one by one, without a checkout. */
import type { CommitSha, TreeSha } from "../../../domain/model/ids.ts";
import type { GitContext } from "./git-context.ts";
import { makeCommit, type ReadCommit, type Signed } from "./commit.ts";
import { tryMerges } from "./try-merges.ts";

export type Tip = { readonly commit: CommitSha; readonly tree: TreeSha };
export type Replayed = { readonly tip: Tip; readonly trees: readonly TreeSha[] };

/** Null when a commit cannot be played again by itself: it merges, begins a history, or collides. */
export async function replay(
  git: GitContext,
  onto: Tip,
  commits: readonly ReadCommit[],
  committer: Signed,
): Promise<Replayed | null> {
  let tip = onto;
  const trees: TreeSha[] = [];
  for (const commit of commits) {
    const [parent, ...others] = commit.parents;
    if (parent === undefined || others.length > 0) return null;
    const next = parent === tip.commit ? commit : await playOne(git, tip, commit, parent, committer);
    if (next === null) return null;
    if (next.tree === tip.tree) continue;
    tip = { commit: next.commit, tree: next.tree };
    trees.push(tip.tree);
  }
  return { tip, trees };
}

/**
 * The difference between a commit and its parent, put on the tip. Git chooses the beginning of a merge by history, so
 * the tip's files are given one that begins at that parent.
 */
async function playOne(
  git: GitContext,
  tip: Tip,
  { commit, author, message }: ReadCommit,
  parent: CommitSha,
  committer: Signed,
): Promise<Tip | null> {
  const standIn = { tree: tip.tree, parents: [parent], message: "", author: committer, committer };
  const onto = await makeCommit(git, standIn);
  const [merged] = await tryMerges(git, [{ onto, head: commit }], "keep");
  const tree = merged?.tree ?? null;
  if (tree === null) return null;
  if (tree === tip.tree) return tip;
  return { commit: await makeCommit(git, { tree, parents: [tip.commit], message, author, committer }), tree };
}
