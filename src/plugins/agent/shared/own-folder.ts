/**
 * A tool's own settings and conversations lie in a folder of the session, so that nothing of the person's settings is
 * changed and no session reads another's. The person's login is linked in where there is one.
 */
import { existsSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { FolderCopy } from "../../../slots/runtime.ts";

export type OwnFolder = {
  readonly sessions: string;
  readonly session: string;
  /** Where the session's programs see the folders of its tools. */
  readonly tools: string;
  readonly agent: string;
  /** What must be there before the tool begins, by its path in the folder. Left alone where it is. */
  readonly seeds?: Readonly<Record<string, string>>;
  /** Files of the person, by their path in the folder. */
  readonly logins?: Readonly<Record<string, string>>;
};

export type MadeFolder = {
  readonly path: string;
  /** The same folder, as the tool sees it. */
  readonly seenAt: string;
  readonly logins: readonly string[];
};

export function makeOwnFolder({ sessions, session, tools, agent, seeds = {}, logins = {} }: OwnFolder): MadeFolder {
  const path = formatOwnFolder({ sessions, session, agent });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(seeds)) {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (!existsSync(file)) writeFileSync(file, text, { mode: 0o600 });
  }
  const linked: string[] = [];
  for (const [name, target] of Object.entries(logins)) {
    if (!existsSync(target)) continue;
    linked.push(target);
    const link = join(path, name);
    mkdirSync(dirname(link), { recursive: true, mode: 0o700 });
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(target, link);
  }
  return { path, seenAt: join(tools, folderName(agent)), logins: linked };
}

/** Folders of the person's home that a tool keeps its settings, login and conversations in, and which files are the first two. */
export type ToolFolders = Readonly<Record<string, readonly string[]>>;

type OwnCopies = Pick<OwnFolder, "sessions" | "session" | "agent"> & {
  readonly home: string | undefined;
  readonly folders: ToolFolders;
};

/** For tools that cannot be told of another place: a sandbox shows them the session's copy there. */
export function makeOwnCopies({ sessions, session, agent, home, folders }: OwnCopies): readonly FolderCopy[] {
  if (home === undefined) return [];
  const path = formatOwnFolder({ sessions, session, agent });
  return Object.entries(folders).map(([name, files]) => ({ of: join(home, name), at: join(path, name), files }));
}

const formatOwnFolder = ({ sessions, session, agent }: Pick<OwnFolder, "sessions" | "session" | "agent">): string =>
  join(sessions, session, "agent", folderName(agent));

const folderName = (agent: string): string => agent.replaceAll(/[^a-z0-9-]/g, "_");
