/** What `ao check` asks the daemon for, how long it waits, and how it ends. */
import { expect, onTestFinished, test } from "vitest";
import type { ChangeDetailView } from "../../../protocol/change/change.ts";
import type { ProjectView } from "../../../protocol/project.ts";
import { aChangeDetail } from "../../testing/changes.ts";
import { fixtureDaemon } from "../../testing/fixture-daemon.ts";
import { ao } from "../../testing/run-ao.ts";
import { aProject } from "../../testing/views.ts";

type Looks = {
  readonly change?: readonly Partial<ChangeDetailView>[];
  readonly base?: readonly ProjectView["base"][];
  readonly baseDetail?: string | null;
};

async function aDaemon({ change = [], base = [], baseDetail = null }: Looks = {}) {
  const [changes, bases] = [[...change], [...base]];
  const daemon = await fixtureDaemon({
    listProjects: () => [{ ...aProject(), base: bases.shift() ?? "green", baseDetail }],
    checkChange: () => aChangeDetail({ code: "checking", why: "Checks run." }),
    checkBase: () => ({ ...aProject(), base: "checking" }),
    change: () => aChangeDetail(changes.shift() ?? { code: "in-review" }),
  });
  onTestFinished(daemon.close);
  return daemon;
}

const failedCheck: ChangeDetailView["checkResults"][number] = {
  ...{ name: "lint", evidence: "1 problem", tests: null, seconds: 2, hasLog: false },
  verdict: "failed",
};

test("waits until every check has spoken, and shows them", async () => {
  const daemon = await aDaemon({
    change: [{ code: "checking" }, { code: "rerun" }, { code: "in-review", checkResults: [] }],
  });
  const ran = await ao({ ...daemon, width: 100 }, "check", "app-9");
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("was checked")]);
  expect(daemon.asked.map(({ route }) => route)).toEqual(["checkChange", "change", "change", "change"]);
});

test("ends with 1 and the name of what failed", async () => {
  const daemon = await aDaemon({ change: [{ code: "red", checkResults: [failedCheck] }] });
  const ran = await ao({ ...daemon, width: 100 }, "check", "app-9");
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(/lint failed on [0-9a-f]{7}/)]);
  expect(ran.stdout).toContain("1 problem");
});

test("with --no-wait only asks", async () => {
  const daemon = await aDaemon();
  const ran = await ao({ ...daemon, width: 100 }, "check", "app-9", "--no-wait");
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining("is being checked")]);
  expect(daemon.asked.map(({ route }) => route)).toEqual(["checkChange"]);
});

test.for([
  ["green", null, 0, "main is green", ""],
  ["red", "test, lint", 1, "", "checks fail on main of app: test, lint"],
  ["unknown", "`test` found no disk", 0, "main could not be checked: `test` found no disk", ""],
] as const)("a default branch that turns out %s", async ([base, baseDetail, code, out, err]) => {
  const daemon = await aDaemon({ base: ["green", "checking", base], baseDetail });
  const ran = await ao({ ...daemon, width: 100 }, "check", "--base");
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([
    code,
    expect.stringContaining(out),
    expect.stringContaining(err),
  ]);
});

test.for([[["check"]], [["check", "app-9", "--base"]]] as const)(
  "%j is not clear, and nothing is run",
  async ([words]) => {
    const daemon = await aDaemon();
    const ran = await ao({ ...daemon, width: 100 }, ...words);
    expect([ran.code, ran.stderr, daemon.asked]).toEqual([2, expect.stringContaining("nothing was run"), []]);
  },
);
