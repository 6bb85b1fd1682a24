/** One project, and the defaults of all of them. */
import * as z from "zod";
import { autonomies } from "../../domain/model/rules.ts";
import type { HookName } from "../../slots/hook.ts";
import { forge } from "./forge-shape.ts";
import { network, NETWORK_MEANING } from "./network-shape.ts";
import { builtInHandoverAt, builtInProcesses } from "../resolve/built-in.ts";
import { ownForge } from "../own-forge.ts";
import { defaultPlugins, joinNames } from "../warnings/plugin-names.ts";
import { policy } from "./policy-shape.ts";
import { prompts } from "./prompt-shape.ts";
import { reactions } from "./reaction-shapes.ts";
import { flag, key, text, texts } from "../../lib/setting-keys.ts";
import { bytes, command, durationMs, plugin } from "./value-shapes.ts";

/** It becomes part of session ids, branches and folders. */
const projectName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    "the name of a project has letters, digits, `-`, `_` and `.`, at most 64",
  );

/** It becomes the name of a log file. */
const checkName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9 ._:@-]{0,63}$/,
    "the name of a check has letters, digits, spaces and `-_.:@`, at most 64",
  );

const check = z
  .union([
    command,
    z.strictObject({
      command: command.meta({ description: "The command line, or a program with its arguments." }),
      timeout: key(durationMs, "After this the check has failed."),
      paths: key(
        z.array(text).min(1),
        "Files it is about, such as `web/**`: a change that touches none of them does not run it. Left out: all.",
      ),
      compareWithBase: key(
        flag,
        "It sees `AO_BASE` and `AO_BASE_SHA`, the commit that a change is compared with, and runs again when that is another.",
        false,
      ),
    }),
  ])
  .transform((written) => {
    if (typeof written === "string" || Array.isArray(written)) return { command: written, timeoutMs: null };
    const { command: line, timeout, paths, compareWithBase } = written;
    return {
      ...{ command: line, timeoutMs: timeout ?? null },
      ...(paths === undefined ? {} : { paths }),
      ...(compareWithBase === true ? { compareWithBase } : {}),
    };
  });

export type CheckSettings = z.output<typeof check>;

const setup = z
  .union([text, z.array(command)])
  .transform((written) => (typeof written === "string" ? [written] : written));

