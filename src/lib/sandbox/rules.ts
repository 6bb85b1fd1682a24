/** The rules for every program nobody has read: an empty home with what it needs, and nothing of anybody else. */
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { findProgram } from "../process/find-program.ts";
import { listOwnFolders } from "../own-program.ts";
import { layCaches } from "./caches.ts";
import type { Confinement, Link, Sandbox } from "./confinement.ts";
import { isAtOrBelow, findRealPath } from "./confinement-layers.ts";
import { isolateNetwork, type Bridge } from "./own-network.ts";
import { layGitSettings } from "./git-settings.ts";
import { laySettings } from "./person-settings.ts";
import type { GitShare } from "./shared-git.ts";
import { SYSTEM_FOLDERS } from "./system-files.ts";
import { findToolchains } from "./toolchains.ts";

/** What the programs of one project find in a home that is empty otherwise. */
export type ClosedHome = {
  /** Folders that are nobody's business, but for what is given back: the daemon's home. */
  readonly hidden: readonly string[];
  /** Folders of ours: for what tools download, and for copies of the person's settings without secrets. */
  readonly caches: string;
  readonly settings: string;
  /** The person's repository. */
  readonly repository: string;
  /** What the project's settings open; `~/` is the home. What is hidden stays so. */
  readonly opened: OpenedPaths;
};

export type OpenedPaths = { readonly read: readonly string[]; readonly write: readonly string[] };

export type ConfineRequest = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Of the program: its HOME is where the home is, its PATH says which tools it finds. */
  readonly env: NodeJS.ProcessEnv;
  readonly home: ClosedHome;
  /** The workspace, and what the tool itself must keep. */
  readonly writable: readonly string[];
  /** The own log folder, what is linked into the workspace, and credentials that the tool itself needs. */
  readonly readable: readonly string[];
  /** The own turn folder, which is made when the turn starts. */
  readonly coming?: readonly string[];
  /** Places in the home that lead to folders of ours. */
  readonly links?: readonly Link[];
  /** Programs that the settings name by their path, beside the first word of `argv`. */
  readonly programs?: readonly string[];
  /** What it shares with the person's repository; null when it has a repository of its own. */
  readonly git: GitShare | null;
};

/** The program that runs `argv` by these rules. */
export async function confineIn(sandbox: Sandbox, request: ConfineRequest): Promise<readonly [string, ...string[]]> {
  const { argv, cwd } = request;
  if (sandbox.name === "none") return sandbox.wrap({ argv, cwd, hidden: [], writable: [], readOnly: [] });
  return sandbox.wrap({ argv, cwd, ...(await layConfinement(request)) });
}

/** All of a confinement but the program and its network. */
export type ConfinementRules = Required<Omit<Confinement, "argv" | "cwd" | "network">>;

/** Keeps the rules of `layConfinement` for one program, with the network of the machine or with one of its own. */
export function applyConfinement(
  sandbox: Sandbox,
  { network, ...rules }: ConfinementRules & { readonly network: Bridge | null },
  { argv, cwd }: Pick<Confinement, "argv" | "cwd">,
): Confinement["argv"] {
  const inside = network === null ? sandbox : isolateNetwork(sandbox, network);
  return inside.wrap({ ...rules, argv, cwd });
}

const NOTHING_OF_GIT = { readable: [], writable: [], readOnly: [] };

/** Makes the folders that the rules name, and says the rules. */
export async function layConfinement(request: ConfineRequest): Promise<ConfinementRules> {
  const { env, home, git } = request;
  const { hidden, caches, settings, repository } = home;
  const person = env["HOME"] ?? homedir();
  const realHome = findRealPath(person) ?? person;
  const tools = findToolchains({ home: person, path: env["PATH"] ?? "", named: listNamedPrograms(request) });
  const links = [
    ...(request.links ?? []),
    ...layCaches(realHome, caches),
    ...laySettings(realHome, settings),
    ...(await layGitSettings({ home: realHome, folder: settings, repository })),
  ];
  const opened = resolveOpenedPaths(home, person);
  const share = git ?? NOTHING_OF_GIT;
  return {
    hidden: [...tools.hidden, ...hidden],
    scratch: isBroad(realHome) ? [] : [person],
    readable: [...listOwnFolders(), ...tools.shown, settings, ...opened.read, ...share.readable, ...request.readable],
    coming: request.coming ?? [],
    writable: [caches, ...opened.write, ...share.writable, ...request.writable],
    readOnly: share.readOnly,
    gitFolders: git === null ? [] : [git.folder],
    links,
  };
}

function resolveOpenedPaths({ opened, hidden }: ClosedHome, person: string): OpenedPaths {
  const isHidden = (path: string): boolean =>
    hidden.some((folder) => isAtOrBelow(findRealPath(path) ?? path, findRealPath(folder) ?? folder));
  const open = (paths: readonly string[]) =>
    paths.map((path) => resolveInHome(path, person)).filter((path) => !isHidden(path));
  return { read: open(opened.read), write: open(opened.write) };
}

export const resolveInHome = (path: string, home: string): string => path.replace(/^~(?=\/|$)/, () => home);

/**
 * What lies in a folder that may be written is there already. The program itself is named by where the PATH finds it: its
 * folder may be one that is not shown, such as the home itself.
 */
function listNamedPrograms({ argv, env, programs = [], writable }: ConfineRequest): readonly string[] {
  const isWritable = (path: string): boolean => writable.some((folder) => isAtOrBelow(path, folder));
  const itself = argv[0].includes("/") ? argv[0] : (findProgram(argv[0], env["PATH"] ?? "") ?? argv[0]);
  return [itself, ...programs].filter((path) => isAbsolute(path) && !isWritable(path));
}

/** A home that the system lies in (`/`, of some services) is not emptied: beside the system nothing is there anyway. */
const isBroad = (home: string): boolean => SYSTEM_FOLDERS.some((folder) => isAtOrBelow(folder, home));
