import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { load } from "./load.ts";
import type { Problem } from "./problem.ts";
import type { Settings } from "./shape/shape.ts";

const file = "agent-orchestrator.yaml";
const env = { GITHUB_WEBHOOK_SECRET: "hook", SLACK_WEBHOOK_URL: "https://slack.example/x", PORT: "4000", ON: "true" };

function settings(text: string): Settings {
  const loaded = load({ file, text, env });
  if (!loaded.ok) throw new Error(loaded.problems.map(({ sentence }) => sentence).join("\n"));
  return loaded.config.settings;
}

function problems(text: string): readonly Problem[] {
  const loaded = load({ file, text, env });
  return loaded.ok ? [] : loaded.problems;
}

const sentences = (text: string): readonly string[] => problems(text).map(({ sentence }) => sentence);

describe("what is read", () => {
  test("the whole example of the manual loads without a word", () => {
    const text = readFileSync(new URL("example.yaml", import.meta.url), "utf8");
    expect(load({ file, text, env })).toMatchObject({ ok: true, warnings: [] });
  });

  test.each(["", "# only a comment\n", "---\n", "projects:\n", "{}"])(
    "%j is a configuration in which nothing is set",
    (text) => {
      expect(Object.values(settings(text)).flatMap((value) => Object.keys(value ?? {}))).toEqual([]);
    },
  );

  test("snake_case and camelCase mean the same", () => {
    const snake = settings("orchestrator: { max_parallel_agents: 3 }\nnotification_routing: { urgent: [a] }");
    expect(snake).toEqual(settings("orchestrator: { maxParallelAgents: 3 }\nnotificationRouting: { urgent: [a] }"));
  });

  test("reactions and hooks are read in kebab, snake and camel case", () => {
    const kebab = settings("reactions: { ci-failed: { retries: 5 } }\nhooks: { after-landing: [] }");
    expect(settings("reactions: { ci_failed: { retries: 5 } }\nhooks: { after_landing: [] }")).toEqual(kebab);
    expect(settings("reactions: { ciFailed: { retries: 5 } }\nhooks: { afterLanding: [] }")).toEqual(kebab);
  });

  test("a plugin is named by text or by a block with its settings, in either spelling", () => {
    expect(settings("defaults: { tracker: linear }").defaults?.tracker).toMatchObject({
      plugin: "linear",
      settings: {},
    });
    const block = settings("defaults: { tracker: { plugin: linear, team_id: ENG, own: { a_b: 1 } } }").defaults
      ?.tracker;
    expect(block).toMatchObject({ plugin: "linear", settings: { teamId: "ENG", own: { a_b: 1 } } });
  });

  test("a notifier need not name the plugin it is called after", () => {
    const { notifiers } = settings("notifiers:\n  slack: { webhook_url: x }\n  phone: telegram\n  desktop:\n");
    expect(notifiers).toEqual({
      slack: { plugin: "slack", settings: { webhookUrl: "x" } },
      phone: { plugin: "telegram", settings: {} },
      desktop: { plugin: "desktop", settings: {} },
    });
  });

  test("kimicode is kimi, and postCreate is setup", () => {
    const { defaults } = settings("defaults: { agent: kimicode, postCreate: npm ci }");
    expect(defaults).toEqual({ agent: { plugin: "kimi", settings: {} }, setup: ["npm ci"] });
    expect(settings("defaults: { post_create: [npm ci] }").defaults?.setup).toEqual(["npm ci"]);
  });

  test("skills and filters stand in an agent's config or beside it", () => {
    const inside =
      "agents: [{ id: a, config: { skills: [s], filters: { labels: [l], exclude_labels: [x] }, model: m } }]";
    const beside =
      "agents: [{ id: a, skills: [s], filters: { labels: [l], excludeLabels: [x] }, config: { model: m } }]";
    expect(settings(inside)).toEqual(settings(beside));
    expect(settings(inside).agents).toEqual([
      { id: "a", skills: ["s"], labels: ["l"], excludeLabels: ["x"], settings: { model: "m" } },
    ]);
  });

  test("a check is a line, a program with arguments, or a block with a timeout", () => {
    const { projects } = settings(
      "projects: { a: { checks: { x: npm test, y: [make, y], z: { command: z, timeout: 5m } } } }",
    );
    expect(projects?.["a"]?.checks).toEqual({
      x: { command: "npm test", timeoutMs: null },
      y: { command: ["make", "y"], timeoutMs: null },
      z: { command: "z", timeoutMs: 300_000 },
    });
  });

  test("large numbers may be grouped", () => {
    expect(
      settings("policy: { budget: { perSession: { tokens: 2_000_000 } } }").policy?.budget?.perSession?.tokens,
    ).toBe(2_000_000);
  });

  test("a variable may stand for a number or a flag, and text stays text", () => {
    const read = settings(
      'port: ${PORT}\npower: { preventIdleSleep: "${ON}" }\nprojects: { a: { sessionPrefix: "${PORT}" } }',
    );
    expect(read).toEqual({ port: 4000, power: { preventIdleSleep: true }, projects: { a: { sessionPrefix: "4000" } } });
  });

  test("anchors, aliases and merge keys are followed, and the block's own keys win", () => {
    const { projects } = settings(
      "projects:\n  a: &a { repo: o/a, copy: [.env] }\n  b:\n    <<: *a\n    repo: o/b\n  c: *a\n",
    );
    expect(projects).toEqual({
      a: { repo: "o/a", copy: [".env"] },
      b: { repo: "o/b", copy: [".env"] },
      c: { repo: "o/a", copy: [".env"] },
    });
  });
});

