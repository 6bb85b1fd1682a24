import { resolveDaemonPerDay } from "./resolve/resolve-policy.ts";
import { describe, expect, test } from "vitest";
import type { Autonomy, ReactionRule, Rules } from "../domain/model/rules.ts";
import { canLandByItself } from "../domain/model/rules.ts";
import type { Config } from "./config.ts";
import { load } from "./load.ts";
import { buildDefaultRules, resolveRules, type ResolvedRules } from "./rules.ts";

function config(text: string, file = "file.yaml"): Config {
  const loaded = load({ file, text, env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.map(({ sentence }) => sentence).join("\n"));
  return loaded.config;
}

function resolved(text: string, home: string | null = null): ResolvedRules {
  return resolveRules({ config: config(text), home: home === null ? null : config(home, "home.yaml"), project: "app" });
}

const rules = (text: string, home: string | null = null): Rules => resolved(text, home).rules;
const warnings = (text: string): readonly string[] => resolved(text).warnings.map(({ sentence }) => sentence);

describe("defaults", () => {
  test.each<[keyof Rules["reactions"], Partial<ReactionRule>]>([
    [
      "ci-failed",
      {
        auto: true,
        action: { kind: "send-to-agent" },
        retriesMax: 2,
        escalateAfter: { kind: "time", ms: 1_800_000 },
        message: "CI failed: {{errors}}",
      },
    ],
    ["changes-requested", { auto: true, retriesMax: 2, escalateAfter: { kind: "time", ms: 1_800_000 } }],
    ["merge-conflicts", { auto: true, retriesMax: 1, escalateAfter: null, message: null }],
    ["approved-and-green", { auto: false, action: { kind: "notify" } }],
    [
      "label-added",
      { auto: true, condition: { kind: "compare", name: "label", operator: "==", value: "needs-tests" } },
    ],
    ["agent-stuck", { action: { kind: "recover" }, thresholdMs: 600_000, priority: "urgent" }],
    ["agent-needs-input", { action: { kind: "notify" }, priority: "urgent" }],
    ["agent-exited", { auto: true, action: { kind: "restart" }, retriesMax: 2 }],
    ["budget-exceeded", { action: { kind: "pause" }, priority: "urgent" }],
  ])("%s is as the manual says", (name, expected) => {
    expect(buildDefaultRules().reactions[name]).toMatchObject(expected);
  });

  test("nobody lands anything by itself, one approval is needed and spending is capped", () => {
    expect(buildDefaultRules()).toMatchObject({
      autonomy: "fix",
      strategy: "squash",
      policy: { approvals: 1, codeOwners: false, protectedPaths: [".github/**", "**/package-lock.json"] },
      perSession: { usd: 5 },
      perDay: { usd: null },
      daemonPerDay: { usd: 50 },
      agent: { plugin: "claude-code", runtime: "auto", workspace: "clone", credential: "claude-code" },
      specialists: [],
    });
  });

  test("a file that says nothing of a project leaves the defaults", () => {
    expect(rules("")).toEqual(buildDefaultRules());
  });
});

test("sessions are named as the project says, else by its id", () => {
  expect(buildDefaultRules().naming).toEqual({ prefix: null, branch: "agent/{{name}}" });
  const { naming } = rules("projects: { app: { sessionPrefix: s, branchTemplate: 'bots/{{name}}' } }");
  expect(naming).toEqual({ prefix: "s", branch: "bots/{{name}}" });
});

describe("precedence, key by key", () => {
  const home = "reactions: { ci-failed: { retries: 7, message: home } }\npolicy: { approvals: 3 }";

  test("the home is weaker than the file", () => {
    const { reactions, policy } = rules("reactions: { ci-failed: { retries: 8 } }", home);
    expect(reactions["ci-failed"]).toMatchObject({ retriesMax: 8, message: "home" });
    expect(policy.approvals).toBe(3);
  });

  test("a short form in the file is stronger than the home's reactions", () => {
    const rule = rules("reaction_handlers: { ci_failure: { max_retries: 3 } }", home).reactions["ci-failed"];
    expect(rule).toMatchObject({ retriesMax: 3, message: "home" });
  });

  test("the project is stronger than everything, and leaves what it does not say", () => {
    const text =
      "orchestrator: { reaction_handlers: { ci_failure: { max_retries: 3, escalate_after: 2 } } }\nprojects: { app: { reactions: { ci-failed: { retries: 1 } } } }";
    expect(rules(text, home).reactions["ci-failed"]).toMatchObject({
      retriesMax: 1,
      escalateAfter: { kind: "attempts", n: 2 },
      message: "home",
    });
  });

  test("another project's words do not count", () => {
    expect(
      rules("projects: { other: { reactions: { ci-failed: { retries: 9 } } } }").reactions["ci-failed"].retriesMax,
    ).toBe(2);
  });

  test.each(["orchestrator: { reaction_handlers: { %s } }", "reaction_handlers: { %s }"])(
    "short forms are read in %s",
    (around) => {
      const text = around.replace(
        "%s",
        "ci_failure: { max_retries: 3, escalate_after: 2 }, review_comments: { auto_respond: false, require_approval_after: 2 }",
      );
      const { reactions } = rules(text);
      expect(reactions["ci-failed"]).toMatchObject({
        auto: true,
        retriesMax: 3,
        escalateAfter: { kind: "attempts", n: 2 },
      });
      expect(reactions["changes-requested"]).toMatchObject({ auto: false, approvalAfter: 2, retriesMax: 2 });
    },
  );

  test("an action that is not sent to an agent does not become automatic by itself", () => {
    expect(rules("reactions: { agent-exited: { action: notify } }").reactions["agent-exited"].auto).toBe(false);
  });

  test("an action may run a program or belong to a plugin", () => {
    const { reactions } = rules(
      "plugins: [./p.ts]\nreactions: { ci-failed: { action: run, command: [make, fix] }, agent-stuck: { action: page } }",
    );
    expect(reactions["ci-failed"].action).toEqual({ kind: "run", command: ["make", "fix"] });
    expect(reactions["agent-stuck"].action).toEqual({ kind: "plugin", name: "page" });
  });
});

describe("autonomy is a ceiling", () => {
  const merge = "reactions: { approved-and-green: { auto: true, action: merge } }";

  test.each<[string, Autonomy, boolean]>([
    ["", "fix", false],
    ["autonomy: land", "land", true],
    ["defaults: { autonomy: land }", "land", true],
    ["defaults: { autonomy: observe }", "observe", false],
    ["defaults: { autonomy: observe }\nprojects: { app: { autonomy: propose } }", "propose", false],
    [merge, "land", true],
    [`projects: { app: { ${merge} } }`, "land", true],
    [`projects: { other: { ${merge} } }`, "fix", false],
    [`autonomy: fix\n${merge}`, "fix", false],
    ["reactions: { approved-and-green: { action: merge } }", "fix", false],
    ["autonomy: land\nreactions: { approved-and-green: { auto: false } }", "land", false],
    ["autonomy: land\nreactions: { approved-and-green: { strategy: rebase } }", "land", true],
    [`policy: { preset: cautious }\n${merge}`, "fix", false],
    ["policy: { preset: cautious }\nautonomy: land", "fix", false],
  ])("%j gives %s; lands by itself: %s", (text, autonomy, lands) => {
    expect(rules(text).autonomy).toBe(autonomy);
    expect(canLandByItself(rules(text))).toBe(lands);
  });

  test("an autonomy set in the home holds the file's reaction back", () => {
    expect(rules(merge, "autonomy: propose").autonomy).toBe("propose");
  });

  test.each([
    [
      `autonomy: fix\n${merge}`,
      "nothing lands by itself: `autonomy: fix` is lower than what `approved-and-green` (line 2) asks for; change line 1 to `autonomy: land`",
    ],
    [
      "reactions:\n  approved-and-green:\n    auto: true\n    action: notify",
      "`approved-and-green` with `auto: true` and `action: notify` only notifies a person; to land, change line 4 to `action: merge`",
    ],
    [
      "reactions:\n  approved-and-green:\n    auto: true",
      "`approved-and-green` with `auto: true` and `action: notify` only notifies a person; to land, add `action: merge` at line 3",
    ],
    [
      "autonomy: land\nreactions:\n  approved-and-green: { auto: false }",
      "nothing lands by itself in spite of `autonomy: land`: change line 3 to `{ auto: true, action: merge }`",
    ],
    [
      `policy: { preset: cautious }\n${merge}`,
      "nothing lands by itself: the policy preset `cautious` leaves landing to people (line 2)",
    ],
  ])("%j draws a warning with the line to change", (text, sentence) => {
    expect(warnings(text)).toEqual([sentence]);
  });

  test.each([
    "",
    "autonomy: land",
    merge,
    "autonomy: fix",
    "reactions: { approved-and-green: { auto: false, action: notify } }",
  ])("%j draws none", (text) => {
    expect(warnings(text)).toEqual([]);
  });
});

describe("policy", () => {
  test.each([
    ["cautious", { approvals: 2, codeOwners: true }],
    ["balanced", { approvals: 1, codeOwners: false, protectedPaths: [".github/**", "**/package-lock.json"] }],
    ["fast", { approvals: 0, codeOwners: false, protectedPaths: [".github/**", "**/package-lock.json"] }],
    ["hands-off", { approvals: 0, codeOwners: false, protectedPaths: [], maxDiffLines: null }],
  ])("%s stands for its keys", (preset, expected) => {
    expect(rules(`policy: { preset: ${preset} }`).policy).toMatchObject(expected);
  });

  test("own keys override the preset", () => {
    const { policy } = rules("policy: { preset: cautious, approvals: 1, maxDiffLines: null }");
    expect(policy).toMatchObject({ approvals: 1, codeOwners: true, maxDiffLines: null });
  });

  test("a project that names a preset starts from it, and keeps what no preset speaks of", () => {
    const { policy } = rules(
      "policy: { approvals: 3, holdLabels: [stop] }\nprojects: { app: { policy: { preset: fast } } }",
    );
    expect(policy).toMatchObject({ approvals: 0, holdLabels: ["stop"] });
  });

  test("budgets merge key by key, and null lifts a cap", () => {
    const { perSession, perDay } = rules("policy: { budget: { perSession: { usd: 9 }, perDay: { usd: null } } }");
    expect(perSession).toEqual({ usd: 9, tokens: 2_000_000 });
    expect(perDay).toEqual({ usd: null, tokens: null });
  });

  test("a day's budget in the home's file is that of all projects, not of each", () => {
    const home = rules("", "policy: { budget: { perDay: { usd: 20 } } }");
    expect(home.perDay).toEqual({ usd: null, tokens: null });
    expect(resolveDaemonPerDay({ policy: { budget: { perDay: { usd: 20 } } } })).toEqual({ usd: 20, tokens: null });
    expect(rules("projects: { app: { policy: { budget: { perDay: { usd: 3 } } } } }").perDay.usd).toBe(3);
  });

  test("freeze windows are minutes of the week", () => {
    expect(rules('policy: { freeze: ["Fri 16:00-Mon 08:00"] }').policy.freeze).toEqual([{ from: 6_720, to: 480 }]);
  });
});

describe("the rest of the rules", () => {
  test("specialists fall back on the project's agent, runtime and credential", () => {
    const text =
      "defaults: { agent: codex, runtime: tmux, agentConfig: { credential: team } }\nagents: [{ id: a, skills: [x] }, { id: b, tool: kimicode, runtime: docker, filters: { labels: [l] }, max: 2 }]";
    expect(rules(text).specialists).toEqual([
      {
        id: "a",
        agent: "codex",
        runtime: "tmux",
        credential: "team",
        skills: ["x"],
        labels: [],
        excludeLabels: [],
        max: null,
      },
      {
        id: "b",
        agent: "kimi",
        runtime: "docker",
        credential: "kimi",
        skills: [],
        labels: ["l"],
        excludeLabels: [],
        max: 2,
      },
    ]);
  });

  test("project keys override defaults", () => {
    const text =
      "defaults: { agent: codex, autoCommit: true, checks: { lint: l } }\norchestrator: { auto_assign: false, module: ./o.ts }\nprojects: { app: { agent: aider, checks: { test: t }, setup: npm ci, max_parallel_agents: 2, autoAssign: true } }";
    expect(rules(text)).toMatchObject({
      agent: { plugin: "aider", credential: "aider" },
      autoCommit: true,
      checks: ["lint", "test"],
      setup: true,
      turnsMax: 2,
      autoAssign: true,
    });
  });
});

test.each([
  ["", true],
  ["projects: { app: { repo: me/app } }", false],
  ["projects: { app: { repo: me/app, tracker: { plugin: github, labels: [agents] } } }", true],
  ["projects: { app: { repo: me/app, tracker: { plugin: github, labels: [] } } }", false],
  ["projects: { app: { repo: me/app, tracker: { plugin: github, assignee: me } } }", true],
  ["projects: { app: { tracker: { plugin: linear, teamId: ENG } } }", false],
  ["projects: { app: { repo: me/app } }\norchestrator: { auto_assign: true }", true],
  ["projects: { app: { repo: me/app, auto_assign: true } }", true],
  ["projects: { app: { auto_assign: false } }", false],
])("whether agents start on open issues by themselves: %j: %s", (text, autoAssign) => {
  expect(rules(text).autoAssign).toBe(autoAssign);
});

test.each([
  ["npm test", ["**/package.json", "**/.npmrc"]],
  ["corepack pnpm test", ["**/package.json", "**/.npmrc"]],
  ["env A=1 bundle exec rake", ["Rakefile", ".rspec"]],
  ["deno task test", ["deno.json", "deno.jsonc"]],
  ["make check", ["Makefile", "makefile", "GNUmakefile"]],
  ["./scripts/test.sh --fast", ["scripts/test.sh"]],
  ["python -m pytest tests/unit conftest.py", ["tests/unit", "conftest.py"]],
  [["node", "--test", "test/*.test.js"], []],
  ["/usr/bin/true ../elsewhere.sh", []],
])("what the check %j runs is for a person to change", (command, expected) => {
  const project = { path: "/app", checks: { test: command } };
  const text = JSON.stringify({ policy: { preset: "hands-off" }, projects: { app: project } });
  expect(rules(text).policy.protectedPaths).toEqual(expected);
});
