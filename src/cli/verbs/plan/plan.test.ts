/** What `ao plan` and `ao triage` print, and what they start. */
import { expect, onTestFinished, test } from "vitest";
import type { PlannedTaskView } from "../../../protocol/issue/plan.ts";
import type { TriageView } from "../../../protocol/change/triage.ts";
import { fixtureDaemon } from "../../testing/fixture-daemon.ts";
import { ao } from "../../testing/run-ao.ts";
import { aProject } from "../../testing/views.ts";

const task = (name: string, more: Partial<PlannedTaskView> = {}): PlannedTaskView => ({
  ...{ id: `app#${name}`, name, title: `Task ${name}`, priority: 3, wave: 1, after: [], overlaps: [] },
  ...{ specialist: null, agent: "codex", session: null, ...more },
});

const tasks = [
  task("1", { specialist: "ui", overlaps: [{ with: "#2", paths: ["src/a.ts"] }] }),
  task("2", { session: "app-two" }),
  task("3", { wave: 2, after: ["1"] }),
  task("4", { wave: 3, after: ["1", "3"] }),
  task("5", { wave: null, after: ["6"] }),
];

const triaged: TriageView = {
  ...{ run: "r1", state: "done", branch: "main", commit: "0123456789" },
  results: [{ check: "test", verdict: "failed" }],
  groups: [
    {
      ...{ check: "test", fingerprint: "f", tests: ["adds"], isNew: true, session: null, startsByItself: false },
      issue: { id: "app#7", name: "7", title: "`test`: adds fails" },
    },
  ],
};

const withGroups = (special: Partial<TriageView["groups"][number]>): TriageView => ({
  ...triaged,
  groups: triaged.groups.map((group) => ({ ...group, ...special })),
});

async function aDaemon(autoAssign = false, special: Partial<TriageView["groups"][number]> = {}) {
  let asks = 0;
  const daemon = await fixtureDaemon({
    listProjects: () => [aProject()],
    plan: () => ({ project: "app", autoAssign, tasks }),
    triage: () => ((asks += 1) === 1 ? { ...triaged, state: "running", groups: [], results: [] } : withGroups(special)),
    startSession: ({ input }) => ({ id: `app-${String(input["issue"])}`, stopped: [] }),
  });
  onTestFinished(daemon.close);
  const started = () => daemon.asked.filter(({ route }) => route === "startSession").map(({ input }) => input);
  return {
    daemon,
    started,
    program: { env: daemon.env },
    people: { env: { ...daemon.env, NO_COLOR: "1" }, width: 60 },
  };
}

test("a plan shows order, dependencies, overlap and who, and starts nothing unless it is accepted", async () => {
  const { people, program, started } = await aDaemon();
  expect((await ao(people, "plan")).stdout).toBe(
    [
      "5 open issues in app: 1 may begin now.",
      "",
      "NOW",
      "  #1    Task 1                                           ui",
      "        meets #2 at src/a.ts",
      "  #2    Task 2                                      app-two",
      "",
      "THEN",
      "  #3    Task 3                                        codex",
      "        after #1",
      "",
      "THEN (3)",
      "  #4    Task 4                                        codex",
      "        after #1, #3",
      "",
      "WAIT FOR THEMSELVES, BY WAY OF OTHERS",
      "  #5    Task 5                                        codex",
      "        after #6",
      "",
      "",
    ].join("\n"),
  );
  await ao(program, "plan");
  expect(started()).toEqual([]);
});

test("an accepted plan starts what may begin, and what waits for one of those behind it", async () => {
  const { program, started } = await aDaemon();
  expect((await ao(program, "plan", "--accept")).stderr).toBe("#1  app-1\n#3  app-3\n");
  expect(started()).toEqual([
    { projectId: "app", issue: "1" },
    { projectId: "app", issue: "3", after: "1" },
  ]);
});

test("where issues are given out by themselves only what may begin now is started", async () => {
  const { program, started } = await aDaemon(true);
  await ao(program, "plan", "--accept");
  expect(started()).toEqual([{ projectId: "app", issue: "1" }]);
});

test("a person is not asked about what starts by itself", async () => {
  const [byHand, byItself] = [await aDaemon(false), await aDaemon(true)];
  expect((await ao(byHand.people, "plan")).stderr).toContain("Start 2 sessions?");
  const shown = await ao(byItself.people, "plan");
  expect(shown.stdout).toContain("agents pick these up automatically.");
  expect(shown.stderr).not.toContain("Start");
  expect(byItself.started()).toEqual([]);
});

test.for([
  [{ session: "app-7" }, "app-7\n\n1 new issue, 0 known.\nAgents work on all of them: ao list\n"],
  [{ startsByItself: true }, "auto_assign is on: agents start on them: ao list\n"],
] as const)("triage does not ask to start what runs or starts by itself: %j", async ([special, said]) => {
  const { people } = await aDaemon(false, special);
  const { stdout } = await ao(people, "triage");
  expect(stdout).toContain(said);
  expect(stdout).not.toContain("ao batch");
});

test("a goal is not guessed at", async () => {
  const { program } = await aDaemon();
  expect(await ao(program, "plan", "Make", "it", "fast")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nothing was planned"),
  });
});

test("triage asks until the checks are through, says what fails, and starts sessions when told to", async () => {
  const { people, program, daemon, started } = await aDaemon();
  expect((await ao(people, "triage")).stdout).toBe(
    "main at 0123456: test failed.\n✗ #7    `test`: adds fails\n\n1 new issue, 0 known.\nstart them: ao batch 7\n",
  );
  expect(daemon.asked.filter(({ route }) => route === "triage").map(({ input }) => input)).toMatchObject([
    { projectId: "app" },
    { projectId: "app", run: "r1" },
  ]);
  expect((await ao(program, "triage", "--start", "--check", "test")).stdout).toBe(
    "app#7\tnew\ttest\t`test`: adds fails\tapp-7\n",
  );
  expect(started()).toEqual([{ projectId: "app", issue: "7" }]);
});

test("triage of a base that is green says so, to people and beside the rows for programs", async () => {
  const green = { ...triaged, results: [{ check: "test", verdict: "passed" }], groups: [] };
  const daemon = await fixtureDaemon({ listProjects: () => [aProject()], triage: () => green });
  onTestFinished(daemon.close);
  const sentence = "main at 0123456: test passed.\n";
  expect((await ao({ env: { ...daemon.env, NO_COLOR: "1" }, width: 60 }, "triage")).stdout).toBe(sentence);
  expect(await ao({ env: daemon.env }, "triage")).toMatchObject({ stdout: "", stderr: sentence });
});
