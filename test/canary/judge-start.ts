/** Whether a program may be started as it is about to be, seen from what agents can write. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, resolve } from "node:path";

export type Start = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
};

/** A sentence that says what is wrong, or null. `home` is the daemon's. */
export function judgeStart(start: Start, home: string): string | null {
  if (isForSession(start)) return null;
  const root = realPath(home);
  const found = findPrograms(start).find((path) => isWritableByAgents(path, root));
  if (found !== undefined) return `a program that an agent can write is run: ${found}`;
  if (!isGit(start.program)) return null;
  const config = findGitConfigs(start).find((path) => isWritableByAgents(path, root));
  return config === undefined ? null : `git runs with a configuration that an agent can write: ${config}`;
}

export const isGit = (program: string): boolean => basename(program) === "git";

/**
 * Agents, setup commands and checks: confined, unless a person has switched the sandbox off, and then they may run what
 * lies in the workspace. The attempts in `test/escape` prove that the sandbox is where the settings say.
 */
export const isForSession = ({ program, env }: Start): boolean =>
  !isGit(program) && ["AO_LOG_DIR", "AO_CHECK"].some((name) => env[name] !== undefined);

/** All that the sandbox, or a person's choice to do without, lets programs of sessions write below the daemon's home. */
const WRITABLE: readonly RegExp[] = [
  /^workspaces\//,
  /^cache\/[^/]+\/(?:agents|checks)\//,
  /^projects\/.*\/(?:tree|tmp)\//,
  /^sessions\//,
];

/** Of a session's own repository what decides how git behaves is a read-only mount (docs/adr/0018). */
const MOUNTED =
  /^workspaces\/\.repositories\/[^/]+\/[^/]+\/(?:config|worktrees\/[^/]+\/(?:config\.worktree|commondir|gitdir))$/;

/** `path` and `root`, the daemon's home, are real ones. */
function isWritableByAgents(path: string, root: string): boolean {
  if (!path.startsWith(`${root}/`)) return false;
  const below = path.slice(root.length + 1);
  return !MOUNTED.test(below) && WRITABLE.some((pattern) => pattern.test(below));
}

/** They run the file that follows. */
const INTERPRETERS = /^(?:sh|bash|dash|env|node|nodejs|python3?|perl|ruby|nice|nohup|setsid|timeout)$/;

function findPrograms({ program, args, cwd, env }: Start): readonly string[] {
  const find = (name: string): string | null => (name.includes("/") ? resolve(cwd, name) : findOnPath(name, cwd, env));
  const script = args.find((word) => !word.startsWith("-") && !/^\w+=/.test(word));
  const words = INTERPRETERS.test(basename(program)) && script !== undefined ? [script] : [];
  // A script needs no folder before its name: `sh run.sh`.
  const scripts = words.flatMap((word) => [resolve(cwd, word), find(word)]);
  return [find(program), ...scripts].flatMap((path) => (path !== null && isFile(path) ? [realPath(path)] : []));
}

function findOnPath(program: string, cwd: string, env: NodeJS.ProcessEnv): string | null {
  const folders = (env["PATH"] ?? "").split(delimiter);
  const paths = folders.map((folder) => join(isAbsolute(folder) ? folder : resolve(cwd, folder), program));
  return paths.find(isFile) ?? null;
}

/** The files that decide what git runs: of the repository, and of the user that it is told to be. */
function findGitConfigs(start: Start): readonly string[] {
  const { env, cwd } = start;
  const named = [env["GIT_CONFIG_GLOBAL"], env["GIT_CONFIG_SYSTEM"], env["GIT_CONFIG"]];
  const ofUser = [
    ...named.map((path) => (path === undefined ? null : resolve(cwd, path))),
    env["HOME"] === undefined ? null : join(env["HOME"], ".gitconfig"),
    env["XDG_CONFIG_HOME"] === undefined ? null : join(env["XDG_CONFIG_HOME"], "git/config"),
  ];
  return [...ofUser, ...findRepositoryConfigs(start)].flatMap((path) =>
    path !== null && isFile(path) ? [realPath(path)] : [],
  );
}

function findRepositoryConfigs(start: Start): readonly string[] {
  const gitDir = findGitDir(start);
  if (gitDir === null) return [];
  const link = join(gitDir, "commondir");
  const common = isFile(link) ? resolve(gitDir, readFileSync(link, "utf8").trim()) : gitDir;
  return [join(common, "config"), join(gitDir, "config.worktree"), ...(common === gitDir ? [] : [link])];
}

function findGitDir({ args, cwd, env }: Start): string | null {
  const at = args.indexOf("-C");
  const from = at === -1 ? cwd : resolve(cwd, args[at + 1] ?? "");
  const index = args.indexOf("--git-dir");
  const named =
    args.find((word) => word.startsWith("--git-dir="))?.slice("--git-dir=".length) ??
    (index === -1 ? env["GIT_DIR"] : args[index + 1]);
  return named === undefined ? discoverGitDir(from) : resolve(from, named);
}

function discoverGitDir(from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, ".git");
    if (existsSync(path)) return isFile(path) ? readGitLink(path) : path;
    if (existsSync(join(folder, "HEAD")) && existsSync(join(folder, "objects"))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

function readGitLink(file: string): string | null {
  const named = /^gitdir: (.+?)\s*$/.exec(readFileSync(file, "utf8"))?.[1];
  return named === undefined ? null : resolve(dirname(file), named);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
