/** The file that a first start writes: what was found, each with where it was found, and what one sets next. */
import { stringify } from "yaml";
import type { Detected } from "./detect.ts";
import { knownAgents } from "./known-agents.ts";
import type { Origin } from "./origin.ts";

export type FirstConfig = {
  readonly project: string;
  readonly defaultBranch: string;
  readonly detected: Detected;
  /** Null: its origin is on no forge that is known. */
  readonly origin: (Origin & { readonly hasToken: boolean }) | null;
};

const SCHEMA = "https://unpkg.com/agent-orchestrator/schema/config.schema.json";

export function firstConfig({ project, defaultBranch, detected, origin }: FirstConfig): string {
  return `${[
    "# Settings of Agent Orchestrator. Every key is optional: `ao config-help` explains them all.",
    `$schema: ${SCHEMA}`,
    "",
    "defaults:",
    ...agentLines(detected.agents),
    "  # runtime: auto            # tmux if it is installed, else process",
    "  # autonomy: fix            # observe, propose, fix (agents repair what breaks, you land) or land",
    "",
    "projects:",
    `  ${key(project)}:`,
    ...repoLines(origin),
    `    defaultBranch: ${value(defaultBranch)}`,
    ...setupLines(detected),
    ...checkLines(detected),
    "    # copy: [.env]           # files that git ignores and every workspace needs",
    '    # agentRules: "Run the tests before you finish."',
    "",
    "# orchestrator:",
    ...autoAssignLines(origin),
    "#   max_parallel_agents: 5",
    "",
  ].join("\n")}`;
}

function agentLines([first, ...others]: readonly string[]): readonly string[] {
  if (first !== undefined)
    return [aligned(`agent: ${first}`, `installed here${others.length === 0 ? "" : `, as are ${others.join(", ")}`}`)];
  return [
    "  # No coding agent was found on this machine. Install one of",
    `  #   ${knownAgents.map(({ name }) => name).join(", ")}`,
    "  # or let a program of yours do the work: it gets the task on stdin and commits on its branch.",
    "  # agent: command",
    "  # agentConfig: { command: [./my-agent.sh] }",
  ];
}

/** Without a token nothing could be read there: the local forge goes on, and the line says what is missing. */
function repoLines(origin: FirstConfig["origin"]): readonly string[] {
  if (origin === null) return [];
  const { title, repo, variable } = origin;
  const setting = `repo: ${value(repo)}`;
  const there = `issues and ${CHANGES[origin.forge]} on ${title}`;
  if (origin.hasToken) return [aligned(setting, `${there}; without this line: the local forge`, 4)];
  return [aligned(`# ${setting}`, `${there}: needs ${variable}. Now: the local forge`, 4)];
}

const CHANGES = { github: "pull requests", gitlab: "merge requests" } as const;

function autoAssignLines(origin: FirstConfig["origin"]): readonly string[] {
  const isRemote = origin?.hasToken === true;
  if (!isRemote) return [aligned("#   auto_assign: true", "agents start on open issues; false: you choose which", 0)];
  return [aligned("#   auto_assign: false", `true: agents start on every open issue on ${origin.title}`, 0)];
}

function setupLines({ setup }: Detected): readonly string[] {
  if (setup === null) return ["    # setup: [npm ci]        # runs once in each new workspace"];
  return [
    aligned(`setup: [${value(setup.command)}]`, `once in each new workspace (from ${setup.from})`, 4),
    `    setupKey: [${setup.key.map(value).join(", ")}]`,
    `    cache: [${setup.cache.map(value).join(", ")}]`,
  ];
}

function checkLines({ checks }: Detected): readonly string[] {
  if (checks.length === 0)
    return ["    # checks: { test: npm test }   # no test command was found; it decides what may land"];
  return ["    checks:", ...checks.map(({ name, command, from }) => aligned(`${name}: ${value(command)}`, from, 6))];
}

const COMMENT_COLUMN = 29;

function aligned(setting: string, comment: string, indent = 2): string {
  return `${`${" ".repeat(indent)}${setting}`.padEnd(COMMENT_COLUMN - 1)} # ${comment}`;
}

/** As YAML writes it: quoted where it would be read as something else. */
const value = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();
const key = value;