/** The system's own file systems are made anew inside, and the root is all there is. */
const openedPaths = z.array(
  text
    .regex(/^(~|~\/.*|\/.+)$/, "expected an absolute path, or one that begins with `~/`")
    .refine((path) => !/^\/+(proc|sys|dev)?\/*$/.test(path), "cannot be opened; name a folder or file in it"),
);

const sandboxBlock = z.strictObject({
  use: key(text, "auto, bubblewrap, seatbelt or none.", "auto"),
  read: key(openedPaths, "Files and folders of yours that agents, `setup` and checks may read, such as `~/data`.", []),
  write: key(openedPaths, "Files and folders of yours that they may read and write.", []),
});

export type SandboxBlock = z.output<typeof sandboxBlock>;

const sandbox = z
  .union([text, sandboxBlock])
  .transform((written): SandboxBlock => (typeof written === "string" ? { use: written } : written));

export const agentConfig = z.looseObject({
  model: key(text, "The model, in the agent's own words."),
  permissions: key(text, "Who answers when the agent asks for leave: `auto` lets it, `ask` asks a person."),
  allow: key(texts, "With `permissions: ask`: what is allowed without asking, e.g. `Bash(npm test*)`."),
  deny: key(texts, "What is refused without asking, such as `Bash(git push*)`."),
  limitRestSeconds: key(
    z.number().int().min(1),
    "How long the credential rests when its provider does not say when the limit is over. Default: 300.",
  ),
  command: key(command, "The program, in place of the agent's own; for the agent `command`: what runs one turn."),
  drive: key(text, "`terminal` runs the agent in a PTY that people can type into; `exec` runs `codex` once a message."),
  env: key(texts, "Names of further environment variables that reach the agent."),
  read: key(
    openedPaths,
    "Files and folders of yours that this agent may read in the sandbox, such as `~/.tool/login.json`.",
  ),
  write: key(openedPaths, "Files and folders of yours that this agent may also write, such as `~/.tool`."),
  credential: key(text, "Agents with the same credential share its quota. Default: the agent's name."),
});

const hook = z
  .strictObject({
    command: key(texts.min(1, "must name a program"), "The program and its arguments."),
    timeout: key(durationMs, "After this the hook has failed."),
    module: key(text, "A module of yours instead of a command."),
  })
  .refine(
    (one) => (one.command === undefined) !== (one.module === undefined),
    "a hook has either a `command` or a `module`",
  );

const hookMeanings = {
  "before-assignment": "Before an issue gets a session; may veto.",
  "workspace-ready": "The workspace exists and is set up.",
  "turn-ended": "An agent ended a turn.",
  "before-change": "Before a change is opened; may veto.",
  "change-opened": "A change was opened.",
  "checks-done": "The checks of a head are done.",
  "before-landing": "Before a change lands; may veto.",
  "after-landing": "A change landed: the place for deployment.",
  "session-ended": "A session is over.",
} as const satisfies Record<HookName, string>;

const defineHookList = (name: HookName) => key(z.array(hook), hookMeanings[name], []);

export const hooks = z.strictObject({
  "before-assignment": defineHookList("before-assignment"),
  "workspace-ready": defineHookList("workspace-ready"),
  "turn-ended": defineHookList("turn-ended"),
  "before-change": defineHookList("before-change"),
  "change-opened": defineHookList("change-opened"),
  "checks-done": defineHookList("checks-done"),
  "before-landing": defineHookList("before-landing"),
  "after-landing": defineHookList("after-landing"),
  "session-ended": defineHookList("session-ended"),
} satisfies Record<HookName, z.ZodType>);

export type HookSettings = z.output<typeof hook>;
export type HooksSettings = z.output<typeof hooks>;

export const autonomy = z.enum(autonomies);
export const AUTONOMY_MEANING =
  "A ceiling. observe: watch and tell. propose: agents work and open changes. fix: the CI, review and conflict loops run by themselves. land: green, approved changes land.";

const MEMORY_MIN_BYTES = 100_000_000;
const PROCESSES_MIN = 16;
const DISK_MIN_BYTES = 100_000_000;

/** Of one agent at a time: a turn with all that it starts; also of set-up and of each check. */
export const limits = z.strictObject({
  memory: key(
    bytes.refine((amount) => amount >= MEMORY_MIN_BYTES, "no agent runs in less than 100MB"),
    "Memory that a turn, a set-up command or a check may take, with all that it starts; beyond it, it is ended. Default: a quarter of the machine's, at least 2GB.",
  ),
  processes: key(
    z.int().min(PROCESSES_MIN).max(1_000_000),
    "Processes and threads that it may have at once.",
    builtInProcesses,
  ),
  disk: key(
    bytes.refine((amount) => amount >= DISK_MIN_BYTES, "no workspace works in less than 100MB"),
    "Disk that the workspace may take, with the session's logs and conversation; above it the turn ends and the agent is asked to remove what it does not need.",
    "20GB",
  ),
  memoryReservation: key(
    bytes,
    "Memory that must be free before a turn begins. More is kept when recent turns of the agent took more.",
    "500MB",
  ),
});

export type LimitsSettings = z.output<typeof limits>;

/** What a project may set and `defaults` may set for all. */
const ofAProject = {
  runtime: key(
    plugin,
    `Where agents run: auto, ${joinNames("runtime")}; auto is the first of these that is installed.`,
    "auto",
  ),
  agent: key(plugin, `The coding agent: ${joinNames("agent")}.`, defaultPlugins.agent),
  workspace: key(
    plugin,
    "How sessions are isolated. clone: each has its own repository. worktree: they share yours; for agents you trust.",
    defaultPlugins.workspace,
  ),
  terminal: key(plugin, "Where `ao open` shows a session: web, tmux, iterm2.", "web"),
  notifiers: key(texts, "Notifiers to use, by name; see the block `notifiers`.", [defaultPlugins.notifier]),
  tracker: key(
    forge,
    `Where issues live: ${joinNames("tracker")}. Default: where \`scm\` says changes live, else the forge of \`repo\`, else ${ownForge}.`,
  ),
  scm: key(
    forge,
    `Where changes live: ${joinNames("scm")}. Default: the tracker if it is a forge, else that of \`repo\`, else ${ownForge}.`,
  ),
  autonomy: key(autonomy, AUTONOMY_MEANING, "fix"),
  checks: key(
    z.record(checkName, check),
    'Commands that check a tree, by name: the local CI, and an extra gate before a push. Add one: `ao config set projects.NAME.checks.test "npm test"`.',
    {},
  ),
  setup: key(setup, "Commands to run once a workspace exists. Also read: `postCreate`.", []),
  setupKey: key(texts, "Files whose change makes `setup` run again.", []),
  cache: key(texts, "Folders that `setup` fills: check workspaces keep them, and sessions are given copies.", []),
  sandbox: key(
    sandbox,
    "auto, bubblewrap, seatbelt or none; or a block that also opens paths. `none` must be written to use `land` without one.",
    "auto",
  ),
  network: key(network, NETWORK_MEANING, "full"),
  limits: key(limits, "What one agent may take of the machine. See docs/reference/runtimes.md."),
  copy: key(texts, "Files to copy into a workspace.", []),
  symlinks: key(texts, "Files and folders to link into a workspace.", []),
  agentRules: key(text, "Told to every agent with its task."),
  prompts: key(prompts, "Files of yours with what agents are told, beside this file. See docs/reference/prompts.md."),
  handoverAt: key(
    z.int().min(0).max(100),
    "Percentage of its context window at which an agent's conversation continues in a fresh one; 0: never.",
    builtInHandoverAt,
  ),
  agentConfig: key(agentConfig, "Settings of the agent; what is not listed here is handed to its plugin.", {}),
  branchTemplate: key(text, "How branches are named; `{{name}}` is the session's name.", "agent/{{name}}"),
  workspaceRoot: key(text, "Where workspaces are created; a relative path is relative to the repository."),
  autoCommit: key(flag, "Commit what an agent leaves uncommitted after one reminder.", false),
  push: key(z.enum(["never", "after-landing"]), "Push a local default branch to `origin` after a landing.", "never"),
  triage: key(
    z.strictObject({
      auto: key(flag, "Turn failures of the default branch into issues whenever it turns red.", false),
    }),
    "What `ao triage` does by itself.",
  ),
};

export const defaults = z.strictObject(ofAProject);

export const project = z.strictObject({
  repo: key(text, "owner/name or URL on a forge. Left out: the local forge."),
  path: key(text, "The person's checkout. `~` is the home folder."),
  defaultBranch: key(text, "The branch that changes land on. Left out: the one the repository names."),
  sessionPrefix: key(text, "Begins the ids of the project's sessions. Default: the project's name."),
  maxParallelAgents: key(z.int().min(1).max(1_000), "Open turns of this project at once."),
  autoAssign: key(flag, "As `orchestrator.autoAssign`, for this project."),
  ...ofAProject,
  reactions: key(reactions, "As the block `reactions`, for this project."),
  policy: key(policy, "As the block `policy`, for this project."),
  hooks: key(hooks, "As the block `hooks`, for this project."),
});

export const projects = z.record(projectName, project);

export type DefaultsSettings = z.output<typeof defaults>;
export type ProjectOwnSettings = z.output<typeof project>;
