/**
 * How git looks at a workspace: through a folder of our own with a copy of its index and `HEAD`, so that nothing of the
 * git directory that the agent can write is read by git, its configuration above all.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  isFilter,
  readHeadBranch,
  readRef,
  type ComputeOptions,
  type Computing,
  type Setting,
} from "../../../../lib/git/git.ts";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import { copyIndex } from "../index-file.ts";
import type { LayoutStrategy, MadeWorkspace } from "../layout.ts";
import type { RepositorySite } from "../site.ts";
import { needGit } from "../trouble.ts";

export type WorkspaceView = {
  readonly place: MadeWorkspace;
  readonly index: string;
  /** Null while nothing was ever committed there. */
  readonly head: string | null;
  /** Null when `HEAD` is detached. */
  readonly headBranch: string | null;
  compute(verb: Computing, args: readonly string[], options?: ComputeOptions): Promise<string>;
};

export type ViewOptions = {
  /** Nothing that the agent's git wrote is used: no index, no object; `head` is what the files are compared with. */
  readonly isApart?: boolean;
  readonly head?: string;
};

export async function openView(
  layout: LayoutStrategy,
  place: MadeWorkspace,
  options: ViewOptions = {},
): Promise<WorkspaceView> {
  const { site, desk: paths, note } = place;
  const { folder } = paths;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { isApart = false } = options;
  const headBranch = isApart ? paths.branch : await readHeadBranch(note.gitDir);
  const head =
    options.head ??
    (headBranch === paths.branch
      ? await layout.head(place)
      : await readRef("HEAD", { gitDir: note.gitDir, commonDir: layout.commonDir(place) }));
  await writeFile(join(folder, "HEAD"), head === null ? "ref: refs/heads/none\n" : `${head}\n`);
  await writeFile(join(folder, "commondir"), "../..\n");
  if (isApart) await rm(join(folder, "index"), { force: true });
  else await copyIndex(note.gitDir, folder);
  await takeOverExcludes(site);
  const settings = await readFilters(site, layout.commonDir(place));
  const objects = isApart ? site.repository.objects : layout.objects(place);
  const common = { view: folder, workTree: paths.path, objects, settings };
  if (isApart) needGit(await site.own.compute("read-tree", ["HEAD"], common));
  return {
    place,
    index: join(folder, "index"),
    head,
    headBranch,
    compute: async (verb, args, options) =>
      needGit(await site.own.compute(verb, args, { timeoutMs: LOOK_TIMEOUT_MS, ...common, ...options })),
  };
}

/**
 * Without the person's own filters, files that go through one would all look changed. While nobody has accepted what the
 * configuration says, none of it is used.
 */
async function readFilters({ repository }: RepositorySite, commonDir: string): Promise<readonly Setting[]> {
  const settings = await repository.settings();
  if (!settings.ok && settings.error.kind === "not_accepted") return [];
  const filters = needGit(settings).filter(isFilter);
  const isLfs = filters.some(({ key }) => key.startsWith("filter.lfs."));
  return isLfs ? [...filters, { key: "lfs.storage", value: join(commonDir, "lfs") }] : filters;
}

/** Hashing gigabytes that nobody ignored takes its time. */
const LOOK_TIMEOUT_MS = 10 * 60_000;

/** What the person's repository ignores without saying so in a file of the tree, our view ignores too. */
async function takeOverExcludes({ repository, own }: RepositorySite): Promise<void> {
  const theirs = (await readPlainText(join(repository.commonDir, "info/exclude"))) ?? "";
  const ours = join(own.gitDir, "info/exclude");
  if ((await readPlainText(ours)) !== theirs) await writeFile(ours, theirs);
}

/** The tree of a commit. Commits do not change, so each is asked for once. */
export async function readTree(site: RepositorySite, commit: string): Promise<string> {
  const known = trees.get(commit);
  if (known !== undefined) return known;
  const objects = site.repository.objects;
  const tree = needGit(await site.own.compute("rev-parse", ["--verify", `${commit}^{tree}`], { objects })).trim();
  if (trees.size >= TREES_MAX) trees.clear();
  trees.set(commit, tree);
  return tree;
}

const TREES_MAX = 10_000;
const trees = new Map<string, string>();
