/** What a repository shows of itself: how it is tested, linted and set up. Reads files, runs nothing. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../../lib/find-program.ts";
import { knownAgents } from "./known-agents.ts";
import { parsePackage } from "./parse-package.ts";

export type Detected = {
  /** By name, with the file that shows it. */
  readonly checks: readonly DetectedCommand[];
  readonly setup: DetectedSetup | null;
  /** Installed here, the one to propose first. */
  readonly agents: readonly string[];
};
export type DetectedCommand = { readonly name: string; readonly command: string; readonly from: string };
export type DetectedSetup = {
  readonly command: string;
  readonly from: string;
  readonly key: readonly string[];
  readonly cache: readonly string[];
};

/** `path` is where programs are looked for. */
export function detect(folder: string, path: string): Detected {
  const spoken = LANGUAGES.map((look) => look(folder)).filter((one) => one !== null);
  const found = spoken.find(({ checks }) => checks.length > 0) ?? spoken[0] ?? { checks: [], setup: null };
  const agents = knownAgents.filter(({ program }) => findProgram(program, path) !== null).map(({ name }) => name);
  return { ...found, agents };
}

type Look = (folder: string) => Omit<Detected, "agents"> | null;

const LANGUAGES: readonly Look[] = [node, cargo, go, python, make];

const MANAGERS = [
  { lock: "pnpm-lock.yaml", program: "pnpm", install: "pnpm install --frozen-lockfile" },
  { lock: "yarn.lock", program: "yarn", install: "yarn install --frozen-lockfile" },
  { lock: "bun.lock", program: "bun", install: "bun install --frozen-lockfile" },
  { lock: "bun.lockb", program: "bun", install: "bun install --frozen-lockfile" },
  { lock: "package-lock.json", program: "npm", install: "npm ci" },
  { lock: "npm-shrinkwrap.json", program: "npm", install: "npm ci" },
];

function node(folder: string): ReturnType<Look> {
  const text = read(folder, "package.json");
  if (text === null) return null;
  const { scripts, hasDependencies } = parsePackage(text);
  const manager = MANAGERS.find(({ lock }) => existsSync(join(folder, lock)));
  const program = manager?.program ?? "npm";
  const named = (name: string, command: string): readonly DetectedCommand[] =>
    scripts.has(name) && !PLACEHOLDER.test(scripts.get(name) ?? "") ? [{ name, command, from: "package.json" }] : [];
  return {
    checks: [...named("test", `${program} test`), ...named("lint", `${program} run lint`)],
    setup:
      manager !== undefined && hasDependencies
        ? { command: manager.install, from: manager.lock, key: [manager.lock], cache: ["node_modules"] }
        : null,
  };
}

/** What `npm init` writes when it knows no test. */
const PLACEHOLDER = /no test specified/;

function cargo(folder: string): ReturnType<Look> {
  if (read(folder, "Cargo.toml") === null) return null;
  return { checks: [{ name: "test", command: "cargo test", from: "Cargo.toml" }], setup: null };
}

function go(folder: string): ReturnType<Look> {
  if (read(folder, "go.mod") === null) return null;
  return {
    checks: [
      { name: "test", command: "go test ./...", from: "go.mod" },
      { name: "lint", command: "go vet ./...", from: "go.mod" },
    ],
    setup: null,
  };
}

function python(folder: string): ReturnType<Look> {
  const text = read(folder, "pyproject.toml");
  if (text === null) return null;
  const uses = (tool: string): boolean => text.includes(`[tool.${tool}`) || text.includes(`"${tool}`);
  const from = "pyproject.toml";
  return {
    checks: [
      ...(uses("pytest") ? [{ name: "test", command: "python3 -m pytest", from }] : []),
      ...(uses("ruff") ? [{ name: "lint", command: "ruff check .", from }] : []),
    ],
    setup: null,
  };
}

function make(folder: string): ReturnType<Look> {
  const from = ["Makefile", "makefile", "GNUmakefile"].find((name) => read(folder, name) !== null);
  if (from === undefined) return null;
  const text = read(folder, from) ?? "";
  const targets = ["test", "lint"].filter((name) => new RegExp(`^${name}\\s*:(?!=)`, "m").test(text));
  return { checks: targets.map((name) => ({ name, command: `make ${name}`, from })), setup: null };
}

/** Files of this kind are small; one that is not is not read. */
const TEXT_MAX = 1_000_000;

function read(folder: string, name: string): string | null {
  const file = join(folder, name);
  if (!existsSync(file)) return null;
  return readFileSync(file).subarray(0, TEXT_MAX).toString("utf8");
}
