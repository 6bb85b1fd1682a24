/** What a repository shows of itself: how it is tested, linted and set up. Reads files, runs nothing. */
import { findProgram } from "../../lib/process/find-program.ts";
import { readCommandProgram } from "../warnings/command-program.ts";
import { ecosystems } from "./ecosystems/index.ts";
import type { DetectedSetup, DetectedParts, NamedCommand } from "./ecosystems/ecosystem.ts";
import { openFileTree, type FileTree } from "./file-tree.ts";
import { knownAgents } from "./known-agents.ts";
import { readMachine, type MachinePrograms } from "./machine.ts";
import { findWorkflowCommands } from "./workflow-commands.ts";

export type Detected = DetectedCommands & {
  /** Installed here, the one to propose first. */
  readonly agents: readonly string[];
};

export type DetectedCommands = {
  /** By name, with the file that shows it. */
  readonly checks: readonly NamedCommand[];
  readonly setup: DetectedSetup | null;
  /** Further commands that could be checks: written as comments. */
  readonly offered: readonly NamedCommand[];
  /** Checks of a language whose program is not installed, among several languages: they are only offered. */
  readonly passedOver: readonly SkippedCommand[];
  /** The kinds of project that were recognized. */
  readonly kinds: readonly string[];
};

export type SkippedCommand = NamedCommand & { readonly program: string };

/** `env`: where programs are looked for, and the home they are set up in. */
export function detect(folder: string, env: NodeJS.ProcessEnv): Detected {
  const path = env["PATH"] ?? "";
  const agents = knownAgents.filter(({ program }) => findProgram(program, path) !== null).map(({ name }) => name);
  return { ...detectCommands(openFileTree(folder), readMachine(env)), agents };
}

export function detectCommands(tree: FileTree, machine: MachinePrograms): DetectedCommands {
  const found = ecosystems.flatMap((ecosystem): readonly OfKind[] => {
    const one = ecosystem.find(tree, machine);
    return one === null ? [] : [{ ...one, name: ecosystem.name, kind: ecosystem.kind }];
  });
  const { used, passedOver } = chooseUsed(found, machine);
  const checks = combineChecks(used);
  const setup = combineSetups(used.flatMap((one) => one.setup ?? []));
  const known = [...checks.map(({ command }) => command), ...(setup?.commands ?? [])];
  const named = [...passedOver, ...found.flatMap(({ offered = [] }) => offered), ...findWorkflowCommands(tree)];
  return {
    ...{ checks, setup, passedOver },
    offered: giveFreeNames(named, known, checks),
    kinds: found.map(({ name }) => name),
  };
}

type OfKind = DetectedParts & { readonly name: string; readonly kind: "language" | "runner" };

type Chosen = { readonly used: readonly OfKind[]; readonly passedOver: readonly SkippedCommand[] };

/**
 * Of several languages, those whose programs are here and that are checked at all: the set-up of one that is missing would
 * keep every session from starting. A single language is used in any case, and what is missing is said.
 */
function chooseUsed(found: readonly OfKind[], machine: MachinePrograms): Chosen {
  const languages = found.filter(({ kind }) => kind === "language");
  if (languages.length < 2) return { used: found, passedOver: [] };
  const lacking = languages.flatMap((one) => {
    const program = findMissingProgram(one, machine);
    return program === null ? [] : [{ one, program }];
  });
  if (lacking.length === languages.length) return { used: found, passedOver: [] };
  return {
    used: found
      .filter((one) => lacking.every((other) => other.one !== one))
      .map((one) => (one.checks.length === 0 ? { ...one, setup: null } : one)),
    passedOver: lacking.flatMap(({ one, program }) =>
      one.checks.map(({ name, command, from }) => ({
        ...{ name: `${name}-${one.name}`, command, program },
        from: `${from}; ${program} is not installed`,
      })),
    ),
  };
}

function findMissingProgram({ checks, setup }: DetectedParts, { hasProgram }: MachinePrograms): string | null {
  const commands = [...checks.map(({ command }) => command), ...(setup?.commands ?? [])];
  const programs = commands.flatMap((command) => {
    const read = readCommandProgram(command);
    return read.ok ? [read.program] : [];
  });
  return programs.find((program) => !program.includes("/") && !hasProgram(program)) ?? null;
}

/** A name that several languages use is told apart by the language; runners fill in what is missing. */
function combineChecks(found: readonly OfKind[]): readonly NamedCommand[] {
  const languages = found.filter(({ kind }) => kind === "language");
  const all = languages.flatMap((one) => one.checks.map((check) => ({ ...check, of: one.name })));
  const combined = all.map(({ of, name, command, from }): NamedCommand => {
    const isShared = all.some((other) => other.name === name && other.of !== of);
    return { name: isShared ? `${name}-${of}` : name, command, from };
  });
  const taken = new Set(all.map(({ name }) => name));
  for (const { checks } of found.filter(({ kind }) => kind === "runner")) {
    // `check` mostly stands for all the others.
    const missing = checks.filter(({ name }) => !taken.has(name) && (name !== "check" || taken.size === 0));
    combined.push(...missing);
    for (const { name } of missing) taken.add(name);
  }
  return combined;
}

/** One after another. */
function combineSetups(setups: readonly DetectedSetup[]): DetectedSetup | null {
  const [only] = setups;
  if (only === undefined || setups.length === 1) return only ?? null;
  return {
    commands: setups.flatMap(({ commands }) => commands),
    from: setups.map(({ from }) => from).join("; "),
    key: dropDuplicates(setups.flatMap(({ key }) => key)),
    cache: setups.some(({ isNeededEachTime }) => isNeededEachTime === true)
      ? []
      : dropDuplicates(setups.flatMap(({ cache }) => cache)),
  };
}

const dropDuplicates = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** More are not read. */
const OFFERED_MAX = 8;

/** What runs anyway is not offered once more, and nothing twice. */
function giveFreeNames(
  named: readonly NamedCommand[],
  known: readonly string[],
  checks: readonly NamedCommand[],
): readonly NamedCommand[] {
  const offered: NamedCommand[] = [];
  const isTaken = (name: string): boolean => [...checks, ...offered].some((one) => one.name === name);
  for (const one of named) {
    const isKnown = [...known, ...offered.map(({ command }) => command)].some((command) =>
      isSame(command, one.command),
    );
    if (isKnown || offered.length >= OFFERED_MAX) continue;
    let name = one.name;
    for (let n = 2; isTaken(name); n += 1) name = `${one.name}-${n}`;
    offered.push({ ...one, name });
  }
  return offered;
}

/** `npm test` and `npm run test` are one. */
const isSame = (left: string, right: string): boolean => simplifyCommand(left) === simplifyCommand(right);
const simplifyCommand = (command: string): string =>
  command
    .replace(/^corepack /, "")
    .replace(/^(npm|pnpm|yarn|bun) run /, "$1 ")
    .trim();