test("merges of merges are followed, the nearest word first", () => {
  const text =
    "projects:\n  a: &a { repo: a, path: a, copy: [a] }\n  b: &b { <<: *a, repo: b, path: b }\n  c: { <<: *b, repo: c }\n";
  expect(settings(text).projects?.["c"]).toEqual({ repo: "c", path: "b", copy: ["a"] });
});

describe("what is refused", () => {
  test.each([
    ["reaktions: {}", "unknown key `reaktions`; did you mean `reactions`? (line 1)"],
    ["defaults: { agent: claud-code }", "unknown agent claud-code; did you mean claude-code? (line 1)"],
    ["agents: [{ id: a, skills: [x], runtime: tmx }]", "unknown runtime tmx; did you mean tmux? (line 1)"],
    ["projects: { app: { workspace: worktre } }", "unknown workspace worktre; did you mean worktree? (line 1)"],
    ["projects: { app: { tracker: { plugin: githb } } }", "unknown tracker githb; did you mean github? (line 1)"],
    ["defaults: { sandbox: bublewrap }", "unknown sandbox bublewrap; did you mean bubblewrap? (line 1)"],
    ["defaults: { notifiers: [slak] }", "unknown notifier slak; did you mean slack? (line 1)"],
    [
      "\n\norchestrator:\n  max-paralel-agents: 3",
      "unknown key `max-paralel-agents`; did you mean `max_parallel_agents`? (line 4)",
    ],
    ["frobnicate: 1", "unknown key `frobnicate` (line 1)"],
    [
      "projects:\n  app:\n    scm: { plugin: github, pollSecond: 3 }",
      "unknown key `pollSecond`; did you mean `pollSeconds`? (line 3)",
    ],
    [
      "defaults: { tracker: { plugin: linear, teem_id: ENG } }",
      "unknown key `teemId`; did you mean `teamId`? (line 1)",
    ],
    ["port: abc", "`port`: expected a number, found text (line 1)"],
    ['port: "3000"', "`port`: expected a number, found text (line 1)"],
    ["port: 70000", "`port`: must be at most 65535 (line 1)"],
    ["port: 1.5", "`port`: expected a whole number, found a number (line 1)"],
    [
      "defaults: { network: nonee }",
      "`defaults.network`: expected full, none or a list of hosts; did you mean `none`? (line 1)",
    ],
    [
      "defaults: { network: a.org }",
      "`defaults.network`: expected full, none or a list of hosts; one host is a list, too (line 1)",
    ],
    ["defaults: { network: false }", "`defaults.network`: expected text or a list, found true or false (line 1)"],
    ["defaults: { network: [] }", "`defaults.network`: a list without hosts opens nothing; write `none` (line 1)"],
    [
      "projects:\n  app:\n    network:\n      - a.org\n      - https://b.org/x",
      "`projects.app.network[2]`: expected a host without scheme and path, such as `b.org` (line 5)",
    ],
    [
      "agents: [{ id: a, network: ['*'] }]",
      "`agents[1].network[1]`: to allow every host, write `network: full` (line 1)",
    ],
    ["autonomy: lnad", "`autonomy`: expected one of observe, propose, fix, land; did you mean `land`? (line 1)"],
    ["defaults:\n  agent: [x]", "`defaults.agent`: expected text or a block of keys, found a list (line 2)"],
    [
      "projects:\n  a:\n    checks: [npm test]",
      "`projects.a.checks`: expected a block of names, found a list (line 3)",
    ],
    ["agents:\n- tool: x", "`agents[1].id` is missing (line 2)"],
    [
      "reactions: { ci-failed: { escalateAfter: soon } }",
      '`reactions.ci-failed.escalateAfter`: expected a duration such as "30m", "90s" or "1h30m" (line 1)',
    ],
    [
      "reactions: { ci-failed: { escalateAfter: 0 } }",
      "`reactions.ci-failed.escalateAfter`: must be at least 1 (line 1)",
    ],
    ["reactions: { ci-failed: { action: run } }", "`reactions.ci-failed`: `action: run` needs a `command` (line 1)"],
    [
      "reactions: { ci-failed: { action: send-to-agnt } }",
      "unknown action `send-to-agnt`; did you mean `send-to-agent`? (line 1)",
    ],
    [
      `reactions:\n  label-added: { condition: "label = 'x'" }`,
      "`reactions.label-added.condition`: expected `==` at position 7, found `=` (line 2)",
    ],
    [
      "policy: { freeze: [Friday] }",
      '`policy.freeze[1]`: expected a window such as "Fri 16:00-Mon 08:00" or "22:00-06:00" (line 1)',
    ],
    ["policy: { requiredChecks: [18] }", "`policy.requiredChecks[1]`: expected text, found a number (line 1)"],
    ["server: { host: 0.0.0.0 }", "`server.host`: listening on all addresses needs `allowedHosts` (line 1)"],
    [
      "hooks: { after-landing: [{}] }",
      "`hooks.after-landing[1]`: a hook has either a `command` or a `module` (line 1)",
    ],
    [
      "projects: { a/b: {} }",
      "`projects.a/b`: the name of a project has letters, digits, `-`, `_` and `.`, at most 64 (line 1)",
    ],
    [
      "notifiers:\n  slack:\n    webhookUrl: ${NOPE}",
      "`notifiers.slack.webhookUrl`: the environment variable NOPE is not set (line 3)",
    ],
    ["- a", "expected keys such as `projects:` (line 1)"],
    ["just text", "expected keys such as `projects:` (line 1)"],
    ["__proto__: { port: 1 }", "a key must be a plain string (line 1)"],
    ["port: 1\n---\nport: 2", "the file holds several documents; only one is read (line 2)"],
    ["projects: { a: &a { <<: *a } }", "`<<` takes blocks of keys (line 1)"],
    ["projects: { a: { <<: text } }", "`<<` takes blocks of keys (line 1)"],
    ["defaults: *nobody", "the alias `*nobody` names no anchor before it (line 1)"],
  ])("%j is refused with a sentence to act on", (text, sentence) => {
    expect(sentences(text)).toEqual([sentence]);
  });

  test.each([
    ["port: 1\nport: 2", "`port` is set twice (lines 1 and 2)"],
    [
      "orchestrator:\n  max_parallel_agents: 3\n  maxParallelAgents: 4",
      "`orchestrator.max_parallel_agents` and `orchestrator.maxParallelAgents` are the same setting; keep one (lines 2 and 3)",
    ],
    [
      "reaction_handlers:\n  ci_failure: { max_retries: 3 }\nreactions:\n  ci-failed: { retries: 3 }",
      "`reaction_handlers.ci_failure` and `reactions.ci-failed` are the same setting; keep one (lines 2 and 4)",
    ],
    [
      "orchestrator:\n  reaction_handlers:\n    review_comments: {}\nreactions:\n  changes-requested: {}",
      "`orchestrator.reaction_handlers.review_comments` and `reactions.changes-requested` are the same setting; keep one (lines 3 and 5)",
    ],
    [
      "reactionHandlers: { ciFailure: {} }\norchestrator: { reactionHandlers: { ciFailure: {} } }",
      "`reactionHandlers.ciFailure` and `orchestrator.reactionHandlers.ciFailure` are the same setting; keep one (lines 1 and 2)",
    ],
    [
      "autonomy: fix\ndefaults:\n  autonomy: fix",
      "`autonomy` and `defaults.autonomy` are the same setting; keep one (lines 1 and 3)",
    ],
    [
      "defaults:\n  setup: [a]\n  postCreate: [a]",
      "`defaults.setup` and `defaults.postCreate` are the same setting; keep one (lines 2 and 3)",
    ],
    [
      "agents:\n- id: a\n  skills: [s]\n  config:\n    skills: [s]",
      "`agents[1].skills` and `agents[1].config.skills` are the same setting; keep one (lines 3 and 5)",
    ],
    [
      "notifiers:\n  slack:\n    webhook_url: a\n    webhookUrl: b",
      "`notifiers.slack.webhook_url` and `notifiers.slack.webhookUrl` are the same setting; keep one (lines 3 and 4)",
    ],
  ])("%j is one setting in two forms", (text, sentence) => {
    expect(sentences(text)).toEqual([sentence]);
  });

  test("all problems come at once, in the order of the file, each with its place and key", () => {
    expect(problems("port: x\nreaktions: {}\ndefaults:\n  autonomy: high\n")).toMatchObject([
      { file, line: 1, column: 1, key: "port" },
      { file, line: 2, column: 1, key: "reaktions" },
      { file, line: 4, column: 3, key: "defaults.autonomy" },
    ]);
  });

  test.each([
    "projects:\n  a: { repo: o/a",
    'port: "30',
    "projects:\n  a:\n   b: [",
    "a:\n\t- b",
    "port: 1\n  x: 2",
    "!!js/function x",
  ])("%j, half-written or broken, is a problem with a line", (text) => {
    expect(problems(text)[0]).toMatchObject({ file, line: expect.any(Number) });
  });

  test("a bare variable inside a flow block is answered with the quotes it needs", () => {
    const sentence =
      'not valid YAML: Unexpected flow-map-start at node end; inside { } and [ ] write "${NAME}" in quotes (line 1)';
    expect(sentences("scm: { secret: ${TOKEN} }")[0]).toBe(sentence);
  });

  test("the value of a variable is never repeated in a sentence", () => {
    const secret = "hunter2-hunter2";
    const loaded = load({
      file,
      text: 'port: ${S}\nautonomy: ${S}\nreactions: { ci-failed: { escalateAfter: "${S}" } }',
      env: { S: secret },
    });
    expect(loaded.ok).toBe(false);
    expect(JSON.stringify(loaded)).not.toContain(secret);
  });
});

