/**
 * Fills the submodules of a tree that was laid out in a folder of ours, those inside them too, from what the person's own
 * repository has of them. Nothing is fetched, no hook and no filter but the one given runs, and no git is run in what lies
 * there: files are written by our own git from outside, with indexes that nobody else can write.
 */
import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent } from "../../files/plain-file.ts";
import { removeTree } from "../../files/remove-tree.ts";
import type { GitAnswer } from "../git-run.ts";
import type { OwnGit } from "../own.ts";
import type { Setting } from "../settings/parse-git-config.ts";
import { writeBorrowingGit } from "./borrowing-git.ts";
import { isPlainFolder, makePlainFolder } from "./plain-folder.ts";
import { findSubmoduleStore, type SubmoduleKeeper, type SubmoduleStore } from "./submodule-store.ts";
import { listTreeSubmodules, type TreeSubmodule } from "./tree-submodules.ts";

export type SubmoduleRequest = {
  readonly own: OwnGit;
  readonly keeper: SubmoduleKeeper;
  readonly submodules: readonly TreeSubmodule[];
  /** The folder with the files of the tree. */
  readonly workTree: string;
  /** A folder of ours for the indexes, kept with `workTree`. */
  readonly records: string;
  readonly isSha256: boolean;
  /** Names of folders, as in `.gitignore`, that stay when a submodule is laid out again. */
  readonly kept: readonly string[];
  /** Settings for laying files out, for a submodule whose git folder is at `store`. */
  readonly filters: (store: string) => readonly Setting[];
  /** Sections for the configuration of a submodule's `.git`, as programs may know them. */
  readonly configFor: (store: string) => Promise<string>;
};

export type LaidSubmodule = {
  /** From the top of the folder. */
  readonly path: string;
  readonly commit: string;
  readonly store: string;
  /** Folders that whoever works there has to be able to read. */
  readonly readable: readonly string[];
};

/**
 * - `not_initialized`: the person has not, either.
 * - `no_commit`: they have, but not this commit of it.
 * - `failed`: `detail` says why.
 */
export type EmptySubmodule = {
  readonly path: string;
  readonly commit: string;
  readonly why: "not_initialized" | "no_commit" | "failed";
  readonly detail: string;
};

export type LaidSubmodules = {
  readonly laid: readonly LaidSubmodule[];
  readonly empty: readonly EmptySubmodule[];
  /** Files of a program's own were in one that is empty now. */
  readonly hasCleared: boolean;
};

/** Submodules in submodules; deeper than this nobody nests them. */
const DEPTH_MAX = 8;

export async function layOutSubmodules(request: SubmoduleRequest): Promise<LaidSubmodules> {
  return layOutLevel(request, "", 0);
}

/** `prefix`: of the submodule that these lie in, with a slash; empty at the top. */
async function layOutLevel(request: SubmoduleRequest, prefix: string, depth: number): Promise<LaidSubmodules> {
  const laid: LaidSubmodule[] = [];
  const empty: EmptySubmodule[] = [];
  let hasCleared = false;
  if (depth >= DEPTH_MAX) return { laid, empty, hasCleared };
  for (const submodule of request.submodules) {
    const path = `${prefix}${submodule.path}`;
    const one = await layOutOne(request, { ...submodule, path });
    if ("why" in one) {
      empty.push(one);
      if (await clearFolder(request, path)) hasCleared = true;
      continue;
    }
    laid.push(one);
    const inside = await listTreeSubmodules(request.own, one.commit, join(one.store, "objects"));
    const keeper = { gitDir: one.store, inCheckout: new Map<string, string>() };
    const submodules = inside.ok ? inside.value : [];
    const below = await layOutLevel({ ...request, keeper, submodules }, `${path}/`, depth + 1);
    laid.push(...below.laid);
    empty.push(...below.empty);
    hasCleared ||= below.hasCleared;
  }
  return { laid, empty, hasCleared };
}

