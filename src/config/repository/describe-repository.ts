/** What a person should know of a repository before its first session: said when it is added, and by `ao doctor`. */
import { detectCommands } from "../first-run/detect.ts";
import { openFileTree } from "../first-run/file-tree.ts";
import { readMachine } from "../first-run/machine.ts";
import { findProgram } from "../../lib/process/find-program.ts";
import { runProgram } from "../../lib/run.ts";
import { readCommandProgram } from "../warnings/command-program.ts";
import type { ProjectSettings } from "../resolve/project-settings.ts";
import { describeSpecialParts, findUnignored } from "./special-parts.ts";
import { findWantedVersions } from "./wanted-versions.ts";

export type Described = {
  readonly folder: string;
  /** Where programs are looked for. */
  readonly env: NodeJS.ProcessEnv;
  readonly settings: Pick<ProjectSettings, "checks" | "setup" | "cache">;
};

export type RepositoryNotes = {
  /** What does not fit together. */
  readonly troubles: readonly string[];
  /** What is there, and is treated in a way of its own. */
  readonly parts: readonly string[];
};

export async function describeRepository({ folder, env, settings }: Described): Promise<RepositoryNotes> {
  const tree = openFileTree(folder);
  const machine = readMachine(env);
  const commands = [...Object.values(settings.checks).map(({ command }) => command), ...settings.setup];
  const { passedOver } = detectCommands(tree, machine);
  const unnamed = passedOver.filter(({ command }) => !commands.includes(command));
  const special = describeSpecialParts(tree, machine);
  return {
    troubles: [
      ...(await findVersionTroubles(folder, env)),
      ...findUnignored(
        tree,
        settings.cache.filter((name) => !doesIgnoreItself(name, commands)),
      ).map((name) => `${name} is not in .gitignore, so agents may commit it; add it there`),
      ...unnamed.map(
        ({ command, program, from }) =>
          `\`${command}\` is not among the checks: ${from.split(";")[0] ?? from} asks for ${program}, which is not installed`,
      ),
    ],
    parts: [...listCorepackLines(commands, machine.hasProgram), ...(special === null ? [] : [special])],
  };
}

/** uv, Poetry and PDM write that into the environments that they make. */
const doesIgnoreItself = (folder: string, commands: readonly (string | readonly string[])[]): boolean =>
  folder === ".venv" &&
  commands.some((command) => {
    const read = readCommandProgram(command);
    return read.ok && ["uv", "poetry", "pdm"].includes(read.program);
  });

function listCorepackLines(
  commands: readonly (string | readonly string[])[],
  hasProgram: (name: string) => boolean,
): readonly string[] {
  const names = commands.flatMap((command) => {
    const read = readCommandProgram(command);
    return read.ok && read.program === "corepack" ? [read.args[0] ?? ""] : [];
  });
  const managers = [...new Set(names)].filter((name) => ["pnpm", "yarn"].includes(name) && !hasProgram(name));
  return managers.map(
    (name) => `${name} is not installed and runs through corepack; to have it: corepack enable ${name}`,
  );
}

const ANSWER_WITHIN_MS = 5_000;

/**
 * A version manager may choose another one in the repository, so programs are asked there. None of those that are asked
 * runs anything of the repository for that: Yarn would.
 */
async function findVersionTroubles(folder: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const wanted = findWantedVersions(openFileTree(folder));
  const programs = [...new Set(wanted.map(({ program }) => program))];
  const versions = new Map(
    await Promise.all(programs.map(async (name) => [name, await readInstalledVersion(name, folder, env)] as const)),
  );
  return wanted.flatMap(({ program, version, from, fits }) => {
    const installed = versions.get(program) ?? null;
    if (installed === null || fits(installed) !== "does_not_fit") return [];
    return [`${from} asks for ${program} ${version}, and ${installed} is installed; switch to one that fits`];
  });
}

/** Null: not installed, or it does not say. */
async function readInstalledVersion(name: string, folder: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const program = findProgram(name, env["PATH"] ?? "");
  if (program === null) return null;
  const ended = await runProgram({ program, args: ["--version"], cwd: folder, env, timeoutMs: ANSWER_WITHIN_MS });
  if (!ended.ok || ended.code !== 0) return null;
  return /\d+\.\d+(\.\d+)?/.exec(ended.stdout)?.[0] ?? null;
}
