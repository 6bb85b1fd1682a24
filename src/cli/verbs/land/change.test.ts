/** What `ao change`, `diff`, `review`, `merge` and `revert` ask the daemon for, and how they end. */
import { expect, onTestFinished, test } from "vitest";
import type { ChangeDetailView, DiffRecord } from "../../../protocol/change/change.ts";
import { aChangeDetail, someChanges } from "../../testing/changes.ts";
import { fixtureDaemon, FixtureRefusal } from "../../testing/fixture-daemon.ts";
import { anIssue } from "../../testing/issues.ts";
import { ao } from "../../testing/run-ao.ts";
import { aProject } from "../../testing/views.ts";

const diff: readonly DiffRecord[] = [
  {
    ...{ kind: "files", change: "app#18", title: "Rate-limit", head: "3f9c2ab0000" },
    files: [
      { path: "a.txt", added: 1, deleted: 2 },
      { path: "b.png", added: null, deleted: null },
    ],
  },
  {
    kind: "patch",
    path: "a.txt",
    text: "diff --git a/a.txt b/a.txt\n@@ -1 +1 @@\n-old\n+new\u001b[31m\n",
    isTooLong: false,
  },
  { kind: "patch", path: "b.png", text: "", isTooLong: true },
];

async function aForge(
  more: { readonly looks?: readonly Partial<ChangeDetailView>[]; readonly refuses?: boolean } = {},
) {
  const looks = [...(more.looks ?? [])];
  const daemon = await fixtureDaemon({
    listProjects: () => [aProject()],
    listChanges: () => [...someChanges],
    change: () => aChangeDetail(looks.shift() ?? {}),
    diff: () => diff,
    reviewChange: () => aChangeDetail({ why: "Approved." }),
    replyThread: () => aChangeDetail(),
    landChange: () => {
      if (more.refuses !== true) return aChangeDetail({ position: 1 });
      throw new FixtureRefusal(409, {
        code: "conflict",
        message: "change #18 was not landed: the policy refuses it",
        facts: [{ ok: false, name: "approvals", text: "0 of 1 on 51be0d2" }],
        try: "ao review app-9 --approve",
      });
    },
    revertChange: () => aChangeDetail({ name: "22", title: 'Revert "Rate-limit"' }),
  });
  onTestFinished(daemon.close);
  return { daemon, last: () => daemon.asked.at(-1) };
}

test.for([
  [["change"], "listChanges", {}],
  [["change", "list", "--all"], "listChanges", { all: "true" }],
  [["change", "show", "app-7"], "change", { id: "app-7" }],
  [["diff", "app-7", "a.txt", "--since", "2"], "diff", { id: "app-7", path: "a.txt", since: "2" }],
  [["review", "app-7", "--approve"], "reviewChange", { id: "app-7", verdict: "approved" }],
  [
    [
      "review",
      "app-7",
      "--request-changes",
      "-m",
      "No.",
      "--comment",
      "src/a:b.ts:12: Name it: now",
      "--comment",
      "x:1:y",
    ],
    "reviewChange",
    {
      verdict: "changes_requested",
      text: "No.",
      comments: [
        { path: "src/a:b.ts", line: 12, text: "Name it: now" },
        { path: "x", line: 1, text: "y" },
      ],
    },
  ],
  [["review", "app-7", "--comment", "x:1:Why?"], "reviewChange", { verdict: "commented" }],
  [
    ["review", "app-7", "--reply", "2: Still", "--resolve", "2"],
    "replyThread",
    { thread: "2", text: "Still", resolve: true },
  ],
  [["review", "app-7", "--resolve", "1"], "replyThread", { thread: "1", resolve: true }],
  [
    ["review", "app-7", "--reply", "PRRT_kwDO12:Still: no"],
    "replyThread",
    { thread: "PRRT_kwDO12", text: "Still: no" },
  ],
  [["merge", "app-7", "--no-wait"], "landChange", { id: "app-7" }],
  [["revert", "app-7"], "revertChange", { id: "app-7" }],
] as const)("ao %j", async ([args, route, input]) => {
  const { daemon, last } = await aForge();
  expect((await ao(daemon, ...args)).code).toBe(0);
  expect(last()).toMatchObject({ route, input });
});