describe("what would take too long", () => {
  test("a file of more than 1 MB is not read", () => {
    expect(sentences(`# ${"x".repeat(1_000_001)}`)).toEqual(["the file is larger than 1 MB (line 1)"]);
  });

  test("aliases that multiply are stopped", () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) =>
        `  l${n}: ${
          n === 0
            ? "&l0 [x, x]"
            : `&l${n} [${Array(9)
                .fill(`*l${n - 1}`)
                .join(", ")}]`
        }`,
    );
    expect(sentences(`notifiers:\n  a:\n${levels.map((line) => `  ${line}`).join("\n")}`)).toEqual([
      expect.stringContaining("the file holds more than 50000 values, aliases included"),
    ]);
  });

  test("merges that multiply are stopped", () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) =>
        `  l${n}: &l${n} { <<: [${Array(9)
          .fill(n === 0 ? "{}" : `*l${n - 1}`)
          .join(", ")}] }`,
    );
    expect(sentences(`projects:\n${levels.join("\n")}`)).toContain("`<<` takes blocks of keys (line 4)");
  });

  test("an alias inside its own anchor is stopped", () => {
    expect(sentences("notifiers: { a: &a { b: *a } }")).toEqual([
      expect.stringContaining("more than 32 blocks inside each other"),
    ]);
  });

  test.each(["[", "{a: ", "- ", "? "])("%j a hundred thousand times is a problem, not a crash", (piece) => {
    expect(problems(piece.repeat(100_000)).length).toBeGreaterThan(0);
  });

  test("of very many problems the first fifty are told", () => {
    expect(problems(Array.from({ length: 5_000 }, (_, n) => `wrong${n}: 1`).join("\n"))).toHaveLength(50);
  });
});

