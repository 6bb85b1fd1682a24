import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { AddedProjectView } from "../../protocol/project.ts";
import { drawLines, createPen } from "../render/line.ts";
import { aTerminal, testIo } from "../testing/test-io.ts";
import { aProject } from "../testing/views.ts";
import { formatProject, tellOfProjects } from "./project-lines.ts";

const path = mkdtempSync(join(tmpdir(), "ao-lines-"));
mkdirSync(join(path, ".git"));
writeFileSync(join(path, ".git/config"), '[remote "origin"]\n\turl = git@github.com:acme/widgets.git\n');
afterAll(() => rmSync(path, { recursive: true, force: true }));

function anAdded(more: Partial<AddedProjectView>): AddedProjectView {
  const configFile = join(more.path ?? path, "agent-orchestrator.yaml");
  const found = { commands: { setup: [], checks: [] }, notes: [], accepted: [] };
  return { ...aProject(), ...found, isNew: true, wrote: null, openIssues: 0, path, configFile, ...more };
}

function said(more: Partial<AddedProjectView>): string {
  const pen = createPen(aTerminal(200));
  return drawLines(formatProject(anAdded(more), 8, pen), pen);
}

test.each<readonly [string, Partial<AddedProjectView>, string]>([
  [
    "an origin on GitHub is named while the local forge is used",
    {},
    "issues and changes on the local forge; to use GitHub: set GITHUB_TOKEN, and `repo: acme/widgets` in agent-orchestrator.yaml",
  ],
  ["another repository says what is used", { path: join(path, "none") }, "issues and changes on the local forge\n"],
  [
    "one that lives elsewhere says how to come back",
    { repo: "acme/widgets", tracker: "github", scm: "github" },
    "issues and changes on GitHub, acme/widgets; remove `repo` from agent-orchestrator.yaml for the local forge",
  ],
  [
    "issues and changes may live apart",
    { repo: "acme/widgets", tracker: "linear", scm: "github" },
    "issues on Linear, changes on GitHub, acme/widgets;",
  ],
  [
    "what starts by itself is counted",
    { openIssues: 12 },
    "12 open issues: agents start on them; `auto_assign: false` to choose yourself",
  ],
  ["without any it is said of new ones", {}, "agents start on new issues; `auto_assign: false` to choose yourself"],
  [
    "where nothing starts by itself that is said",
    { autoAssign: false, openIssues: 3 },
    "agents start on the issues you choose; `auto_assign: true`",
  ],
  [
    "what was found is named with the file that was written",
    {
      wrote: join(path, "agent-orchestrator.yaml"),
      commands: { setup: ["npm ci", "go mod download"], checks: ["test", "lint"] },
    },
    "wrote agent-orchestrator.yaml with what was found (checks: test, lint; setup: `npm ci`, `go mod download`); please review it",
  ],
  [
    "that nothing was found is said as well",
    { wrote: join(path, "agent-orchestrator.yaml") },
    "wrote agent-orchestrator.yaml with what was found (no checks); please review it",
  ],
  [
    "settings that are accepted now are said, a line each",
    { accepted: ["setup: npm ci (instead of npm install)", "autonomy: land"] },
    "    accepted setup: npm ci (instead of npm install)\n            accepted autonomy: land",
  ],
  ["notes are said", { notes: ["found git-lfs files"] }, "    found git-lfs files"],
])("%s", (_, more, sentence) => {
  expect(said(more)).toContain(sentence);
});

test("where no session can start nothing is promised", () => {
  expect(said({ notReady: "claude is not installed" })).toContain("no session starts: claude is not installed");
  expect(said({ notReady: "claude is not installed" })).not.toContain("agents start");
});

test("in a pipe, whose records have no room for it, what a person should know is said beside them", () => {
  const problem = { severity: "error", file: "f", line: 1, key: "", sentence: "unknown key `x`" } as const;
  const projects = [
    anAdded({ id: "app", notReady: "claude is not installed", problems: [problem], notes: ["found git-lfs files"] }),
    anAdded({ id: "new", wrote: join(path, "agent-orchestrator.yaml") }),
  ];
  const [pipe, terminal, json] = [testIo(), testIo({ width: 80 }), testIo({ args: ["--json"] })];
  for (const io of [pipe, terminal, json]) tellOfProjects(io, projects);
  expect(pipe.stderr()).toBe(
    [
      "app: no session starts: claude is not installed",
      "app: found git-lfs files",
      "app: unknown key `x`",
      "new: wrote agent-orchestrator.yaml with what was found (no checks); please review it",
      "",
    ].join("\n"),
  );
  expect([terminal.stderr(), json.stderr()]).toEqual(["", ""]);
});
