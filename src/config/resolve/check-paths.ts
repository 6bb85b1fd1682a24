/**
 * The files that decide what a check does: a change that edits one of them could make itself green. Known are the paths
 * a command names, and the files in which package managers and `make` look up what to run.
 */
import { readCommandProgram } from "../warnings/command-program.ts";
import type { ProjectSettings } from "./project-settings.ts";

type Checks = ProjectSettings["checks"];

const LOOKED_UP: Readonly<Record<string, readonly string[]>> = {
  npm: ["**/package.json", "**/.npmrc"],
  pnpm: ["**/package.json", "**/.npmrc"],
  yarn: ["**/package.json", "**/.yarnrc.yml"],
  bun: ["**/package.json", "**/bunfig.toml"],
  make: ["Makefile", "makefile", "GNUmakefile"],
  just: ["justfile", ".justfile"],
  task: ["Taskfile.yml", "Taskfile.yaml"],
  tox: ["tox.ini"],
  nox: ["noxfile.py"],
  deno: ["deno.json", "deno.jsonc"],
  bundle: ["Rakefile", ".rspec"],
  composer: ["composer.json"],
  ctest: ["**/CMakeLists.txt"],
};

export function listCheckPaths(checks: Checks): readonly string[] {
  const found = Object.values(checks).flatMap(({ command }) => listPaths(command));
  return [...new Set(found)];
}

function listPaths(command: string | readonly string[]): readonly string[] {
  const read = readCommandProgram(command);
  if (!read.ok) return [];
  const { program, args } = read;
  const name = program.slice(program.lastIndexOf("/") + 1);
  const lookedUp = LOOKED_UP[name === "corepack" ? (args[0] ?? "") : name] ?? [];
  return [...lookedUp, ...[program, ...args].filter(isPath).map((word) => word.replace(/^\.\//, ""))];
}

/** Of the repository, and one file: options, patterns, and what lies elsewhere on the machine are none. */
const isPath = (word: string): boolean =>
  /^[^-/~]/.test(word) && !/[*?{}[\]!]/.test(word) && !word.split("/").includes("..") && /\/[^/]+$|\.\w+$/.test(word);
