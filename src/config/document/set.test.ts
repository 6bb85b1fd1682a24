import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explainKeys } from "../explain/explain.ts";
import type { Detected } from "../first-run/detect.ts";
import { writeFirstConfig } from "../first-run/first-config.ts";
import { getKey, setKey } from "./set.ts";

const example = readFileSync(new URL("../example.yaml", import.meta.url), "utf8");
const env = { GITHUB_WEBHOOK_SECRET: "hook", SLACK_WEBHOOK_URL: "url", SLACK: "url" };

function set(text: string, key: string, value: string): string {
  const result = setKey({ file: "f.yaml", text, env }, key, value);
  if (!result.ok) throw new Error(result.problems.map(({ sentence }) => sentence).join("\n"));
  return result.text;
}

function refusal(text: string, key: string, value: string): readonly string[] {
  const result = setKey({ file: "f.yaml", text, env }, key, value);
  return result.ok ? [] : result.problems.map(({ sentence }) => sentence);
}

/** The lines that differ, as a person would see them in a diff. */
function difference(before: string, after: string): readonly string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}

test.each([
  ["port", "3001", ["-port: 3000", "+port: 3001"]],
  ["defaults.autonomy", "land", ["+  autonomy: land"]],
  ["projects.my-app.autonomy", "land", ["+    autonomy: land"]],
  ["projects.new.repo", "owner/new", ["+  new:", "+    repo: owner/new"]],
  ["projects.my-app.path", "~/a b", ["-    path: ~/my-app", '+    path: "~/a b"']],
  ["agents[1].max", "4", ["-    max: 3 # of this specialist at once", "+    max: 4 # of this specialist at once"]],
  ["policy.holdLabels", "[wip, hold]", ["-  holdLabels: [wip]", "+  holdLabels: [wip, hold]"]],
])("setting %s to %s changes only its own lines", (key, value, expected) => {
  const after = set(example, key, value);
  expect(difference(example, after)).toEqual(expected);
});

test("an existing key is found in whichever form it is written", () => {
  const after = set(example, "orchestrator.maxParallelAgents", "8");
  expect(after).toContain("  max_parallel_agents: 8 # open turns");
  expect(after).not.toContain("maxParallelAgents");
});

test("comments, blank lines and the order of keys stay when a block of text becomes a line", () => {
  const before =
    "# top\nport: 1 # mine\n\ndefaults:\n  agentRules: |\n    One.\n    Two.\n  # between\n  autonomy: fix # careful\n# end\n";
  const after =
    "# top\nport: 1 # mine\n\ndefaults:\n  agentRules: Three.\n  # between\n  autonomy: fix # careful\n# end\n";
  expect(set(before, "defaults.agentRules", "Three.")).toBe(after);
});

test.each([
  ["", "port", "3000", "port: 3000\n"],
  ["# mine\n", "projects.a.repo", "o/a", "# mine\n\nprojects:\n  a:\n    repo: o/a\n"],
  ["projects:\n", "projects.a.repo", "o/a", "projects:\n  a:\n    repo: o/a\n"],
  [
    "projects: { a: { repo: x } } # one\n",
    "projects.a.autonomy",
    "land",
    "projects: { a: { repo: x, autonomy: land } } # one\n",
  ],
  [
    "policy: {budget: {perDay: {usd: 5}}}   # caps\n",
    "policy.budget.perDay.tokens",
    "7_000",
    "policy: {budget: {perDay: {usd: 5, tokens: 7_000}}}   # caps\n",
  ],
  [
    "projects: { a: { } }   # one\n",
    "projects.a.reactions.ci-failed.retries",
    "3",
    "projects: { a: { reactions: { ci-failed: { retries: 3 } } } }   # one\n",
  ],
  ["port:    1     # mine\n", "port", "2", "port:    2     # mine\n"],
  ["hooks:\n  turn-ended:\n    - module: a # first\n", "hooks.turn-ended", "[]", "hooks:\n  turn-ended: []\n"],
  ["port: 1", "autonomy", "land", "port: 1\nautonomy: land"],
  ["projects:\n  next.js: {}\n", 'projects."next.js".repo', "o/n", "projects:\n  next.js: { repo: o/n }\n"],
  [
    "defaults:\n  agentRules: |\n    One.\n    Two.\n",
    "defaults.autonomy",
    "fix",
    "defaults:\n  agentRules: |\n    One.\n    Two.\n  autonomy: fix\n",
  ],
  [
    "notifiers: { s: { plugin: slack } }\n",
    "notifiers.s.webhookUrl",
    "${SLACK}",
    'notifiers: { s: { plugin: slack, webhookUrl: "${SLACK}" } }\n',
  ],
  ["", "defaults.agentRules", "Note: run the tests", 'defaults:\n  agentRules: "Note: run the tests"\n'],
])("in %j, setting %s to %s gives %j", (before, key, value, after) => {
  expect(set(before, key, value)).toBe(after);
});

