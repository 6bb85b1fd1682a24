/** A local forge over a real repository. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectId } from "../../../domain/model/ids.ts";
import { known } from "../../../domain/model/known.ts";
import type { Author } from "../../../domain/model/trust.ts";
import { createLocalForge, type LocalForge, type LocalForgeOptions } from "../local-forge.ts";
import { aRepository, type ARepository } from "./a-repository.ts";
import { checkOptions, type TestChecks } from "./check-options.ts";

export type AForge = {
  readonly forge: LocalForge;
  readonly repository: ARepository;
  readonly options: LocalForgeOptions;
  /** The same forge as the next daemon finds it: its file and git, and no memory. */
  readonly again: (more?: Partial<LocalForgeOptions>) => LocalForge;
  readonly dispose: () => Promise<void>;
};

export type ForgeWishes = Partial<Omit<LocalForgeOptions, "checks">> & {
  readonly files?: Record<string, string>;
  readonly checks?: TestChecks;
  /** Where its folder lies. */
  readonly root?: string;
};

export const ann: Author = { kind: "person", name: "Ann", canWrite: known(true) };

export async function makeForge({ files, checks, root, ...given }: ForgeWishes = {}): Promise<AForge> {
  const repository = await aRepository(files, root);
  const { folder } = repository;
  const options: LocalForgeOptions = {
    project: projectId("shop"),
    repository: repository.path,
    gitDir: join(folder, "git"),
    file: join(folder, "forge.db"),
    defaultBranch: "main",
    checks: checkOptions(folder, checks),
    ...given,
  };
  const forges: LocalForge[] = [];
  const open = (other: Partial<LocalForgeOptions> = {}): LocalForge => {
    const forge = createLocalForge({ ...options, ...other });
    forges.push(forge);
    return forge;
  };
  return {
    forge: open(),
    repository,
    options,
    again: open,
    dispose: async () => {
      for (const forge of forges) await forge.close();
      repository.remove();
    },
  };
}

/** For one test, which gives it back at its end. */
export async function aForge(wishes: ForgeWishes = {}): Promise<AForge> {
  const made = await makeForge(wishes);
  onTestFinished(made.dispose);
  return made;
}
