import { expect, test } from "vitest";
import { resolveProject } from "../../config/project-settings.ts";
import { judge, type ProjectFile } from "./project-file.ts";

const file = "/code/app/agent-orchestrator.yaml";
const harmless = "projects: { app: { sessionPrefix: a } }\n";
const runs = "projects: { app: { checks: { test: npm test } } }\n";
const broken = "projects: { app: { chekcs: {} } }\n";

const aFile = (special: Partial<ProjectFile>): ProjectFile => ({
  file,
  accepted: harmless,
  onDisk: harmless,
  byGit: false,
  repository: "/code/app",
  id: "app",
  home: null,
  env: {},
  ...special,
});

const checksOf = ({ layers }: ReturnType<typeof judge>) =>
  layers === null ? null : Object.keys(resolveProject(layers).checks);

test("what a person wrote holds at once", () => {
  const judged = judge(aFile({ onDisk: runs }));
  expect(checksOf(judged)).toEqual(["test"]);
  expect(judged).toMatchObject({ accepted: runs, problems: [], waiting: null });
});

test("what arrived by git waits, and the settings accepted before go on", () => {
  const judged = judge(aFile({ onDisk: runs, byGit: true }));
  expect(checksOf(judged)).toEqual([]);
  expect(judged.accepted).toBe(harmless);
  expect(judged.waiting?.lines).toContain("checks.test: npm test");
});

test("what arrived by git and lets nothing new happen holds at once", () => {
  const text = "# a comment\nprojects: { app: { sessionPrefix: b } }\n";
  expect(judge(aFile({ onDisk: text, byGit: true }))).toMatchObject({ accepted: text, waiting: null });
});

test("settings that nobody has accepted do not hold", () => {
  const judged = judge(aFile({ accepted: null, onDisk: runs, byGit: true }));
  expect(judged).toMatchObject({ layers: null, accepted: null });
  expect(judged.waiting?.lines).toContain("checks.test: npm test");
});

test.each([
  ["broken", broken, /chekcs.*did you mean/],
  ["empty, as some editors leave it for a moment", "", /empty/],
  ["gone", null, /gone/],
])("a file that is %s leaves the last good one in force, and is told", (_, onDisk, sentence) => {
  const judged = judge(aFile({ accepted: runs, onDisk }));
  expect(checksOf(judged)).toEqual(["test"]);
  expect(judged.accepted).toBe(runs);
  expect(judged.problems).toMatchObject([{ severity: "error", file, sentence: expect.stringMatching(sentence) }]);
});

test("accepted settings that cannot be read any more let nothing happen", () => {
  const text = "projects: { app: { agentRules: '${RULES}' } }\n";
  const judged = judge(aFile({ accepted: text, onDisk: text }));
  expect(judged.layers).toBeNull();
  expect(judged.problems[0]?.sentence).toContain("RULES is not set");
  expect(judge(aFile({ accepted: text, onDisk: text, env: { RULES: "be kind" } })).layers).not.toBeNull();
});

test("without a file all is as built in", () => {
  expect(judge(aFile({ file: null, accepted: null, onDisk: null })).layers?.config.settings).toEqual({});
});

test("what is odd in a valid file is told and does not hold it up", () => {
  const text = "autonomy: propose\nreactions: { approved-and-green: { auto: true, action: merge } }\n";
  expect(judge(aFile({ onDisk: text })).problems).toMatchObject([{ severity: "warning" }]);
  expect(judge(aFile({ accepted: text, onDisk: text })).problems).toMatchObject([{ severity: "warning" }]);
});
