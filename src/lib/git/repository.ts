/**
 * The person's repository: a closed list of verbs. Hooks, fsmonitor, submodule recursion and autostash are off, the
 * person's global configuration is kept, and before each verb the guard looks at the shared one.
 */
import { join } from "node:path";
import { hardening, buildPersonEnvironment } from "./environment.ts";
import { createConfigGuard, type ConfigGuard } from "./guard.ts";
import { completeWorktrees, finishNewWorktree, hasTrippedOverWorktree, writeNewWorktree } from "./new-worktree.ts";
import { findRepositoryPlace, type RepositoryPlace } from "./place.ts";
import { isRefFree, readRef } from "./refs/refs.ts";
import { callGit, type GitAnswer, type GitCall } from "./git-run.ts";
import { parseGitSettings, type Setting } from "./settings/parse-git-config.ts";
import { readPlainText } from "../files/plain-file.ts";

export type Repository = RepositoryPlace & {
  readonly guard: ConfigGuard;
  /** The commit a ref points to, null when there is none. No process where refs lie in files. */
  readRef(ref: string): Promise<GitAnswer<string | null>>;
  /** Could a ref of this name be made? Not while there is one, nor one above or below it. */
  isRefFree(ref: string): Promise<GitAnswer<boolean>>;
  /** All refs below the prefixes given (`refs/heads/`), by name. */
  listRefs(...prefixes: readonly string[]): Promise<GitAnswer<ReadonlyMap<string, string>>>;
  /** Resolves what a person may have typed to the commit it means, or null. */
  findCommit(expression: string): Promise<GitAnswer<string | null>>;
  /** Every setting that holds there, the person's global ones too. Costs a process only when the file has changed. */
  settings(): Promise<GitAnswer<readonly Setting[]>>;
  /** All of the updates or none; where the disk fails or git is killed, the first ones of them, in this order. */
  updateRefs(updates: readonly RefUpdate[]): Promise<GitAnswer<null>>;
  /** Exact refspecs only. `remote` is a name or an address. Nothing else is fetched: no tags, no submodules. */
  fetch(request: Transfer): Promise<GitAnswer<null>>;
  push(request: Transfer & { readonly expect?: readonly RefUpdate[] }): Promise<GitAnswer<null>>;
  readonly worktrees: Worktrees;
  /**
   * Lays out the files of a commit in a folder that is no worktree of the repository, through the person's filters, and
   * writes the index that goes with them. No index, and nothing but `.git`, may be there yet.
   */
  checkOutInto(request: CheckOut): Promise<GitAnswer<null>>;
  /**
   * Moves a branch that is checked out at `checkout` forward to a descendant. Files of the person's in the way, ignored
   * ones too, make git refuse; nothing is stashed and nothing overwritten.
   */
  fastForward(request: { readonly checkout: string; readonly commit: string }): Promise<GitAnswer<null>>;
};

/** `null` as `from`: it must not exist yet; as `to`: it goes. `from` left out: whatever is there. */
export type RefUpdate = { readonly ref: string; readonly to: string | null; readonly from?: string | null };

export type CheckOut = {
  readonly path: string;
  readonly index: string;
  readonly commit: string;
  readonly timeoutMs: number;
  readonly onStart: (pid: number) => void;
};

export type Transfer = {
  readonly remote: string;
  readonly refspecs: readonly string[];
  readonly timeoutMs: number;
};

export type Worktrees = {
  /** Checks out a branch that exists and is checked out nowhere else, or a commit, detached. */
  add(request: {
    readonly path: string;
    readonly at: { readonly branch: string } | { readonly commit: string };
    /** Leaves the folder empty but for its link to the repository. */
    readonly isEmpty?: boolean;
    readonly timeoutMs?: number;
    readonly onStart?: (pid: number) => void;
  }): Promise<GitAnswer<null>>;
  /** The same, and quicker, for a branch that was just made: nobody else has it checked out. */
  addNew(request: {
    readonly path: string;
    readonly branch: string;
    readonly timeoutMs: number;
    readonly onStart: (pid: number) => void;
  }): Promise<GitAnswer<null>>;
  list(): Promise<GitAnswer<readonly ListedWorktree[]>>;
  /** Forgets every worktree whose folder is not there, the person's too: one on a disk that is not plugged in. */
  prune(): Promise<GitAnswer<null>>;
  /** Forgets a worktree and deletes its folder, if that is there. Only for what holds no work. */
  remove(path: string): Promise<GitAnswer<null>>;
};

