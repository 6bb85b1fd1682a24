/** The file that a first start writes: what was found, each with where it was found, and what one sets next. */
import { stringify } from "yaml";
import type { Detected } from "./detect.ts";
import type { DetectedSetup, NamedCommand } from "./ecosystems/ecosystem.ts";
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

export function writeFirstConfig({ project, defaultBranch, detected, origin }: FirstConfig): string {
  return `${[
    "# Settings of Agent Orchestrator. Every key is optional: `ao config-help` explains them all.",
    `$schema: ${SCHEMA}`,
    "",
    "defaults:",
    ...formatAgentLines(detected.agents),
    "  # runtime: auto            # tmux if it is installed, else process",
    "  # autonomy: fix            # observe, propose, fix (agents repair what breaks, you land) or land",
    "",
    "projects:",
    `  ${key(project)}:`,
    ...formatRepoLines(origin),
    `    defaultBranch: ${formatValue(defaultBranch)}`,
    ...formatSetupLines(detected),
    ...checkLines(detected),
    "    # copy: [.env]           # files that git ignores and every workspace needs",
    '    # agentRules: "Run the tests before you finish."',
    "",
    "# orchestrator:",
    ...formatAutoAssignLines(origin),
    "#   max_parallel_agents: 5",
    "",
  ].join("\n")}`;
}

function formatAgentLines([first, ...others]: readonly string[]): readonly string[] {
  if (first !== undefined)
    return [
      alignComment(`agent: ${first}`, `installed here${others.length === 0 ? "" : `, as are ${others.join(", ")}`}`),
    ];
  return [
    "  # No coding agent was found on this machine. Install one of",
    `  #   ${knownAgents.map(({ name }) => name).join(", ")}`,
    "  # or let a program of yours do the work: it gets the task on stdin and commits on its branch.",
    "  # agent: command",
    "  # agentConfig: { command: [./my-agent.sh] }",
  ];
}

/** Without a token nothing could be read there: the local forge goes on, and the line says what is missing. */
function formatRepoLines(origin: FirstConfig["origin"]): readonly string[] {
  if (origin === null) return [];
  const { title, repo, variable, changes } = origin;
  const setting = `repo: ${formatValue(repo)}`;
  const there = `issues and ${changes} on ${title}`;
  if (origin.hasToken) return [alignComment(setting, `${there}; without this line: the local forge`, 4)];
  return [alignComment(`# ${setting}`, `${there}: needs ${variable}. Now: the local forge`, 4)];
}

function formatAutoAssignLines(origin: FirstConfig["origin"]): readonly string[] {
  const isRemote = origin?.hasToken === true;
  if (!isRemote)
    return [alignComment("#   auto_assign: true", "agents start on open issues; false: you choose which", 0)];
  return [alignComment("#   auto_assign: false", `true: agents start on every open issue on ${origin.title}`, 0)];
}

function formatSetupLines({ setup, kinds }: Detected): readonly string[] {
  if (setup === null) {
    // Nothing of another kind of project is proposed.
    const example = kinds.every((kind) => kind === "node") ? "npm ci" : "./scripts/setup.sh";
    return [alignComment(`# setup: [${example}]`, "runs once in each new workspace", 4)];
  }
  return [
    ...formatSetupCommandLines(setup),
    `    setupKey: [${setup.key.map(flowValue).join(", ")}]`,
    ...(setup.cache.length === 0 ? [] : [`    cache: [${setup.cache.map(flowValue).join(", ")}]`]),
  ];
}

/** In one line where there is one command, and nothing in it has a meaning in a list. */
function formatSetupCommandLines({ commands, from }: DetectedSetup): readonly string[] {
  const [only] = commands;
  const note = `once in each new workspace (from ${from})`;
  if (only !== undefined && commands.length === 1 && !/[[\]{},]/.test(only))
    return [alignComment(`setup: [${formatValue(only)}]`, note, 4)];
  return [alignComment("setup:", note, 4), ...commands.map((command) => `      - ${formatValue(command)}`)];
}

function checkLines({ checks, offered, kinds }: Detected): readonly string[] {
  const named = ({ name, command, from }: NamedCommand, lead: string): string =>
    alignComment(`${lead}${key(name)}: ${formatValue(command)}`, from, 6);
  if (checks.length > 0)
    return ["    checks:", ...checks.map((one) => named(one, "")), ...offered.map((one) => named(one, "# "))];
  if (offered.length > 0)
    return [
      alignComment("# checks:", "no test command was found; uncomment what decides what may land", 4),
      ...offered.map((one) => named(one, "# ")),
    ];
  const example = kinds.every((kind) => kind === "node") ? "npm test" : "./scripts/test.sh";
  return [`    # checks: { test: ${example} }   # no test command was found; it decides what may land`];
}

const COMMENT_COLUMN = 29;

function alignComment(setting: string, comment: string, indent = 2): string {
  return `${`${" ".repeat(indent)}${setting}`.padEnd(COMMENT_COLUMN - 1)} # ${comment}`;
}

/** As YAML writes it: quoted where it would be read as something else. */
const formatValue = (text: string): string => stringify(text, { lineWidth: 0 }).trimEnd();
const key = formatValue;
/** In a list in brackets more has to be quoted. */
const flowValue = (text: string): string => (/[[\]{},]/.test(text) ? JSON.stringify(text) : formatValue(text));
