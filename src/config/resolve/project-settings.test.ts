import { expect, test } from "vitest";
import { listIgnoredDaemonKeys, resolveDaemon } from "./daemon-settings.ts";
import type { Config } from "../config.ts";
import { listConsequences } from "../explain/consequences.ts";
import { load } from "../load.ts";
import { resolveProject, type ProjectSettings } from "./project-settings.ts";

function config(text: string): Config {
  const loaded = load({ file: "f.yaml", text, env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.map(({ sentence }) => sentence).join("\n"));
  return loaded.config;
}

const project = (text: string): ProjectSettings => resolveProject({ config: config(text), home: null, project: "app" });

test.each([
  ["", "local", "local"],
  ["defaults: { tracker: github }", "local", "local"],
  ["projects: { app: { repo: o/app } }", "github", "github"],
  ["projects: { app: { repo: https://gitlab.com/o/app } }", "gitlab", "gitlab"],
  ["defaults: { tracker: gitlab }\nprojects: { app: { repo: o/app } }", "gitlab", "gitlab"],
  ["projects: { app: { repo: o/app, tracker: linear } }", "linear", "github"],
  ["projects: { app: { repo: o/app, tracker: jira, scm: gitlab } }", "jira", "gitlab"],
  ["projects: { app: { repo: o/app, scm: gitlab } }", "gitlab", "gitlab"],
  ["projects: { app: { repo: o/app, scm: local } }", "github", "local"],
  ["projects: { app: { tracker: linear } }", "linear", "local"],
])("%j has its issues on %s and its changes on %s", (text, tracker, scm) => {
  expect(project(text)).toMatchObject({ tracker: { plugin: tracker }, scm: { plugin: scm } });
});

test("settings of one agent are not handed to another", () => {
  const text =
    "defaults: { agentConfig: { model: opus } }\nprojects: { app: { agent: command, agentConfig: { command: [./agent.sh] } } }";
  expect(project(text).agent).toEqual({ plugin: "command", settings: { command: ["./agent.sh"] } });
});

test("settings of the same agent are merged, the project's last", () => {
  const text =
    "defaults: { agent: { plugin: codex, model: a, effort: low }, agentConfig: { model: b } }\nprojects: { app: { agentConfig: { effort: high } } }";
  expect(project(text).agent).toEqual({ plugin: "codex", settings: { model: "b", effort: "high" } });
});

test("specialists with one tool have settings of their own, over those of the project for that tool", () => {
  const text = `
defaults: { agent: claude-code, agentConfig: { model: opus, env: [SHARED] } }
agents:
  - { id: careful, config: { model: large, skills: [api] } }
  - { id: quick, tool: claude-code, config: { permissions: ask } }
  - { id: other, tool: { plugin: codex, effort: low }, config: { model: mini } }
`;
  expect(project(text).specialists.map(({ id, agent }) => ({ id, agent }))).toEqual([
    { id: "careful", agent: { plugin: "claude-code", settings: { model: "large", env: ["SHARED"] } } },
    { id: "quick", agent: { plugin: "claude-code", settings: { model: "opus", env: ["SHARED"], permissions: "ask" } } },
    { id: "other", agent: { plugin: "codex", settings: { effort: "low", model: "mini" } } },
  ]);
});

test("a project's network holds for its specialists, unless they have one of their own", () => {
  const text = `
defaults: { network: none }
agents: [{ id: shut }, { id: open, network: full }, { id: some, network: ["Files.example.org", "*.github.com:22"] }]
projects: { app: {}, own: { network: [example.com] } }
`;
  const { network, specialists } = project(text);
  expect(network).toEqual({ kind: "none" });
  expect(specialists.map((one) => one.network)).toEqual([
    { kind: "none" },
    { kind: "full" },
    { kind: "hosts", hosts: ["Files.example.org", "*.github.com:22"] },
  ]);
  expect(project("projects: { app: {} }").network).toEqual({ kind: "full" });
});

test("whoever accepts the settings sees the network, when it is not as usual", () => {
  const lines = (text: string) =>
    listConsequences({ config: config(text), home: null, project: "app" }).lines.filter((line) =>
      line.includes("network"),
    );
  expect(lines("projects: { app: {} }")).toEqual([]);
  expect(lines("agents: [{ id: a }]\nprojects: { app: { network: none } }")).toEqual(["network: none"]);
  expect(lines("agents: [{ id: a, network: full }]\nprojects: { app: { network: [a.org, 127.0.0.1:1] } }")).toEqual([
    "network: a.org, 127.0.0.1:1",
    "agents.a.network: full",
  ]);
});

test.each([
  [
    "a check runs less often",
    "projects: { app: { checks: { t: { command: x, paths: [a/**, b] } } } }",
    "checks.t.paths: a/**, b",
  ],
  [
    "a check sees its base",
    "projects: { app: { checks: { t: { command: x, compareWithBase: true } } } }",
    "checks.t.compareWithBase: true",
  ],
  ["folders stay between checks", "projects: { app: { cache: [out] } }", "cache: out"],
  ["sessions share the repository", "projects: { app: { workspace: worktree } }", "workspace: worktree"],
  ["workspaces lie elsewhere", "projects: { app: { workspaceRoot: ~/.vim } }", "workspaceRoot: ~/.vim"],
  ["a turn may take more", "projects: { app: { limits: { processes: 9999 } } }", "limits.processes: 9999"],
  ["a specialist may", "agents: [{ id: a, limits: { processes: 9999 } }]", "agents.a.limits.processes: 9999"],
  ["changes go to another repository", "projects: { app: { repo: o/other } }", "repo: o/other"],
  ["changes land on another branch", "projects: { app: { defaultBranch: free } }", "defaultBranch: free"],
  ["agents start by themselves", "projects: { app: { autoAssign: true } }", "autoAssign: true"],
  ["issues are made by themselves", "projects: { app: { triage: { auto: true } } }", "triage.auto: true"],
  ["the daemon listens elsewhere", "server: { host: 0.0.0.0, allowedHosts: [a.org] }", "server.host: 0.0.0.0"],
  ["other names reach the daemon", "server: { allowedHosts: [a.org] }", "server.allowedHosts: a.org"],
])("whoever accepts the settings sees that %s", (_, text, line) => {
  const lines = (written: string) => listConsequences({ config: config(written), home: null, project: "app" }).lines;
  expect(lines(text)).toContain(line);
  const name = line.slice(0, line.indexOf(":"));
  expect(lines("projects: { app: {} }").filter((one) => one.startsWith(`${name}: `))).toEqual([]);
});

test("whoever accepts the settings sees who is told, and not the secrets in it", () => {
  const lines = (text: string) =>
    listConsequences({ config: config(text), home: null, project: "app" }).lines.filter((one) =>
      one.startsWith("notif"),
    );
  const [one, other] = ["x", "y"].map((secret) =>
    lines(`notifiers: { me: { plugin: webhook, url: https://a.org/${secret} } }`),
  );
  expect(one).toEqual([expect.stringMatching(/^notifiers\.me: webhook, settings [0-9a-f]{8}$/)]);
  expect(other).not.toEqual(one);
  expect(lines("notifiers: { me: desktop }")).toEqual(["notifiers.me: desktop"]);
});

test("hooks are overridden by name", () => {
  const text =
    "hooks: { after-landing: [{ command: [a] }], turn-ended: [{ module: ./t.ts }] }\nprojects: { app: { hooks: { after-landing: [{ command: [b], timeout: 5m }] } } }";
  expect(project(text).hooks).toMatchObject({
    "after-landing": [{ command: ["b"], timeout: 300_000 }],
    "turn-ended": [{ module: "./t.ts" }],
    "session-ended": [],
  });
});

test("nothing is left open for a project that no file speaks of", () => {
  expect(project("")).toMatchObject({
    sessionPrefix: "app",
    branchTemplate: "agent/{{name}}",
    sandbox: { use: "auto", read: [], write: [] },
    push: "never",
    deleteAfter: true,
    repo: null,
  });
});

test("the daemon has a default for everything", () => {
  expect(resolveDaemon(config(""))).toMatchObject({
    port: 3000,
    isPortSet: false,
    host: "127.0.0.1",
    turnsMax: 5,
    preventIdleSleep: true,
    routing: null,
  });
});

test("a later file that says otherwise of the daemon is named", () => {
  const first = config("port: 3000\norchestrator: { max_parallel_agents: 5 }");
  expect(
    listIgnoredDaemonKeys(
      first,
      config("port: 3001\norchestrator: { max_parallel_agents: 5 }\npower: { preventIdleSleep: false }"),
    ),
  ).toEqual(["port", "power"]);
});

test("limits are laid over each other key by key, and a specialist has its own", () => {
  const text = `
defaults: { limits: { memory: 6GB, processes: 300, disk: 8GB } }
projects: { app: { path: ., limits: { memory: 3GB } } }
agents:
  - { id: big, limits: { memory: 12GB, memoryReservation: 2GB } }
  - { id: plain }
`;
  const { limits, specialists } = project(text);
  const own = { memoryBytes: 3_000_000_000, processes: 300, diskBytes: 8_000_000_000, reservationBytes: 500_000_000 };
  expect(limits).toEqual(own);
  expect(specialists.map((one) => one.limits)).toEqual([
    { ...own, memoryBytes: 12_000_000_000, reservationBytes: 2_000_000_000 },
    own,
  ]);
  expect(project("projects: { app: { path: . } }").limits).toEqual({
    memoryBytes: null,
    processes: 1_024,
    diskBytes: 20_000_000_000,
    reservationBytes: 500_000_000,
  });
});