export type ListedWorktree = { readonly path: string; readonly head: string | null; readonly branch: string | null };

export type OpenOptions = {
  /** Any folder of it. */
  readonly path: string;
  readonly acceptedFile: string;
  readonly howToAccept: string;
};

export async function openRepository(options: OpenOptions): Promise<GitAnswer<Repository>> {
  const found = await findRepositoryPlace(options.path);
  return found.ok ? { ok: true, value: openRepositoryAt(found.value, options) } : found;
}

type AskOptions = Omit<Partial<GitCall>, "args" | "env"> & { readonly index?: string };
type Ask = (args: readonly string[], options?: AskOptions) => Promise<GitAnswer>;

function openRepositoryAt(place: RepositoryPlace, options: OpenOptions): Repository {
  const guard = createConfigGuard({ commonDir: place.commonDir, ...options });
  const ask: Ask = async (args, { index, ...rest } = {}) => {
    const guarded = await guard.check();
    if (!guarded.ok) return guarded;
    const where = rest.cwd === undefined ? [`--git-dir=${place.commonDir}`] : [];
    const call = {
      cwd: place.commonDir,
      ...rest,
      args: [...where, ...hardening, ...args],
      env: { ...buildPersonEnvironment(), ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) },
    };
    const answer = await callGit(call);
    if (answer.ok || !hasTrippedOverWorktree(answer.error.stderr)) return answer;
    await completeWorktrees(place.commonDir);
    return callGit(call);
  };
  return {
    ...place,
    guard,
    readRef: async (ref) => (place.hasRefFiles ? succeed(await readRef(ref, place)) : readCommit(ask, ref)),
    isRefFree: async (ref) => (place.hasRefFiles ? succeed(await isRefFree(ref, place)) : isFreeInList(ask, ref)),
    findCommit: (expression) => readCommit(ask, expression),
    listRefs: (...prefixes) => listRefs(ask, prefixes),
    settings: createSettingsReader(place.commonDir, ask),
    updateRefs: async (updates) => {
      if (updates.length === 0) return succeed(null);
      return toNoValue(await ask(["update-ref", "--stdin", "-z"], { input: updates.map(updateLine).join("") }));
    },
    fetch: async ({ remote, refspecs, timeoutMs }) => {
      const what = ["--no-tags", "--quiet", "--", remote, ...refspecs];
      const fetched = await ask(["fetch", "--no-write-fetch-head", ...what], { timeoutMs });
      // Before 2.29 it cannot be told not to.
      const isUnknown = !fetched.ok && /unknown option `no-write-fetch-head'/.test(fetched.error.stderr);
      return toNoValue(isUnknown ? await ask(["fetch", ...what], { timeoutMs }) : fetched);
    },
    push: async ({ remote, refspecs, timeoutMs, expect = [] }) => {
      const leases = expect.map(({ ref, from = null }) => `--force-with-lease=${ref}:${from ?? ""}`);
      return toNoValue(
        await ask(["push", "--porcelain", "--no-verify", ...leases, "--", remote, ...refspecs], { timeoutMs }),
      );
    },
    fastForward: async ({ checkout, commit }) =>
      toNoValue(await ask(["merge", "--ff-only", "--no-overwrite-ignore", "--quiet", commit], { cwd: checkout })),
    checkOutInto: async ({ path, index, commit, ...rest }) => {
      const where = [`--git-dir=${place.commonDir}`, `--work-tree=${path}`];
      const checkOut = ["read-tree", "--reset", "-u", "--no-sparse-checkout", "--no-recurse-submodules", commit];
      return toNoValue(await ask([...where, ...checkOut], { cwd: path, index, ...rest }));
    },
    worktrees: createWorktrees(place, ask),
  };
}

function createSettingsReader(commonDir: string, ask: Ask): Repository["settings"] {
  let read: { readonly text: string | null; readonly settings: readonly Setting[] } | null = null;
  return async () => {
    const text = await readPlainText(join(commonDir, "config"), { followLink: true });
    if (read !== null && read.text === text) return succeed(read.settings);
    const listed = await ask(["config", "--list", "-z"]);
    if (!listed.ok) return listed;
    read = { text, settings: parseGitSettings(listed.value) };
    return succeed(read.settings);
  };
}

function createWorktrees(place: RepositoryPlace, ask: Ask): Worktrees {
  return {
    addNew: async ({ path, branch, ...rest }) => {
      const isPlain = place.hasRefFiles && !place.hasOwnConfigs;
      if (!isPlain) return createWorktrees(place, ask).add({ path, at: { branch }, ...rest });
      const folder = await writeNewWorktree(place.commonDir, { path, branch });
      const checkOut = [`--git-dir=${folder}`, `--work-tree=${path}`, "reset", "--hard", "--quiet"];
      const checkedOut = toNoValue(await ask([...checkOut, "--no-recurse-submodules"], { cwd: path, ...rest }));
      if (checkedOut.ok) await finishNewWorktree(folder);
      return checkedOut;
    },
    add: async ({ path, at, isEmpty = false, ...rest }) => {
      const what = "branch" in at ? ["--", path, at.branch] : ["--detach", "--", path, at.commit];
      const how = isEmpty ? ["--no-checkout"] : [];
      return toNoValue(await ask(["worktree", "add", "--quiet", ...how, ...what], rest));
    },
    list: async () => {
      const listed = await ask(["worktree", "list", "--porcelain"]);
      return listed.ok ? succeed(parseWorktrees(listed.value)) : listed;
    },
    prune: async () => toNoValue(await ask(["worktree", "prune", "--expire=now"])),
    remove: async (path) => toNoValue(await ask(["worktree", "remove", "--force", "--force", "--", path])),
  };
}

/** Null where git knows no such commit; every other failure stays one. */
async function readCommit(ask: Ask, expression: string): Promise<GitAnswer<string | null>> {
  if (expression === "" || expression.startsWith("-")) return succeed(null);
  const answer = await ask(["rev-parse", "--verify", "--quiet", `${expression}^{commit}`]);
  if (answer.ok) return succeed(answer.value.trim());
  return answer.error.exitCode === 1 || answer.error.exitCode === 128 ? succeed(null) : answer;
}

async function listRefs(ask: Ask, prefixes: readonly string[]): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  const listed = await ask(["for-each-ref", "--format=%(objectname) %(refname)", "--", ...prefixes]);
  return listed.ok ? succeed(parseRefs(listed.value)) : listed;
}

async function isFreeInList(ask: Ask, ref: string): Promise<GitAnswer<boolean>> {
  const listed = await listRefs(ask, ["refs/"]);
  if (!listed.ok) return listed;
  const names = [...listed.value.keys()];
  return succeed(!names.some((name) => `${name}/`.startsWith(`${ref}/`) || ref.startsWith(`${name}/`)));
}

function updateLine({ ref, to, from }: RefUpdate): string {
  const guarded = from === undefined ? "" : (from ?? formatZeroId(to));
  return to === null ? `delete ${ref}\0${guarded}\0` : `update ${ref}\0${to}\0${guarded}\0`;
}

const formatZeroId = (like: string | null): string => "0".repeat(like?.length ?? 40);

function parseRefs(output: string): ReadonlyMap<string, string> {
  return new Map(
    output
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]),
  );
}

function parseWorktrees(output: string): readonly ListedWorktree[] {
  return output
    .split("\n\n")
    .filter((block) => block.startsWith("worktree "))
    .map((block) => {
      const field = (name: string): string | null =>
        block
          .split("\n")
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length + 1) ?? null;
      return { path: field("worktree") ?? "", head: field("HEAD"), branch: field("branch") };
    });
}

const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

function toNoValue(answer: GitAnswer): GitAnswer<null> {
  return answer.ok ? succeed(null) : answer;
}
