/** One project's objects and the branches of its forge. Files are whole contents; merges are made file by file. */
import { commitSha, treeSha, type CommitSha, type TreeSha } from "../../src/domain/model/ids.ts";
import { nameFrom } from "./hash.ts";

export type Files = ReadonlyMap<string, string>;
export type Maker = "agent" | "person" | "daemon";

export type Commit = {
  readonly sha: CommitSha;
  readonly tree: TreeSha;
  readonly parents: readonly CommitSha[];
  readonly files: Files;
  readonly by: Maker;
  /** Longest way to the first commit: no ancestor has a greater one. */
  readonly depth: number;
};

export type Merge = { readonly files: Files; readonly conflicts: readonly string[] };

export class Git {
  readonly commits = new Map<CommitSha, Commit>();
  readonly trees = new Map<TreeSha, Files>();
  /** What the forge shows. Workspaces have branches of their own. */
  readonly branches = new Map<string, CommitSha>();
  private made = 0;

  commit(of: { readonly parents: readonly CommitSha[]; readonly files: Files; readonly by: Maker }): Commit {
    this.made += 1;
    const tree = this.keep(of.files);
    const sha = commitSha(nameFrom("c", `${tree} ${of.parents.join(" ")} ${this.made}`));
    const depth = 1 + of.parents.reduce((deepest, parent) => Math.max(deepest, this.get(parent).depth), 0);
    const commit: Commit = { sha, tree, parents: of.parents, files: of.files, by: of.by, depth };
    this.commits.set(sha, commit);
    return commit;
  }

  get(sha: CommitSha): Commit {
    const commit = this.commits.get(sha);
    if (commit === undefined) throw new Error(`there is no commit ${sha} in this world`);
    return commit;
  }

  isAncestor(ancestor: CommitSha, of: CommitSha): boolean {
    const wanted = this.get(ancestor);
    const seen = new Set<CommitSha>();
    const open = [of];
    for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
      if (sha === ancestor) return true;
      const commit = this.get(sha);
      if (commit.depth <= wanted.depth) continue;
      for (const parent of commit.parents) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        open.push(parent);
      }
    }
    return false;
  }

  /** The newest commit that both contain. */
  mergeBase(left: CommitSha, right: CommitSha): Commit {
    const ofLeft = this.ancestorsOf(left);
    let best: Commit | undefined;
    for (const sha of this.ancestorsOf(right)) {
      if (!ofLeft.has(sha)) continue;
      const commit = this.get(sha);
      if (best === undefined || commit.depth > best.depth) best = commit;
    }
    if (best === undefined) throw new Error(`${left} and ${right} have nothing in common`);
    return best;
  }

  /** Both sides' changes since they parted. A path that both changed differently collides, and keeps ours. */
  merge(ours: CommitSha, theirs: CommitSha): Merge {
    const before = this.mergeBase(ours, theirs).files;
    const left = this.get(ours).files;
    const right = this.get(theirs).files;
    const files = new Map(left);
    const conflicts: string[] = [];
    for (const path of new Set([...before.keys(), ...right.keys()])) {
      const [was, mine, yours] = [before.get(path), left.get(path), right.get(path)];
      if (mine === yours || yours === was) continue;
      if (mine !== was) conflicts.push(path);
      else if (yours === undefined) files.delete(path);
      else files.set(path, yours);
    }
    return { files, conflicts: conflicts.sort() };
  }

  /** Paths whose contents differ. */
  diff(from: Files, to: Files): readonly string[] {
    const paths: string[] = [];
    for (const [path, content] of to) if (from.get(path) !== content) paths.push(path);
    for (const path of from.keys()) if (!to.has(path)) paths.push(path);
    return paths;
  }

  private keep(files: Files): TreeSha {
    let sum = "";
    for (const path of [...files.keys()].sort()) sum += `${path}\0${files.get(path) ?? ""}\0`;
    const tree = treeSha(nameFrom("t", sum));
    if (!this.trees.has(tree)) this.trees.set(tree, files);
    return tree;
  }

  private ancestorsOf(sha: CommitSha): Set<CommitSha> {
    const seen = new Set([sha]);
    const open = [sha];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const parent of this.get(next).parents) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        open.push(parent);
      }
    }
    return seen;
  }
}
