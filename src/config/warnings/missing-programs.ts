/** Programs and files that settings name and this machine does not have: said at once, not when they are to run. */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { findProgram, isProgram } from "../../lib/process/find-program.ts";
import { hookNames } from "../../slots/hook.ts";
import { readCommandProgram } from "./command-program.ts";
import type { Config } from "../config.ts";
import { installHint } from "./install-hint.ts";
import { resolveProject, type ProjectSettings } from "../resolve/project-settings.ts";

export type MissingProgram = { readonly key: string; readonly sentence: string };

export type ProgramSearch = {
  /** That relative paths of hooks begin in: of the configuration file. */
  readonly folder: string;
  /** As in the variable of that name. */
  readonly path: string;
};

export function findMissingPrograms(
  { checks, setup, hooks }: Pick<ProjectSettings, "checks" | "setup" | "hooks">,
  search: ProgramSearch,
): readonly MissingProgram[] {
  const commands = [
    ...Object.entries(checks).map(([name, { command }]) => ({ key: `checks.${name}`, command })),
    ...setup.map((command) => ({ key: "setup", command })),
  ];
  return [
    ...commands.map(({ key, command }) => ({ key, why: explainNoCommand(command, search) })),
    ...hookNames.flatMap((name) =>
      hooks[name].map((hook) => ({ key: `hooks.${name}`, why: explainNoHook(hook, search) })),
    ),
  ].flatMap(({ key, why }) => (why === null ? [] : [{ key, sentence: `\`${key}\`: ${why}` }]));
}

/** The same of every project of a file; what holds for several is told once. */
export function findMissingIn(config: Config, path: string): readonly string[] {
  const names = Object.keys(config.settings.projects ?? {});
  const found = (names.length === 0 ? [""] : names).flatMap((project) =>
    findMissingPrograms(resolveProject({ config, home: null, project }), { folder: dirname(config.file), path }),
  );
  return [...new Set(found.map(({ sentence }) => sentence))];
}

/** A path lies in the tree that is checked, which need not be the one that is checked out; set-up may make it, too. */
function explainNoCommand(command: string | readonly string[], { path }: ProgramSearch): string | null {
  const read = readCommandProgram(command);
  if (!read.ok) return read.why;
  const { program } = read;
  return program.includes("/") || findProgram(program, path) !== null ? null : explainNotFound(program, path);
}

type Hook = ProjectSettings["hooks"][(typeof hookNames)[number]][number];

function explainNoHook({ command, module }: Hook, { folder, path }: ProgramSearch): string | null {
  if (module !== undefined) return existsSync(resolve(folder, module)) ? null : `there is no file ${module}`;
  const [program = ""] = command ?? [];
  if (!program.includes("/")) return findProgram(program, path) === null ? explainNotFound(program, path) : null;
  const file = resolve(folder, program);
  if (isProgram(file)) return null;
  return existsSync(file)
    ? `${program} cannot be run; make it executable: chmod +x ${program}`
    : `there is no file ${program}`;
}

function explainNotFound(program: string, path: string): string {
  const hint = installHint(program, path);
  return `${program} was not found on the PATH; install it${hint === null ? "" : ` (${hint})`}, or change the command`;
}