async function layOutOne(request: SubmoduleRequest, submodule: TreeSubmodule): Promise<LaidSubmodule | EmptySubmodule> {
  const { own, workTree } = request;
  const { path, commit } = submodule;
  const without = (why: EmptySubmodule["why"], detail = ""): EmptySubmodule => ({ path, commit, why, detail });
  if (!(await makePlainFolder(workTree, path))) return without("failed", "something else lies in its place");
  const store = await findSubmoduleStore(request.keeper, submodule);
  if (store === null) return without("not_initialized");
  const objects = join(store.gitDir, "objects");
  const found = await own.compute("cat-file", ["-e", `${commit}^{tree}`], { objects });
  if (!found.ok) return found.error.kind === "failed" ? without("no_commit") : without("failed", found.error.message);
  const written = await writeFiles(request, { path, commit, store });
  if (!written.ok) return without("failed", written.error.message);
  return { path, commit, store: store.gitDir, readable: store.isInCheckout ? [] : [objects] };
}

type Placed = { readonly path: string; readonly commit: string; readonly store: SubmoduleStore };

async function writeFiles(request: SubmoduleRequest, placed: Placed): Promise<GitAnswer<null>> {
  const { workTree, records, isSha256, configFor } = request;
  const { path, commit, store } = placed;
  const [folder, index] = [join(workTree, path), formatIndexFile(records, path)];
  await mkdir(records, { recursive: true, mode: 0o700 });
  const isAgain = (await lstat(index).catch(returnNullIfAbsent)) !== null;
  // What is there without a record of ours is a program's own.
  if (!isAgain) await isEmptyFolder(folder);
  let done = await checkOut(request, placed, index);
  // A submodule inside that is no longer one is only now unknown to the index.
  if (done.ok && isAgain) done = await clean(request, placed, index);
  if (!done.ok) {
    await isEmptyFolder(folder);
    await rm(index, { force: true });
    done = await checkOut(request, placed, index);
  }
  if (!done.ok) return done;
  await writeBorrowingGit({
    ...{ folder: join(folder, ".git"), commit, index, isSha256 },
    store: store.gitDir,
    isCopied: store.isInCheckout,
    config: await configFor(store.gitDir),
  });
  return { ok: true, value: null };
}

async function checkOut(request: SubmoduleRequest, placed: Placed, index: string): Promise<GitAnswer> {
  const { own, workTree, filters } = request;
  const { path, commit, store } = placed;
  const folder = join(workTree, path);
  await removeTree(join(folder, ".git"));
  const cleaned = await clean(request, placed, index);
  if (!cleaned.ok) return cleaned;
  return own.compute("read-tree", ["--reset", "-u", commit], {
    ...{ workTree: folder, index, objects: join(store.gitDir, "objects") },
    settings: filters(store.gitDir),
    timeoutMs: CHECKOUT_TIMEOUT_MS,
  });
}

function clean({ own, workTree, kept }: SubmoduleRequest, { path }: Placed, index: string): Promise<GitAnswer> {
  const excluded = kept.flatMap((name) => ["-e", name]);
  return own.compute("clean", ["-ffdxq", ...excluded], { workTree: join(workTree, path), index });
}

/** Fifty thousand files on a slow disk take half a minute. */
const CHECKOUT_TIMEOUT_MS = 15 * 60_000;

const formatIndexFile = (records: string, path: string): string =>
  join(records, `${createHash("sha256").update(path).digest("hex")}.index`);

/**
 * Empties a place where a submodule was laid out, or where a program has put one itself: git leaves such a folder alone,
 * with a `.git` in it that may lead to a place that is gone. True: something was there.
 */
export async function clearFolder(
  { workTree, records }: Pick<SubmoduleRequest, "workTree" | "records">,
  path: string,
): Promise<boolean> {
  await rm(formatIndexFile(records, path), { force: true });
  if (!(await isPlainFolder(workTree, path))) return false;
  return isEmptyFolder(join(workTree, path));
}

async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  for (const name of names) await removeTree(join(folder, name));
  return names.length > 0;
}
