/** A local forge over a real repository. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { projectId } from "../../../domain/ids.ts";
import { known } from "../../../domain/known.ts";
import type { Author } from "../../../domain/trust.ts";
import { localForge, type LocalForge, type LocalForgeOptions } from "../local-forge.ts";
import { aRepository, type ARepository } from "./a-repository.ts";

export type AForge = {
  readonly forge: LocalForge;
  readonly repository: ARepository;
  readonly options: LocalForgeOptions;
  /** The same forge as the next daemon finds it: its file and git, and no memory. */
  readonly again: (more?: Partial<LocalForgeOptions>) => LocalForge;
  readonly dispose: () => Promise<void>;
};

export const ann: Author = { kind: "person", name: "Ann", canWrite: known(true) };

export async function makeForge(more: Partial<LocalForgeOptions> & { files?: Record<string, string> } = {}) {
  const { files, ...given } = more;
  const repository = await aRepository(files);
  const home = join(repository.folder, "home");
  const options: LocalForgeOptions = {
    project: projectId("shop"),
    repository: repository.path,
    gitDir: join(home, "git"),
    file: join(repository.folder, "forge.db"),
    acceptedFile: join(home, "accepted.json"),
    howToAccept: "ao accept",
    defaultBranch: "main",
    ...given,
  };
  const forges: LocalForge[] = [];
  const open = (other: Partial<LocalForgeOptions> = {}): LocalForge => {
    const forge = localForge({ ...options, ...other });
    forges.push(forge);
    return forge;
  };
  const made: AForge = {
    forge: open(),
    repository,
    options,
    again: open,
    dispose: async () => {
      for (const forge of forges) forge.close();
      repository.remove();
    },
  };
  return made;
}

/** For one test, which gives it back at its end. */
export async function aForge(more: Parameters<typeof makeForge>[0] = {}): Promise<AForge> {
  const made = await makeForge(more);
  onTestFinished(made.dispose);
  return made;
}
