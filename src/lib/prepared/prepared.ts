/**
 * What set-up makes, kept for each key and given to every workspace of that key: set-up runs once in place of once a
 * workspace. An entry is made by us alone, from a commit of the default branch (`prepare.ts`); what agents and checks
 * have in their hands are copies. A key that no commit of the default branch has (an agent changed the lockfile) has no
 * entry: such a workspace is set up by itself, and its result is given to nobody.
 */
import { join } from "node:path";
import type { Setting } from "../git/git.ts";
import { identifyEntry, formatItemsFolder, noteUse, readEntry } from "./entry.ts";
import { layInWorkspace, type WorkspacePaths } from "./lay-in-workspace.ts";
import { layEntry, fitSettings } from "./lay.ts";
import { isInnerPath } from "./plain-parents.ts";
import type { TrustedCommit } from "./prepare.ts";
import { openPreparations, type Preparations, type PreparationsOptions } from "./preparations.ts";
import { readPreparedKey, type SetupSettings } from "./prepared-key.ts";
import { keepSpares, type SpareEntry } from "./spares.ts";

export type PreparedOptions = PreparationsOptions & {
  /** Those of now; null: nothing to be shared. */
  readonly settings: () => SetupSettings | null;
  /** Sandbox and network, in words: part of the key. */
  readonly surroundings: () => string;
};

export type PreparedRequest = {
  /** The files that are in the workspace. */
  readonly tree: string;
  /** Where the default branch is, if that is known; only there set-up may run for others. */
  readonly trusted: TrustedCommit | null;
  readonly signal: AbortSignal;
  /** What set-up prints, should it run now. */
  readonly onOutput?: (bytes: Uint8Array) => void;
};

type LaidSettings = { readonly settings: readonly Setting[] };

export type PreparedFolders = {
  /** Into a new workspace. Null: it has to be set up by itself. */
  readonly lay: (path: string, request: PreparedRequest) => Promise<LaidSettings | null>;
  /** Into one that is used again and again. */
  readonly layInDesk: (workspace: WorkspacePaths, request: PreparedRequest) => Promise<boolean>;
  /** Stops what runs and waits for its end. */
  readonly end: () => Promise<void>;
};

export function openPrepared(options: PreparedOptions): PreparedFolders {
  const stop = new AbortController();
  const preparations = openPreparations(options, stop.signal);
  const spares = keepSpares(stop.signal, options.warn);
  /** What goes wrong here costs time and nothing else: the workspace is set up by itself. */
  const orElse = async <T>(instead: T, signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
    try {
      return await task();
    } catch (error) {
      if (!signal.aborted) options.warn(error, "what set-up made for others could not be laid");
      return instead;
    }
  };
  return {
    lay: (path, request) =>
      orElse(null, request.signal, async () => {
        const found = await find(options, preparations, request);
        if (found === null) return null;
        const { entry, folder } = found;
        const isLaid = await layEntry({ entry, entryFolder: folder, tree: path, signal: request.signal });
        spares.refill(found);
        return isLaid ? { settings: fitSettings(entry, path) } : null;
      }),
    layInDesk: (workspace, request) =>
      orElse(false, request.signal, async () => {
        const found = await find(options, preparations, request);
        if (found === null) return false;
        const { entry, folder } = found;
        return layInWorkspace(workspace, {
          entry,
          key: identifyEntry(folder),
          items: formatItemsFolder(folder),
          signal: request.signal,
        });
      }),
    end: async () => {
      stop.abort();
      await preparations.end();
      await spares.end();
    },
  };
}

/** The entry for these files, which is made now if it may be. Null: they have to be set up by themselves. */
async function find(
  options: PreparedOptions,
  preparations: Preparations,
  request: PreparedRequest,
): Promise<SpareEntry | null> {
  const settings = options.settings();
  if (settings === null) return null;
  const key = await readKey(options, settings, request.tree);
  const folder = join(options.folder, key);
  const entry = (await readEntry(folder)) ?? (await make(options, preparations, { key, settings, request }));
  if (entry === null || request.signal.aborted) return null;
  if (entry.isOfTree && entry.tree !== request.tree) return null;
  if (!entry.items.every(({ path }) => isInnerPath(path))) return null;
  noteUse(folder);
  return { entry, folder };
}

type Missing = { readonly key: string; readonly settings: SetupSettings; readonly request: PreparedRequest };

async function make(options: PreparedOptions, preparations: Preparations, { key, settings, request }: Missing) {
  const { tree: _, trusted, ...rest } = request;
  const isTrusted = trusted !== null && (await readKey(options, settings, trusted.tree)) === key;
  const prepared = await preparations.join({ ...rest, key, settings, trusted: isTrusted ? trusted : null });
  return prepared?.ok === true ? prepared.entry : null;
}

async function readKey(options: PreparedOptions, settings: SetupSettings, tree: string): Promise<string> {
  const [git, environment] = [await options.git(), await options.environment()];
  return readPreparedKey({ ...git, settings, environment, surroundings: options.surroundings() }, tree);
}
