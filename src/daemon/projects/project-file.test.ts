import { expect, test } from "vitest";
import { resolveProject } from "../../config/resolve/project-settings.ts";
import type { FileHistory } from "../../lib/git/objects/file-history.ts";
import { judgeProjectFile, type ProjectFile } from "./project-file.ts";

const file = "/code/app/agent-orchestrator.yaml";
const harmless = "projects: { app: { sessionPrefix: a } }\n";
const runs = "projects: { app: { checks: { test: npm test } } }\n";
const other = "projects: { app: { setup: [npm ci] } }\n";
const broken = "projects: { app: { chekcs: {} } }\n";

type By = FileHistory["versions"][number]["by"];
const came = (...versions: readonly (readonly [By, string | null])[]): FileHistory => ({
  versions: versions.map(([by, text]) => ({ by, text })),
  elsewhere: [],
  log: null,
});
const ofPerson = came(["edit", null]);

const aFile = (special: Partial<ProjectFile>): ProjectFile => ({
  file,
  accepted: harmless,
  onDisk: harmless,
  history: ofPerson,
  repository: "/code/app",
  id: "app",
  home: null,
  env: {},
  ...special,
});

const checksOf = ({ layers }: ReturnType<typeof judgeProjectFile>) =>
  layers === null ? null : Object.keys(resolveProject(layers).checks);

test("what a person wrote holds at once", () => {
  const judged = judgeProjectFile(aFile({ onDisk: runs }));
  expect(checksOf(judged)).toEqual(["test"]);
  expect(judged).toMatchObject({ accepted: runs, problems: [], waiting: null });
});

test("what arrived by git waits, and the settings accepted before go on", () => {
  const judged = judgeProjectFile(aFile({ onDisk: runs, history: came(["git", runs]) }));
  expect(checksOf(judged)).toEqual([]);
  expect(judged.accepted).toBe(harmless);
  expect(judged.waiting?.lines).toContain("checks.test: npm test");
});

test("files that git brought for a check wait: what changes none of them would land without it", () => {
  const text = "projects: { app: { checks: { test: { command: npm test, paths: [docs/**, a] } } } }\n";
  const judged = judgeProjectFile(aFile({ accepted: runs, onDisk: text, history: came(["git", text]) }));
  expect(judged.accepted).toBe(runs);
  expect(judged.waiting?.lines).toEqual(["checks.test.paths: docs/**, a"]);
});

test("what arrived by git and lets nothing new happen holds at once", () => {
  const text = "# a comment\nprojects: { app: { sessionPrefix: b } }\n";
  expect(judgeProjectFile(aFile({ onDisk: text, history: came(["git", text]) }))).toMatchObject({
    accepted: text,
    waiting: null,
  });
});

const lints = "projects: { app: { checks: { test: npm test, lint: npm run lint } } }\n";
const both = "projects: { app: { sessionPrefix: a, checks: { test: npm test, lint: npm run lint } } }\n";

test.each<[string, FileHistory, boolean]>([
  ["an edit on top of what was accepted", came(["edit", both], ["git", harmless]), true],
  ["a commit on top of what was accepted", came(["commit", both], ["commit", harmless]), true],
  ["several commits and an edit", came(["edit", both], ["commit", lints], ["commit", runs], ["git", harmless]), true],
  ["a commit of a file that was not there before", came(["commit", both], ["git", null]), true],
  ["an edit on top of what git brought, when that is not accepted", came(["edit", both], ["git", runs]), false],
  ["a commit on top of what git brought", came(["commit", both], ["git", lints]), false],
  ["what git brought on top of a commit", came(["git", both], ["commit", harmless]), false],
  ["a commit on top of what cannot be read", came(["commit", both], ["git", broken]), false],
  ["a text of another branch", { ...ofPerson, elsewhere: [both] }, false],
  ["a line of another branch", { ...ofPerson, elsewhere: [runs] }, false],
  ["a commit, while another branch has other lines", { ...ofPerson, elsewhere: [other] }, true],
])("settings hold at once when a person made them: %s", (_, history, holds) => {
  const judged = judgeProjectFile(aFile({ onDisk: both, history }));
  expect([judged.accepted, judged.waiting === null]).toEqual(holds ? [both, true] : [harmless, false]);
});

