/** What the words of `ao issue` ask the daemon for. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fixtureDaemon } from "../../testing/fixture-daemon.ts";
import { aBacklog, anIssue } from "../../testing/issues.ts";
import { ao } from "../../testing/run-ao.ts";
import { aProject } from "../../testing/views.ts";

async function aTracker() {
  const daemon = await fixtureDaemon({
    listProjects: () => [aProject()],
    listIssues: () => [...aBacklog],
    createIssue: () => anIssue(),
    issue: () => anIssue(),
    editIssue: () => anIssue(),
    commentIssue: () => anIssue(),
    closeIssue: () => anIssue({ state: "done", notStarted: null }),
    reopenIssue: () => anIssue(),
    importIssues: () => ({
      issues: [anIssue()],
      passedOver: [{ line: 3, text: "Old", why: "is done" }],
    }),
  });
  onTestFinished(daemon.close);
  const last = () => daemon.asked.at(-1);
  return { daemon, last };
}

const unread = { project: "app", since: null, attempts: 0, why: "GitHub answered 404: Not Found" } as const;

test.for([
  [["issue", "list"], "issues", "warning: app: issues could not be read: GitHub answered 404: Not Found\n"],
  [
    ["change", "list", "--project", "app"],
    "all",
    "warning: app: nothing could be read: GitHub answered 404: Not Found\n",
  ],
  [["queue"], "issues", ""],
] as const)("ao %j says when what it shows is old: %s", async ([args, what, told]) => {
  const lists = { listIssues: () => [], listChanges: () => [], queue: () => [] };
  const daemon = await fixtureDaemon({ ...lists, unread: () => [{ ...unread, what }] });
  onTestFinished(daemon.close);
  expect((await ao(daemon, ...args)).stderr).toBe(told);
});

test("where the issues could not be read, nobody is told that there are none", async () => {
  const daemon = await fixtureDaemon({ listIssues: () => [], unread: () => [{ ...unread, what: "issues" }] });
  onTestFinished(daemon.close);
  expect((await ao({ ...daemon, width: 80 }, "issue", "list")).stdout).toBe(
    "No issues found. Run ao doctor for details.\n",
  );
});

test.for([
  [
    [
      "new",
      "Sort",
      "it",
      "--label",
      "ui",
      "--label",
      "ux",
      "--priority",
      "2",
      "--blocked-by",
      "12",
      "--body",
      "By name.",
    ],
    "createIssue",
    { title: "Sort it", labels: ["ui", "ux"], priority: 2, blockedBy: ["12"], body: "By name.", projectId: "app" },
  ],
  [["list", "--all", "--label", "ui", "--json"], "listIssues", { all: "true", label: "ui" }],
  [[], "listIssues", {}],
  [["show", "#41"], "issue", { id: "#41" }],
  [["show", "41", "--project", "app"], "issue", { id: "41", projectId: "app" }],
  [
    ["edit", "app#41", "--title", "New", "--add-label", "a", "--remove-label", "b", "--unblock"],
    "editIssue",
    { id: "app#41", title: "New", addLabels: ["a"], removeLabels: ["b"], blockedBy: [] },
  ],
  [["comment", "app#41", "Why", "not?"], "commentIssue", { id: "app#41", text: "Why not?" }],
  [["close", "app#41"], "closeIssue", { id: "app#41", as: "done" }],
  [["close", "app#41", "--not-planned", "-m", "No."], "closeIssue", { id: "app#41", as: "not_planned", text: "No." }],
  [["reopen", "app#41"], "reopenIssue", { id: "app#41" }],
] as const)("ao issue %j", async ([args, route, input]) => {
  const { daemon, last } = await aTracker();
  expect(await ao(daemon, "issue", ...args)).toMatchObject({ code: 0, stderr: "" });
  expect(last()).toMatchObject({ route, input });
});

test("a text comes from stdin, a backlog from a file", async () => {
  const { daemon, last } = await aTracker();
  expect(await ao({ ...daemon, stdin: "From a pipe." }, "issue", "new", "x", "--body", "-")).toMatchObject({
    code: 0,
    stdout: "app#41\n",
  });
  expect(last()?.input).toMatchObject({ body: "From a pipe." });
  const folder = mkdtempSync(join(tmpdir(), "ao-issue-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "b.md"), "- [ ] One\n");
  expect(await ao({ ...daemon, cwd: folder }, "issue", "import", "b.md")).toMatchObject({
    code: 0,
    stderr: "line 3 is done: Old\n",
  });
  expect(last()?.input).toMatchObject({ format: "markdown", text: "- [ ] One\n" });
});

test.for([
  [["lst"], "there is no `issue lst`", "ao issue list"],
  [["edit", "41"], "nothing to change was named", "ao issue edit --help"],
  [["new", "x", "--priority", "9"], "a priority is 1 (most urgent) to 5", "ao issue edit 12 --priority 1"],
  [["new", "x", "--lable", "ui"], "unknown option --lable", "ao issue new x --label ui"],
  [["import", "list.txt"], "it is not clear what list.txt is", "--format markdown"],
  [["import", "nowhere.md"], "could not be read", ""],
  [["comment", "41"], "there is no text", "ao issue comment 12"],
] as const)("ao issue %j is wrong use", async ([args, says, attempt]) => {
  const { daemon } = await aTracker();
  const { code, stderr } = await ao(daemon, "issue", ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(says);
  expect(stderr).toContain(attempt);
});