test.each([
  ["port: 1", "prot", "2", "unknown key `prot`; did you mean `port`?"],
  ["port: 1", "port", "high", "`port`: expected a number, found text"],
  ["port: 1", "port.deep", "1", "`deep` cannot stand there: the key before it holds a single value"],
  ["port: 1", "agents[1].max", "1", "there is no entry 1"],
  ["port: 1", "a..b", "1", "`a..b` is not a key such as `projects.my-app.autonomy`"],
  [
    "port: 1",
    "policy",
    "{ a: [",
    "the value is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 7:",
  ],
  [
    "defaults: { tracker: github }",
    "defaults.tracker.teamId",
    "ENG",
    "`defaults.tracker.teamId` is inside a value that is not a block; set the whole value",
  ],
  [
    "autonomy: fix",
    "defaults.autonomy",
    "land",
    "`autonomy` and `defaults.autonomy` are the same setting; keep one (lines 1 and 3)",
  ],
  ["prot: 1", "port", "2", "unknown key `prot`; did you mean `port`? (line 1)"],
])("in %j, setting %s to %s is refused", (text, key, value, sentence) => {
  expect(refusal(text, key, value)[0]).toBe(sentence);
});

test("a value is read back as it is written", () => {
  expect(getKey({ text: example }, "orchestrator.maxParallelAgents")).toBe("5");
  expect(getKey({ text: example }, "notifiers.slack.webhookUrl")).toBe("${SLACK_WEBHOOK_URL}");
  expect(getKey({ text: example }, "policy.budget")).toBe(
    "perSession:\n  usd: 5\n  tokens: 2_000_000\nperDay:\n  usd: 50",
  );
  expect(getKey({ text: example }, "policy.approvals")).toBe("1");
  expect(getKey({ text: example }, "defaults.autonomy")).toBeNull();
  expect(getKey({ text: "a: [" }, "port")).toBeNull();
});

test("any text that is set is read back, and setting it never throws", () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1 }).filter((value) => !value.includes("${")),
      fc.constantFrom(example, "", "projects: { a: {} }\n"),
      (value, before) => {
        const result = setKey({ file: "f.yaml", text: before, env }, "projects.a.agentRules", value);
        if (!result.ok) return false;
        return result.config.settings.projects?.["a"]?.agentRules === value;
      },
    ),
    { numRuns: 100 },
  );
});

describe("the file that a first start writes", () => {
  const none = { agents: [], setup: null, checks: [], offered: [], passedOver: [], kinds: [] };
  const npm = { commands: ["npm ci"], from: "package-lock.json", key: ["package-lock.json"], cache: ["node_modules"] };
  const test_ = { name: "test", command: "npm test", from: "package.json" };
  const first = (detected: Detected): string =>
    writeFirstConfig({ project: "app", defaultBranch: "main", detected, origin: null });
  const files = [
    ["nothing found", first(none)],
    ["all found", first({ ...none, agents: ["claude-code", "codex"], setup: npm, checks: [test_] })],
  ] as const;

  const keys = explainKeys().flatMap(({ key, choices }) => {
    const names = key.startsWith("defaults.") ? [key, key.replace("defaults", "projects.app")] : [key];
    return names.map((name) => ({ key: name.replaceAll("<name>", "app"), choices: choices ?? [] }));
  });
  const values = ["true", "3", "1h", "[a]", "{}", "a/b"];

  function attempt(text: string, key: string, value: string): string | null {
    const result = setKey({ file: "f.yaml", text, env }, key, value);
    return result.ok ? result.text : null;
  }

  /** Whether the lines stand in the text, in their order. */
  function areIn(lines: readonly string[], text: string): boolean {
    const left = text.split("\n");
    return lines.every((line) => {
      const index = left.indexOf(line);
      left.splice(0, index + 1);
      return index >= 0;
    });
  }

  test.each(files)("with %s keeps every comment and its order, whatever key is set", (_name, before) => {
    const comments = before.split("\n").filter((line) => line.trim().startsWith("#"));
    // Where a key goes depends on the block around it: of each block one, and all that are written.
    const known = keys.filter(({ key }) => !key.includes("[]") && key.split(".").length <= 3);
    const ofBlocks = [...new Map(known.map((one) => [one.key.slice(0, one.key.lastIndexOf(".") + 1), one])).values()];
    const written = known.filter(({ key }) => getKey({ text: before }, key) !== null);
    const wrong = [...ofBlocks, ...written].flatMap(({ key, choices }) => {
      const after = [...choices, ...values].values().map((value) => attempt(before, key, value));
      const text = after.find((done) => done !== null) ?? before;
      return areIn(comments, text) && !text.includes("null") ? [] : [`${key}\n${text}`];
    });
    expect(wrong).toEqual([]);
  });

  test("takes a key where a person would write it", () => {
    const [, before] = files[0];
    expect(difference(before, set(before, "defaults.agent", "codex"))).toEqual(["+  agent: codex"]);
    const after = set(set(before, "defaults.agent", "codex"), "port", "3100").split("\n");
    expect(after[after.indexOf("  agent: codex") - 1]).toMatch(/^ {2}# autonomy: fix/);
    expect(after[after.indexOf("port: 3100") - 1]).toBe('    # agentRules: "Run the tests before you finish."');
  });
});

test.each([
  [
    "checks in lines",
    "projects:\n  a:\n    checks: # what decides\n      # slow\n      test: x # old\n      # last\n    # next\n",
    "projects:\n  a:\n    checks: { test: y } # what decides\n      # slow\n      # last\n    # next\n",
  ],
  ["a key with nothing", "projects:\n  a:\n    checks: # none\n", "projects:\n  a:\n    checks: { test: y } # none\n"],
])("a block that is set as a whole keeps its lines of comment: %s", (_name, before, after) => {
  expect(set(before, "projects.a.checks", "{ test: y }")).toBe(after);
});