test("what git takes away waits as well, also below a change of the person's", () => {
  const careful = "projects: { app: { sandbox: bubblewrap, push: never, network: none } }\n";
  const brought = "projects: { app: { sandbox: bubblewrap } }\n";
  const history = came(["commit", harmless], ["git", brought]);
  const judged = judgeProjectFile(aFile({ accepted: careful, onDisk: brought, history }));
  expect(judged.waiting?.lines).toEqual(["no longer network: none"]);
});

test("only what is different is shown, and of one setting what it is now", () => {
  const accepted = "autonomy: observe\nprojects: { app: { checks: { test: npm test, lint: npm run lint } } }\n";
  const text = "autonomy: land\nprojects: { app: { checks: { test: npm test }, setup: [npm ci] } }\n";
  const judged = judgeProjectFile(aFile({ accepted, onDisk: text, history: came(["git", text]) }));
  expect(judged.waiting?.lines.filter((line) => !line.startsWith("reactions."))).toEqual([
    "setup: npm ci",
    "autonomy: land (instead of observe)",
    "no longer checks.lint: npm run lint",
  ]);
});

test("settings that nobody has accepted do not hold", () => {
  const judged = judgeProjectFile(aFile({ accepted: null, onDisk: runs, history: came(["git", runs]) }));
  expect(judged).toMatchObject({ layers: null, accepted: null });
  expect(judged.waiting?.lines).toContain("checks.test: npm test");
});

test.each([
  ["broken", broken, /chekcs.*did you mean/],
  ["empty, as some editors leave it for a moment", "", /empty/],
  ["gone", null, /missing/],
])("a file that is %s leaves the last good one in force, and is told", (_, onDisk, sentence) => {
  const judged = judgeProjectFile(aFile({ accepted: runs, onDisk }));
  expect(checksOf(judged)).toEqual(["test"]);
  expect(judged.accepted).toBe(runs);
  expect(judged.problems).toMatchObject([{ severity: "error", file, sentence: expect.stringMatching(sentence) }]);
});

test("accepted settings that cannot be read any more let nothing happen", () => {
  const text = "projects: { app: { agentRules: '${RULES}' } }\n";
  const judged = judgeProjectFile(aFile({ accepted: text, onDisk: text }));
  expect(judged.layers).toBeNull();
  expect(judged.problems[0]?.sentence).toContain("RULES is not set");
  expect(judgeProjectFile(aFile({ accepted: text, onDisk: text, env: { RULES: "be kind" } })).layers).not.toBeNull();
});

test("without a file all is as built in", () => {
  expect(judgeProjectFile(aFile({ file: null, accepted: null, onDisk: null })).layers?.config.settings).toEqual({});
});

test("what is odd in a valid file is told and does not hold it up", () => {
  const text = "autonomy: propose\nreactions: { approved-and-green: { auto: true, action: merge } }\n";
  expect(judgeProjectFile(aFile({ onDisk: text })).problems).toMatchObject([{ severity: "warning" }]);
  expect(judgeProjectFile(aFile({ accepted: text, onDisk: text })).problems).toMatchObject([{ severity: "warning" }]);
});

test("a setting that git brought does not become a person's own because they changed another key inside it", () => {
  const brought = "projects: { app: { tracker: { plugin: linear, teamId: EVIL } } }\n";
  const changed = "projects: { app: { tracker: { plugin: linear, teamId: EVIL, project: x } } }\n";
  for (const history of [
    came(["edit", changed], ["git", brought]),
    { ...came(["commit", changed], ["git", harmless]), elsewhere: [brought] },
  ]) {
    const judged = judgeProjectFile(aFile({ onDisk: changed, history }));
    expect(judged.problems).toEqual([]);
    expect(judged.waiting).not.toBeNull();
  }
});
