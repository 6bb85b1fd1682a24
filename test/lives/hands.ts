/** How the commits of agents come about: as files, where both sides read the same objects, or by git, as in a clone of one's own. */
import { join } from "node:path";
import { commitSha, treeSha, type CommitSha } from "../../src/domain/model/ids.ts";
import { LooseObjects } from "../fakes/git/loose-objects.ts";
import type { PlainForge } from "../fakes/git/plain-forge.ts";
import type { Hands } from "./bench.ts";

const WHO = "Ann <ann@example.com>";

export function nearHands({ fake, repository }: PlainForge): Hands {
  const objects = new LooseObjects(join(repository.path, ".git", "objects"));
  const tree = (commit: string): string => objects.treeOf(commit) ?? "";
  return {
    base: async () => commitSha((await fake.world.bare.tipOf("main")) ?? ""),
    tree: async (commit) => treeSha(tree(commit)),
    commit: async ({ files, parents = [], message = "Work" }) => {
      const made = objects.withFiles(tree(parents.at(-1) ?? ""), files);
      const atSeconds = Math.trunc(Date.now() / 1_000);
      return commitSha(objects.commit({ tree: made, parents, message, who: WHO, atSeconds }));
    },
  };
}

export function farHands({ fake, repository }: PlainForge): Hands {
  const here = new Set<CommitSha>();
  return {
    base: async () => {
      const base = commitSha((await fake.world.bare.tipOf("main")) ?? "");
      if (!here.has(base)) await repository.git("fetch", "--quiet", "--no-tags", fake.world.bare.path, "main");
      here.add(base);
      return base;
    },
    tree: (commit) => repository.tree(commit),
    commit: (request) => repository.commit(request),
  };
}
