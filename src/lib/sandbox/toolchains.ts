/**
 * Programs that a person has installed for themselves: below the home, or anywhere else that is not the system's. They
 * are found by the PATH. A program needs more than its file, so it is shown with what it was installed as: the prefix
 * with its libraries, the packages that a link leads to, all of a version manager. Never the home as a whole, and nothing
 * of a tool's folder that is a login.
 */
import { existsSync, readdirSync, statSync, type Dirent } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { isProgram } from "../process/find-program.ts";
import { hasCode } from "../files/if-there.ts";
import { isAtOrBelow, isBelow, findRealPath, UNREACHABLE } from "./confinement-layers.ts";
import { rememberFor } from "./remember-for.ts";
import { SYSTEM_FOLDERS } from "./system-files.ts";

export type Toolchains = { readonly shown: readonly string[]; readonly hidden: readonly string[] };

type Search = {
  readonly home: string;
  /** As in the variable of that name. */
  readonly path: string;
  /** Programs that are named by their path. */
  readonly named: readonly string[];
};

/** Whoever installs a tool may wait for so long until agents have it, too. */
const REMEMBERED_MS = 10_000;

export function findToolchains(search: Search): Toolchains {
  return remembered(JSON.stringify([search.home, search.path, ...search.named]));
}

const remembered = rememberFor(REMEMBERED_MS, (key): Toolchains => {
  const [home = "", path = "", ...named]: string[] = JSON.parse(key);
  return search({ home, path, named });
});

function search({ home, path, named }: Search): Toolchains {
  const realHome = findRealPath(home) ?? home;
  const found: Found = { home: realHome, shown: new Set(), walked: new Set() };
  for (const folder of path.split(":").filter(isAbsolute)) {
    const real = findRealPath(folder);
    if (real === null || isAtOrBelow(realHome, real) || !statSync(real).isDirectory()) continue;
    if (isOfSystem(real)) found.shown.add(folder);
    else showFolder(found, real);
    // As it is written, too: links may lead to it.
    if (isShown(found, real)) found.shown.add(folder);
  }
  for (const program of named) {
    const real = findRealPath(program);
    if (real === null || isOfSystem(real) || !statSync(real).isFile()) continue;
    found.shown.add(program);
    showProgram(found, real);
  }
  const shown = [...found.shown];
  return { shown, hidden: shown.flatMap(listLogins) };
}

type Found = { readonly home: string; readonly shown: Set<string>; readonly walked: Set<string> };

/** Tools that are a folder of programs which start others of the same tool, and what each needs beside it. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  ".asdf": [],
  ".volta": [],
  ".pyenv": [],
  ".rbenv": [],
  ".nodenv": [],
  ".goenv": [],
  ".jenv": [],
  ".sdkman": [],
  ".juliaup": [".julia/juliaup"],
  ".ghcup": [],
  ".opam": [],
  ".dotnet": [],
  ".proto": [],
  ".local/share/mise": [],
  ".local/share/rtx": [],
  ".local/share/swiftly": [],
  ".cargo/bin": [".rustup"],
  // What `pip install --user` and `npm install -g` with this prefix install.
  ".local/bin": [".local/lib"],
};

function showFolder(found: Found, folder: string): void {
  if (found.walked.has(folder) || found.walked.size > FOLDERS_MAX) return;
  found.walked.add(folder);
  showTool(found, folder);
  const prefix = findPrefix(found, folder);
  if (prefix !== null) found.shown.add(prefix);
  const entries = listEntries(folder);
  const links = entries.filter((entry) => entry.isSymbolicLink());
  if (isForPrograms(found, folder)) found.shown.add(folder);
  else showPrograms(found, folder, entries);
  for (const { name } of links) {
    const target = findRealPath(join(folder, name));
    if (target !== null && !isShown(found, target) && statSync(target).isFile()) showProgram(found, target);
  }
}

/** Far more than anybody has. Past them a tool does not start, which is said by the tool. */
const FOLDERS_MAX = 200;
const ENTRIES_MAX = 5_000;

