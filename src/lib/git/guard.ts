/**
 * Agents can write the configuration that their worktree shares with the person's repository. So git runs there only
 * while every setting that could start a program is one that a person has accepted. Usually that is seen from the bytes
 * of the file alone; only when they changed is git asked what they mean.
 */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { buildPersonEnvironment } from "./environment.ts";
import { callGit, failGit, type GitAnswer } from "./git-run.ts";
import { parseAccepted, type Accepted } from "./parse-accepted.ts";
import { isExecCapable, parseGitSettings, type Setting } from "./settings/parse-git-config.ts";
import { returnNullIfAbsent, readPlainFile, readPlainText } from "../files/plain-file.ts";
import { replaceFile } from "../files/replace-file.ts";

export type ConfigGuard = {
  /** Fails with `not_accepted`, the differences and how to accept them. The first state ever seen is accepted. */
  check(): Promise<GitAnswer<null>>;
  /** A person, or a set-up command that they accepted, has made it so. */
  accept(): Promise<GitAnswer<null>>;
  /** `+ key=value` for what came, `- key=value` for what went. Empty: as accepted. */
  differences(): Promise<GitAnswer<readonly string[]>>;
};

export type GuardedPlace = {
  readonly commonDir: string;
  /** Where the accepted state is kept: out of the reach of agents. */
  readonly acceptedFile: string;
  /** The command a person types to accept. */
  readonly howToAccept: string;
};

/** Files that include each other, and worktrees with settings of their own. Beyond that nothing runs. */
const FILES_MAX = 500;

export function createConfigGuard(place: GuardedPlace): ConfigGuard {
  const compare = async (): Promise<GitAnswer<readonly string[]>> => {
    const accepted = parseAccepted(await readPlainText(place.acceptedFile));
    if (accepted !== null && (await isUntouched(accepted, place.commonDir))) return { ok: true, value: [] };
    const present = await examine(place.commonDir);
    if (!present.ok) return present;
    const differences = accepted === null ? [] : listDifferences(accepted.settings, present.value.settings);
    if (differences.length === 0) await keep(place.acceptedFile, present.value);
    return { ok: true, value: differences };
  };
  return {
    differences: compare,
    check: async () => {
      const compared = await compare();
      if (!compared.ok) return compared;
      return compared.value.length === 0 ? { ok: true, value: null } : refuseConfig(place, compared.value);
    },
    accept: async () => {
      const present = await examine(place.commonDir);
      if (!present.ok) return present;
      await keep(place.acceptedFile, present.value);
      return { ok: true, value: null };
    },
  };
}

function refuseConfig({ commonDir, howToAccept }: GuardedPlace, differences: readonly string[]) {
  return failGit(
    "not_accepted",
    `git was not run in ${commonDir}: its configuration may start programs that nobody accepted (${differences.join("; ")}). ` +
      `If that is your doing, accept it with \`${howToAccept}\`; else undo it in ${commonDir}/config.`,
  );
}

async function isUntouched({ files, settings }: Accepted, commonDir: string): Promise<boolean> {
  const hashes = await Promise.all(Object.keys(files).map(hashConfigFile));
  const areSame = hashes.length > 0 && Object.values(files).every((hash, index) => hash === hashes[index]);
  if (!areSame || !settings.some((line) => /^extensions\.worktreeconfig=/.test(line))) return areSame;
  // A worktree that is new since, or whose settings are.
  const own = await listWorktreeConfigs(commonDir);
  const present = await Promise.all(own.filter((path) => !(path in files)).map(hashConfigFile));
  return present.every((hash) => hash === ABSENT);
}

const ABSENT = "absent";

/** An empty file says as little as none, and is as quickly judged. */
async function hashConfigFile(path: string): Promise<string> {
  const bytes = await readPlainFile(path, { followLink: true });
  return bytes === null || bytes.length === 0 ? ABSENT : createHash("sha256").update(bytes).digest("hex");
}

/** The settings of each linked worktree, as far as the repository lets them have any. */
async function listWorktreeConfigs(commonDir: string): Promise<readonly string[]> {
  const names = (await readdir(resolve(commonDir, "worktrees")).catch(returnNullIfAbsent)) ?? [];
  return names.map((name) => resolve(commonDir, "worktrees", name, "config.worktree"));
}

/** Reads the shared configuration, that of every worktree, and every file they include, under whatever condition. */
async function examine(commonDir: string): Promise<GitAnswer<Accepted>> {
  const own = await listWorktreeConfigs(commonDir);
  const waiting = [resolve(commonDir, "config"), resolve(commonDir, "config.worktree"), ...own];
  const files: Record<string, string> = {};
  const settings: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (path in files) continue;
    const hash = await hashConfigFile(path);
    if (hash === ABSENT && own.includes(path)) continue;
    files[path] = hash;
    if (Object.keys(files).length > FILES_MAX) return refuseTooMany(commonDir);
    if (hash === ABSENT) continue;
    const read = await readSettings(path, commonDir);
    if (!read.ok) return read;
    const risky = read.value.filter(isExecCapable);
    settings.push(...risky.map(({ key, value }) => `${key}=${value}`));
    waiting.push(...risky.flatMap((setting) => listIncludes(setting, path)));
  }
  return { ok: true, value: { files, settings: settings.toSorted() } };
}

function refuseTooMany(commonDir: string) {
  const why = `its configuration is spread over more than ${FILES_MAX} files, so that nobody can say what it would run`;
  return failGit("not_accepted", `git was not run in ${commonDir}: ${why}.`);
}

async function readSettings(path: string, commonDir: string): Promise<GitAnswer<readonly Setting[]>> {
  const args = [`--git-dir=${commonDir}`, "config", "--file", path, "--no-includes", "--list", "-z"];
  const listed = await callGit({ args, cwd: commonDir, env: buildPersonEnvironment() });
  return listed.ok ? { ok: true, value: parseGitSettings(listed.value) } : listed;
}

function listIncludes({ key, value }: Setting, from: string): readonly string[] {
  if (!/^include(if\..*)?\.path$/s.test(key)) return [];
  return [value.startsWith("~/") ? resolve(homedir(), value.slice(2)) : resolve(dirname(from), value)];
}

function listDifferences(accepted: readonly string[], present: readonly string[]): readonly string[] {
  return [
    ...present.filter((line) => !accepted.includes(line)).map((line) => `+ ${line}`),
    ...accepted.filter((line) => !present.includes(line)).map((line) => `- ${line}`),
  ];
}

async function keep(path: string, accepted: Accepted): Promise<void> {
  replaceFile(path, JSON.stringify(accepted));
}
