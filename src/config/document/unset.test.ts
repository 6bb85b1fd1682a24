import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { unsetKey } from "./unset.ts";

const example = readFileSync(new URL("../example.yaml", import.meta.url), "utf8");
const env = { GITHUB_WEBHOOK_SECRET: "hook", SLACK_WEBHOOK_URL: "url", SLACK: "url" };

function unset(text: string, key: string): string {
  const result = unsetKey({ file: "f.yaml", text, env }, key);
  if (!result.ok) throw new Error(result.problems.map(({ sentence }) => sentence).join("\n"));
  return result.text;
}

test.each([
  ["# top\nport: 1 # mine\ndefaults:\n  agent: command\n", "port", "# top\ndefaults:\n  agent: command\n"],
  [
    "port: 1\ndefaults:\n  agent: command # why\n  autonomy: fix",
    "defaults.autonomy",
    "port: 1\ndefaults:\n  agent: command # why\n",
  ],
  [
    "defaults:\n  agentRules: |\n    One.\n\n    Two.\n  autonomy: fix\n",
    "defaults.agentRules",
    "defaults:\n  autonomy: fix\n",
  ],
  [
    "orchestrator:\n  max_parallel_agents: 3\n  auto_assign: true # ours\n",
    "orchestrator.maxParallelAgents",
    "orchestrator:\n  auto_assign: true # ours\n",
  ],
  ["policy:\n  approvals: 2\n", "policy.approvals", "policy:\n"],
  [
    "policy: { approvals: 2, holdLabels: [wip] } # ours\n",
    "policy.approvals",
    "policy: { holdLabels: [ wip ] } # ours\n",
  ],
  ["port: 1\n", "policy.approvals", "port: 1\n"],
])("of %j without %s is left %j", (before, key, after) => {
  expect(unset(before, key)).toBe(after);
});

/** All single values of a file, by their keys. */
function valuesOf(value: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${path} ${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, below]) => valuesOf(below, `${path}.${key}`));
}

test("every key of the example can be taken out by itself, and no other goes with it", () => {
  const before = valuesOf(parse(example));
  const keys = ["port", "defaults", "projects.my-app.path", "policy.holdLabels", "reactions.ci-failed.retries"];
  for (const key of keys) {
    const after = valuesOf(parse(unset(example, key)));
    const isIts = (line: string): boolean => line.startsWith(`.${key} `) || line.startsWith(`.${key}.`);
    expect(before.filter(isIts), key).not.toEqual([]);
    expect(after, key).toEqual(before.filter((line) => !isIts(line)));
  }
});

test("an unknown key is refused", () => {
  expect(() => unset(example, "policy.aprovals")).toThrow(/approvals/);
});