/** A folder that not we may list may be searched for a name; what is meant is not known then. */
function listEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).slice(0, ENTRIES_MAX);
  } catch (error) {
    if (hasCode(error, ...UNREACHABLE)) return [];
    throw error;
  }
}

/** One by one, as they cost a mount each. A folder with more is one of another system (`System32`), or of data. */
const PROGRAMS_MAX = 64;

function showPrograms(found: Found, folder: string, entries: readonly Dirent[]): void {
  const programs = entries.map(({ name }) => join(folder, name)).filter(isProgram);
  if (programs.length <= PROGRAMS_MAX) for (const program of programs) found.shown.add(program);
}

function showProgram(found: Found, file: string): void {
  if (isOfSystem(file) || showTool(found, file)) return;
  const folder = dirname(file);
  const packages = /^(.*?\/node_modules)\//.exec(file)?.[1];
  if (packages !== undefined) found.shown.add(packages);
  else if (findPrefix(found, folder) !== null) showFolder(found, folder);
  else found.shown.add(isOfOneTool(found, folder) ? folder : file);
}

function showTool({ home, shown }: Found, path: string): boolean {
  const tool = Object.keys(TOOLS).find((name) => isAtOrBelow(path, join(home, name)));
  if (tool === undefined) return false;
  for (const name of [tool, ...(TOOLS[tool] ?? [])]) if (existsSync(join(home, name))) shown.add(join(home, name));
  return true;
}

/** `bin` beside libraries: the folder around both is an installation, unless it is somebody's work. */
function findPrefix({ home }: Found, folder: string): string | null {
  const prefix = dirname(folder);
  const isWork = [".git", ".env"].some((name) => existsSync(join(prefix, name)));
  const isBroad = isAtOrBelow(home, prefix) || prefix === join(home, ".local");
  if (!FOLDERS_OF_PROGRAMS.includes(basename(folder)) || isWork || isBroad) return null;
  return BESIDE_PROGRAMS.some((name) => existsSync(join(prefix, name))) ? prefix : null;
}

const FOLDERS_OF_PROGRAMS = ["bin", "sbin", "shims", ".bin"];
const BESIDE_PROGRAMS = ["lib", "lib64", "libexec", "share", "include", "pyvenv.cfg"];

/** Of other folders on the PATH only the programs are shown: it may be where somebody works or keeps data. */
function isForPrograms({ home }: Found, folder: string): boolean {
  const isHiddenAway = isBelow(folder, home) && relative(home, folder).startsWith(".");
  return FOLDERS_OF_PROGRAMS.includes(basename(folder)) || isHiddenAway;
}

/** Such as `~/.local/share/cursor-agent/versions/1`, and not `~/.tool`, where its login may lie, nor `~/scripts` or `/tmp`. */
function isOfOneTool({ home }: Found, folder: string): boolean {
  if (!isBelow(folder, home)) return !isAtOrBelow(home, folder) && (statSync(folder).mode & FOR_EVERYBODY) === 0;
  const [first = "", ...rest] = relative(home, folder).split("/");
  return first === ".local" ? rest.length >= 2 : first.startsWith(".") && first !== ".config" && rest.length >= 1;
}

/** May be written by every account: what lies there belongs to anybody. */
const FOR_EVERYBODY = 0o002;

const isShown = ({ shown }: Found, path: string): boolean => [...shown].some((folder) => isAtOrBelow(path, folder));

const isOfSystem = (path: string): boolean => SYSTEM_FOLDERS.some((folder) => isAtOrBelow(path, folder));

/** Files that tools keep tokens in, wherever they are installed. */
const LOGINS = [
  "etc/npmrc",
  ".npmrc",
  ".netrc",
  ".env",
  "credentials",
  "credentials.toml",
  "credentials.json",
  "auth.json",
];

const listLogins = (folder: string): readonly string[] =>
  LOGINS.map((name) => join(folder, name)).filter((file) => existsSync(file));
