/**
 * Commands that a repository's GitHub workflows run for pushes and pull requests. Their files are read as data: of their
 * steps only plain commands are taken, of one line and without expressions, and nobody runs them unasked.
 */
import { parseWords } from "../../lib/text/parse-words.ts";
import { makeVisible } from "../../lib/text/visible-text.ts";
import type { NamedCommand } from "./ecosystems/ecosystem.ts";
import type { FileTree } from "./file-tree.ts";
import { listIn, getTable, listTables, getText, type TomlTable } from "./parse-toml.ts";
import { parseYamlTable } from "./parse-yaml.ts";

const FOLDER = ".github/workflows";
const FILES_MAX = 20;
const COMMAND_MAX = 120;

export function findWorkflowCommands(tree: FileTree): readonly NamedCommand[] {
  const files = tree.list(FOLDER).filter((name) => /\.ya?ml$/.test(name));
  return files.slice(0, FILES_MAX).flatMap((name) => {
    const from = `${FOLDER}/${name}`;
    const workflow = parseYamlTable(tree.read(from) ?? "");
    if (!isRunForChanges(workflow)) return [];
    const jobs = listTables(getTable(workflow, "jobs")).map(([, job]) => job);
    return jobs.flatMap(listCommands).map((command) => ({ name: nameFor(command), command, from: makeVisible(from) }));
  });
}

/** `on` is a name, a list of names or a table by name. */
function isRunForChanges(workflow: TomlTable): boolean {
  const names = [getText(workflow, "on"), ...listIn(workflow, "on"), ...Object.keys(getTable(workflow, "on"))];
  return names.includes("push") || names.includes("pull_request");
}

function listCommands(job: TomlTable): readonly string[] {
  if (isElsewhere(getTable(job, "defaults", "run"))) return [];
  return listIn(job, "steps").flatMap((step) => {
    const table = getTable({ step }, "step");
    const line = getText(table, "run")?.trim() ?? "";
    return isElsewhere(table) || !isPlainCheck(line) ? [] : [line];
  });
}

/** In another folder or another shell it would mean something else. */
function isElsewhere(table: TomlTable): boolean {
  const shell = getText(table, "shell");
  return Object.hasOwn(table, "working-directory") || (shell !== null && !/^(ba)?sh\b/.test(shell));
}

function isPlainCheck(line: string): boolean {
  if (line === "" || line.length > COMMAND_MAX || makeVisible(line) !== line) return false;
  return !line.includes("${{") && parseWords(line).ok && !PREPARES.test(line) && !GOES_OUT.test(line);
}

/** It prepares the runner, or is `setup`. */
const PREPARES = new RegExp(
  `^(${[
    ...["sudo", "apt", "apt-get", "brew", "choco", "curl", "wget", "echo", "printf", "cd", "git", "gh", "docker"],
    ...["export", "set", "source", "\\.", "chmod", "mkdir", "cp", "mv", "rm", "ls", "cat", "env", "exit", "sleep"],
    ...["corepack", "rustup", "pip3?", "pipx", "python3? -m (pip|venv)", "uv (sync|pip|python|venv|tool install)"],
    ...["npm (ci|i|install|config|version)", "npx playwright install", "pnpm (i|install|config)"],
    ...["yarn( install\\b.*)?$", "yarn config", "bun (i|install)", "poetry (install|config)", "pdm (install|sync)"],
    ...["bundle (install|config)", "gem install", "go (mod|install|get)", "cargo (fetch|install)", "dotnet restore"],
    ...["\\S+ --?version$", "\\S+ -v$"],
  ].join("|")})(?=\\s|$)`,
);
/** It changes something elsewhere, or does not end. */
const GOES_OUT = /\b(publish|deploy|release|upload|push|login|codecov|coveralls|start|serve|dev|watch)\b|--watch/i;

/** By what it runs: the script, the target or the program. */
function nameFor(command: string): string {
  const parsed = parseWords(command);
  const words = parsed.ok ? parsed.words.filter((word) => !word.startsWith("-")) : [];
  const last = words.slice(0, 3).findLast((word) => !/^\d|[/.=*]/.test(word)) ?? "check";
  const name = last.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  return name === "" ? "check" : name.slice(0, 40);
}