test("a diff in a pipe is a patch and nothing else; what would steer a terminal does not", async () => {
  const { daemon } = await aForge();
  const piped = await ao(daemon, "diff", "app-7");
  expect(piped).toMatchObject({
    stdout: diff[1]?.kind === "patch" ? diff[1].text : "",
    stderr: "b.png changes too many lines to be shown\n",
  });
  const { stdout } = await ao(
    { ...daemon, width: 80, env: { GIT_PAGER: "cat", ...daemon.env, NO_COLOR: "1" } },
    "diff",
    "app-7",
  );
  expect(stdout).toContain("#18  Rate-limit  3f9c2ab\n  +1 -2  a.txt\n  binary  b.png\n  2 files, +1 -2\n");
  expect(stdout).toContain("\n+new");
  expect(stdout).not.toContain("\u001b");
  expect((await ao(daemon, "diff", "app-7", "--stat")).stdout).toBe("1\t2\ta.txt\n-\t-\tb.png\n");
});

test("merge waits until it has landed, or says why it has not", async () => {
  const queue = { position: 1, why: "Candidate 77e01aa is being checked." };
  const landed = { state: "landed", position: null, landedAs: "9ab", why: "Landed as 9ab12cd." } as const;
  const good = await aForge({ looks: [queue, landed] });
  expect(await ao({ ...good.daemon, width: 80 }, "merge", "app-7")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Landed as 9ab12cd."),
  });
  const bad = await aForge({ looks: [queue, { position: null, why: "`test` failed together with main." }] });
  expect(await ao(bad.daemon, "merge", "app-7")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("error: change #18 was not landed: `test` failed together with main."),
  });
  const waits = await aForge({
    looks: [{ ...queue, code: "unpublished", why: "Landing waits for your checkout: a.txt." }],
  });
  expect(await ao({ ...waits.daemon, width: 80 }, "merge", "app-7")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("is in the queue"),
  });
});

test("a refusal names its reasons and what to type", async () => {
  const { daemon } = await aForge({ refuses: true });
  expect(await ao({ ...daemon, width: 80, env: { ...daemon.env, NO_COLOR: "1" } }, "merge", "app-9")).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "error: change #18 was not landed: the policy refuses it\n\n  ✗ approvals   0 of 1 on 51be0d2\n\ntry: ao review app-9 --approve\n",
  });
});

test("what may be typed next: actions, changes beside sessions, issues, options of an action", async () => {
  const daemon = await fixtureDaemon({
    listChanges: () => [...someChanges],
    listSessions: () => [],
    listIssues: () => [anIssue()],
  });
  onTestFinished(daemon.close);
  const complete = async (...words: readonly string[]) =>
    (await ao(daemon, "__complete", "--", ...words)).stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t")[0]);
  expect(await complete("issue", "c")).toEqual(["comment", "close"]);
  expect(await complete("issue", "show", "")).toEqual(["41"]);
  expect(await complete("batch", "40", "4")).toEqual(["41"]);
  expect(await complete("merge", "1")).toEqual(["18", "19", "17"]);
  expect(await complete("queue", "move", "2")).toEqual(["20", "21"]);
  expect(await complete("issue", "edit", "41", "--un")).toEqual(["--unblock"]);
});

test.for([
  ["review", "app-7", "--approve"],
  ["merge", "app-7"],
  ["revert", "18"],
] as const)("an agent cannot: ao %j", async (args) => {
  const { daemon } = await aForge();
  const env = { ...daemon.env, AO_SESSION: "app-7" };
  expect(await ao({ ...daemon, env }, ...args)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("agents neither review nor land"),
  });
  expect(daemon.asked).toEqual([]);
});

test.for([
  [["review", "app-7"], "nothing was said about the change"],
  [["review", "app-7", "--approve", "--request-changes"], "exclude each other"],
  [["review", "app-7", "--comment", "src/a.ts: no line"], "--comment takes FILE:LINE:TEXT"],
  [["review", "app-7", "--reply", "no number"], "--reply takes THREAD:TEXT"],
  [["review", "app-7", "--approve", "--head", "51be0d2"], "is at 3f9c2ab by now; no review was written"],
  [["diff", "app-7", "--since", "x"], "--since takes the number of a head"],
  [["change", "shw", "1"], "there is no `change shw`"],
] as const)("ao %j is wrong use", async ([args, says]) => {
  const { daemon } = await aForge();
  expect(await ao(daemon, ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
});
