import { mergedTree, type BareGit } from "../git/bare-git.ts";
import type { Merge } from "./state.ts";

/** The head before this one, if this is nothing but that one on top of the base: the same work, as people see it. */
export async function rebasedFrom(bare: BareGit, merge: Merge, sha: string): Promise<string | null> {
  const { target, sha: before, standsFor } = merge;
  if (sha === standsFor) return null;
  const base = (await bare.tipOf(target)) ?? "";
  const former = standsFor ?? before;
  const [parent] = (await bare.git("rev-parse", `${sha}^@`)).split("\n");
  return parent === base && (await mergedTree(bare, base, former)) === (await bare.treeOf(sha)) ? former : null;
}
