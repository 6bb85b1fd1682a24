/**
 * The files that decide what a check does: a change that edits one of them could make itself green. Known are the paths
 * a command names, and the files in which package managers and `make` look up what to run.
 */
import { parseWords } from "../lib/parse-words.ts";
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
};

export function pathsOfChecks(checks: Checks): readonly string[] {
  const found = Object.values(checks).flatMap(({ command }) => pathsIn(wordsOf(command)));
  return [...new Set(found)];
}

function wordsOf(command: string | readonly string[]): readonly string[] {
  if (typeof command !== "string") return command;
  const words = parseWords(command);
  return words.ok ? words.words : [];
}

function pathsIn([program = "", ...args]: readonly string[]): readonly string[] {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return [...(LOOKED_UP[name] ?? []), ...[program, ...args].filter(isPath).map((word) => word.replace(/^\.\//, ""))];
}

/** Of the repository, and one file: options, patterns, and what lies elsewhere on the machine are none. */
const isPath = (word: string): boolean =>
  /^[^-/~]/.test(word) && !/[*?{}[\]!]/.test(word) && !word.split("/").includes("..") && /\/[^/]+$|\.\w+$/.test(word);
