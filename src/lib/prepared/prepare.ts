/**
 * Runs set-up on files of the default branch, in a workspace of its own that was empty before and with caches that no
 * agent and no check ever wrote. What it makes is nobody's work but that of the commands and of code that has landed.
 */
import { mkdir, realpath, rename } from "node:fs/promises";
import { join } from "node:path";
import { bringFiles } from "../files/bring-files.ts";
import { runLimited, type RunLimits } from "../ceiling/run-limited.ts";
import type { OwnGit, Repository, Setting } from "../git/git.ts";
import { parseGitSettings } from "../git/settings/parse-git-config.ts";
import { removeTree } from "../files/remove-tree.ts";
import type { OutputPiece } from "../run.ts";
import { confineIn, type ClosedHome } from "../sandbox/rules.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { collectMade, type Workplace } from "./collect.ts";
import { formatItemsFolder, writeEntry } from "./entry.ts";
import type { PreparedRecord } from "./parse-entry.ts";
import type { Argv, SetupSettings } from "./prepared-key.ts";

export type PreparationGit = { readonly own: OwnGit; readonly repository: Repository };
export type PreparationPlace = Workplace & { readonly folder: string; readonly temporary: string };

/** A commit of the default branch: nothing else is ever prepared. */
export type TrustedCommit = { readonly commit: string; readonly tree: string };

export type PreparationOptions = {
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
  readonly sandbox: Sandbox;
  /** With caches that only set-up writes. */
  readonly home: () => ClosedHome;
  readonly limits?: () => RunLimits;
  readonly git: () => Promise<PreparationGit>;
  /**
   * Writes the files of a commit into an empty workspace, with a git directory of its own. Answers what else has to be
   * read there: objects of submodules.
   */
  readonly layOut: (place: PreparationPlace, trusted: TrustedCommit) => Promise<readonly string[]>;
};

export type Preparation = {
  readonly trusted: TrustedCommit;
  readonly settings: SetupSettings;
  /** Removed, and made again. */
  readonly workplace: string;
  /** Where the result goes. */
  readonly entry: string;
  readonly signal: AbortSignal;
  readonly onOutput: (bytes: Uint8Array) => void;
};

export type Prepared =
  { readonly ok: true; readonly entry: PreparedRecord } | { readonly ok: false; readonly why: string };

const TIMEOUT_MS = 20 * 60_000;

export async function prepare(options: PreparationOptions, wanted: Preparation): Promise<Prepared> {
  await removeTree(wanted.workplace);
  try {
    return await prepareIn(options, wanted);
  } finally {
    await removeTree(wanted.workplace);
  }
}

async function prepareIn(options: PreparationOptions, wanted: Preparation): Promise<Prepared> {
  const { trusted, settings, workplace } = wanted;
  const place = await makePlace(workplace);
  const git = await options.git();
  const readable = await options.layOut(place, trusted);
  const { checkout } = git.repository;
  const { copy, symlinks } = settings;
  if (checkout !== null) await bringFiles({ from: checkout, to: place.tree, copy, symlinks });
  const task: Task = { options, wanted, place, git, readable };
  const before = await listSettings(task);
  const endsMs = performance.now() + TIMEOUT_MS;
  for (const argv of settings.commands) {
    wanted.onOutput(Buffer.from(`$ ${argv.join(" ")}\n`));
    const ended = await runInside(task, { argv, timeoutMs: Math.max(1, endsMs - performance.now()) });
    if (!ended) return { ok: false, why: `\`${argv.join(" ")}\` failed` };
  }
  const after = await listSettings(task);
  const brought = [...copy, ...symlinks];
  const collected = await collectMade(place, { own: git.own, cache: settings.cache, brought });
  if (!collected.ok) return collected;
  const isKnown = ({ key, value }: Setting): boolean => before.some((one) => one.key === key && one.value === value);
  const entry: PreparedRecord = {
    ...{ tree: trusted.tree, madeIn: place.tree, ...collected.made },
    settings: after.filter((setting) => !isKnown(setting)),
  };
  await moveItems(place.tree, wanted.entry, entry);
  return { ok: true, entry };
}

async function makePlace(workplace: string): Promise<PreparationPlace> {
  const temporary = join(workplace, "tmp");
  for (const folder of [join(workplace, "tree"), temporary]) await mkdir(folder, { recursive: true, mode: 0o700 });
  // As programs inside see it, and so as they write it into files.
  const folder = await realpath(workplace);
  return { folder, tree: join(folder, "tree"), temporary, index: join(folder, "index") };
}

async function moveItems(tree: string, folder: string, entry: PreparedRecord): Promise<void> {
  await removeTree(folder);
  await mkdir(formatItemsFolder(folder), { recursive: true, mode: 0o700 });
  for (const { path, at } of entry.items) await rename(join(tree, path), join(formatItemsFolder(folder), at));
  writeEntry(folder, entry);
}

type Task = {
  readonly options: PreparationOptions;
  readonly wanted: Preparation;
  readonly place: PreparationPlace;
  readonly git: PreparationGit;
  readonly readable: readonly string[];
};

type Step = { readonly argv: Argv; readonly timeoutMs: number; readonly onOutput?: (bytes: Uint8Array) => void };

/** Whether it ended well. */
async function runInside(task: Task, { argv, timeoutMs, onOutput }: Step): Promise<boolean> {
  const { options, wanted, place } = task;
  const { repository, own } = task.git;
  const { checkout } = repository;
  const linked = checkout === null ? [] : wanted.settings.symlinks.map((path) => join(checkout, path));
  const env = { ...(await options.environment()), TMPDIR: place.temporary };
  const [program, ...args] = await confineIn(options.sandbox, {
    ...{ argv, env, cwd: place.tree, home: options.home(), programs: argv, git: null },
    writable: [place.tree, place.temporary],
    readable: [repository.objects, join(own.gitDir, "objects"), ...linked, ...task.readable],
  });
  const ended = await runLimited(
    {
      ...{ program, args, env, cwd: place.tree, timeoutMs, signal: wanted.signal },
      maxOutputBytes: OUTPUT_BYTES_MAX,
      onOutput: ({ bytes }: OutputPiece) => (onOutput ?? wanted.onOutput)(bytes),
    },
    options.limits?.(),
  );
  return ended.ok && ended.code === 0;
}

/** A set-up that prints more has gone astray. */
const OUTPUT_BYTES_MAX = 256 * 1_024 * 1_024;
const LIST_MS = 60_000;

/** Asked inside: the configuration there is one that set-up wrote. */
async function listSettings(task: Task): Promise<readonly Setting[]> {
  const pieces: Buffer[] = [];
  const argv: Argv = ["git", "config", "--local", "--list", "-z"];
  const ended = await runInside(task, {
    ...{ argv, timeoutMs: LIST_MS },
    onOutput: (bytes) => void pieces.push(Buffer.from(bytes)),
  });
  return ended ? parseGitSettings(Buffer.concat(pieces).toString("utf8")) : [];
}