describe("what is allowed but odd", () => {
  const warnings = (text: string): readonly string[] => {
    const loaded = load({ file, text, env });
    return loaded.ok ? loaded.warnings.map(({ sentence }) => sentence) : ["not loaded"];
  };

  test.each([
    [
      'reactions: { ci-failed: { message: "{{error}}" } }',
      "unknown variable `{{error}}` is left unchanged; did you mean `{{errors}}`? (line 1)",
    ],
    [
      "projects: { app: { tracker: { plugin: linear, flavour: mild } } }",
      "`flavour` is not a known setting, and this file lists no plugin that could know it (line 1)",
    ],
    [
      "agents: [{ id: a }]",
      "the specialist `a` has neither labels nor skills, so no issue is ever given to it (line 1)",
    ],
    [
      "reactions: { ci-failed: { action: page-the-pilot } }",
      "`page-the-pilot` is not a known action, and this file lists no plugin that could provide it (line 1)",
    ],
    ["defaults: { scm: gitlab }\nprojects: { a: {} }", "`scm: gitlab` is not used for a: it has no `repo` (line 1)"],
    ["defaults: { runtime: docker }", "runtime docker is not available yet; use tmux or process (line 1)"],
    [
      "agents: [{ id: a, skills: [x], runtime: kubernetes }]",
      "runtime kubernetes is not available yet; use tmux or process (line 1)",
    ],
    [
      "projects: { app: { agent: custom-agent } }",
      "unknown agent custom-agent; use claude-code, codex, opencode, gemini, aider, cursor, copilot, kimi, goose, qwen, kilo or command (line 1)",
    ],
    [
      "notifiers: { team: { plugin: pager } }",
      "unknown notifier pager; use desktop, slack, discord, telegram, webhook, composio or openclaw (line 1)",
    ],
    ['plugins: ["@acme/telegram"]', "plugins cannot be loaded yet; `@acme/telegram` is ignored (line 1)"],
    [
      "orchestrator: { agent: claude-code }",
      "`orchestrator.agent` is not available yet and is ignored: a person is asked directly (line 1)",
    ],
    [
      "orchestrator: { module: ./mine.ts }",
      "`orchestrator.module` is not available yet and is ignored: a person is asked directly (line 1)",
    ],
  ])("%j draws a warning", (text, sentence) => {
    expect(warnings(text)).toEqual([sentence]);
  });

  test("with plugins, an action of another name is taken to be theirs", () => {
    expect(warnings("plugins: [./mine.ts]\nreactions: { ci-failed: { action: send-to-agnt } }")).toEqual([
      "plugins cannot be loaded yet; `./mine.ts` is ignored (line 1)",
    ]);
  });
});
