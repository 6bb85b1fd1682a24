/** What one file is in many commits, with a few calls of git for all of them. */
import { findTreeEntry, readObjects, type GitObject } from "./read-objects.ts";

/** `text` null: that commit has no such file. */
export type FileAt = { readonly text: string | null };

type Step = { readonly commit: string; readonly object: string };

/** Without those commits of which something is missing, is not what its name says, or is no plain file there. */
export async function readFilesIn(
  { folder, path }: { readonly folder: string; readonly path: string },
  commits: readonly string[],
): Promise<ReadonlyMap<string, FileAt>> {
  const found = new Map<string, FileAt>();
  const read = await readObjects(folder, commits);
  let steps = [...new Set(commits)].flatMap((commit): Step[] => {
    const object = findTree(read.get(commit));
    return object === null ? [] : [{ commit, object }];
  });
  const names = path.split("/");
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const trees = await readObjects(
      folder,
      steps.map(({ object }) => object),
    );
    steps = steps.flatMap(({ commit, object }): Step[] => {
      const tree = trees.get(object);
      if (tree?.type !== "tree") return [];
      const entry = findTreeEntry(tree.content, name, object);
      if (entry === null) found.set(commit, { text: null });
      const isFitting = entry !== null && (isLast ? /^1006[0-9]{2}$|^1007[0-9]{2}$/ : /^40000$/).test(entry.mode);
      return isFitting ? [{ commit, object: entry.object }] : [];
    });
  }
  const blobs = await readObjects(
    folder,
    steps.map(({ object }) => object),
  );
  for (const { commit, object } of steps) {
    const blob = blobs.get(object);
    if (blob?.type === "blob") found.set(commit, { text: blob.content.toString("utf8") });
  }
  return found;
}

function findTree(commit: GitObject | undefined): string | null {
  if (commit?.type !== "commit") return null;
  return /^tree ([0-9a-f]+)\n/.exec(commit.content.toString("latin1", 0, 80))?.[1] ?? null;
}
