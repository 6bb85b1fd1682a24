/** A forge elsewhere as tests meet it: its fake, a person's clone of what lies there, and the forge a daemon would make for it. */
import { rmSync } from "node:fs";
import type { ARepository } from "../../../src/plugins/local/testing/a-repository.ts";
import type { BareGit } from "./bare-git.ts";

/** What CI says of one commit; `attempt` counts from 1. */
export type Ci<JobResult> = (tree: {
  readonly commit: string;
  readonly attempt: number;
  readonly read: (path: string) => Promise<string | null>;
}) => Promise<readonly JobResult[]> | readonly JobResult[];

export type Elsewhere<Fake, Forge> = {
  readonly fake: Fake;
  readonly repository: ARepository;
  readonly forge: Forge;
  /** The same as the next daemon finds it: the forge, its file and git, and no memory. */
  readonly again: () => Forge;
  /** A commit of these files on top of where the base is on the forge, or of the commits given. */
  readonly commit: (files: Readonly<Record<string, string>>, parents?: readonly string[]) => Promise<string>;
  /** A person puts a commit of their clone on a branch, by force if need be. */
  readonly personPushes: (branch: string, commit: string) => Promise<void>;
  readonly dispose: () => Promise<void>;
};

type AFake = {
  readonly world: {
    readonly bare: BareGit;
    readonly afterPush: (before: ReadonlyMap<string, string>) => Promise<unknown>;
  };
  readonly stop: () => Promise<void>;
};
type AForge = { readonly close: () => Promise<void> };

export function elsewhere<Fake extends AFake, Forge extends AForge>(
  repository: ARepository,
  fake: Fake,
  make: () => Forge,
): Elsewhere<Fake, Forge> {
  const { bare } = fake.world;
  const forges: Forge[] = [];
  const open = (): Forge => {
    const forge = make();
    forges.push(forge);
    return forge;
  };
  const tip = async (): Promise<string> => {
    await repository.git("fetch", "--quiet", bare.path, "main");
    return repository.git("rev-parse", "FETCH_HEAD");
  };
  return {
    ...{ fake, repository, forge: open(), again: open },
    commit: async (files, parents) => repository.commit({ files, parents: parents ?? [await tip()] }),
    personPushes: async (branch, commit) => {
      const before = bare.refs();
      await repository.git("push", "--quiet", "--force", bare.path, `${commit}:refs/heads/${branch}`);
      await fake.world.afterPush(before);
    },
    dispose: async () => {
      for (const one of forges) await one.close();
      await fake.stop();
      rmSync(repository.folder, { recursive: true, force: true });
    },
  };
}
