/** The person's repository and our own git directory for it, opened once and then kept. */
import { mkdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { openOwnGit, openRepository, type OwnGit, type Repository } from "../../../lib/git/git.ts";
import { readPlainText } from "../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import type { WorkspaceOptions } from "./options.ts";
import { needGit, WorkspaceTrouble } from "./trouble.ts";

export type RepositorySite = {
  readonly options: WorkspaceOptions;
  readonly repository: Repository;
  readonly own: OwnGit;
};

/** What failed to open is tried again by whoever asks next. */
export function createSiteOpener(options: WorkspaceOptions): () => Promise<RepositorySite> {
  let opened: Promise<RepositorySite> | null = null;
  return () => {
    opened ??= openSite(options).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
}

async function openSite(options: WorkspaceOptions): Promise<RepositorySite> {
  const found = await openRepository({
    path: options.repository,
    acceptedFile: join(options.gitDir, "accepted.json"),
    howToAccept: `ao start ${options.repository}`,
  });
  if (!found.ok && found.error.kind === "failed") throw new WorkspaceTrouble("refused", found.error.message);
  const repository = needGit(found);
  const own = needGit(await openOwnGit(options.gitDir, repository));
  await makeRoot(options.root, repository);
  // Git writes paths with links resolved; compared with them, ours have to be the same.
  return { options: { ...options, root: await realpath(options.root) }, repository, own };
}

async function makeRoot(root: string, { checkout }: Repository): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  if (checkout === null || !isInside(checkout, root)) return;
  const ignore = join(root, ".gitignore");
  if ((await readPlainText(ignore)) === null) replaceFile(ignore, "*\n");
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith("../") && !way.startsWith("/");
}
