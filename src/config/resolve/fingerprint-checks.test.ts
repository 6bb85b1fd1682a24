/** Which settings make the verdicts of checks stale when they change. */
import { expect, test } from "vitest";
import { load } from "../load.ts";
import { resolveRules } from "../rules.ts";

function keyOf(settings: string): string {
  const loaded = load({ file: "file.yaml", text: `projects: { app: { ${settings} } }\n`, env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.map(({ sentence }) => sentence).join("\n"));
  return resolveRules({ config: loaded.config, home: null, project: "app" }).rules.checksKey;
}

const checks = "checks: { test: npm test, lint: npm run lint }";

test.each([
  "checks: { test: npm run unit, lint: npm run lint }",
  "checks: { test: npm test }",
  "checks: { test: { command: npm test, timeout: 1m }, lint: npm run lint }",
  'checks: { test: { command: npm test, paths: ["src/**"] }, lint: npm run lint }',
  "checks: { test: { command: npm test, compareWithBase: true }, lint: npm run lint }",
  `${checks}, setup: [npm ci]`,
  `${checks}, setupKey: [a.lock]`,
  `${checks}, cache: [node_modules]`,
  `${checks}, copy: [.env]`,
  `${checks}, symlinks: [data]`,
  `${checks}, sandbox: none`,
  `${checks}, sandbox: { read: [/opt/sdk] }`,
  `${checks}, sandbox: { write: [/opt/sdk] }`,
  `${checks}, network: none`,
  `${checks}, limits: { memory: 64GB }`,
  `${checks}, limits: { processes: 4096 }`,
])("verdicts do not hold any more: %s", (settings) => {
  expect(keyOf(settings)).not.toBe(keyOf(checks));
});

test.each([
  "checks: { lint: npm run lint, test: npm test }",
  `${checks}, agentRules: Be kind.`,
  `${checks}, workspace: worktree`,
  `${checks}, limits: { memoryReservation: 1GB }`,
])("verdicts hold: %s", (settings) => {
  expect(keyOf(settings)).toBe(keyOf(checks));
});

test("without checks there is nothing to ask again", () => {
  expect([keyOf("setup: [npm ci]"), keyOf("sandbox: none")]).toEqual(["", ""]);
});
