import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fixtureDaemon, FixtureRefusal, type FixtureDaemon } from "../testing/fixture-daemon.ts";
import { anIssue } from "../testing/issues.ts";
import { ao } from "../testing/run-ao.ts";
import { aFleet, ago, aProject, aSession, aStatus, aWhy } from "../testing/views.ts";

const event = (seq: number) => ({
  seq,
  at: ago(60 - seq),
  project: "app",
  subject: "app-7",
  kind: "turn_acknowledged",
  told: "the agent has read \u{1b}[31mmessage 81",
  why: ["it works on it"],
  effects: ["start_turn"],
});

let daemon: FixtureDaemon;
beforeAll(async () => {
  daemon = await fixtureDaemon({
    unread: () => [
      { project: "app", what: "issues", since: ago(600), attempts: 4, why: "GitHub answered 404: Not Found" },
    ],
    failingChannels: () => [
      { name: "slack", since: ago(600), lastAt: ago(60), attempts: 4, why: "Slack answered 503\u{1b}[31m" },
    ],
    quotas: () => [
      {
        ...{
          credential: "github:api.github.com:1a2b",
          requests: 41,
          unchanged: 30,
          writes: 2,
          agents: 5,
          cost: { core: 11 },
        },
        budgets: [{ name: "core", limit: 5_000, remaining: 4_900 }],
        ...{ restsUntil: null, restsBecause: "", waiting: 0 },
      },
    ],
    listSessions: ({ input }) =>
      input["all"] === "true"
        ? [...aFleet, aStatus({ id: "old", phase: "ended", attention: { column: "done", code: "landed" } })]
        : [...aFleet],
    listProjects: () => [aProject()],
    usage: () => ({
      days: 1,
      today: { spent: { usd: 18.4, tokens: 4_100_000 }, budget: { usd: 50, tokens: null } },
      total: { name: "total", turns: 0, unknownTurns: 0, usd: 0, tokens: 0, cacheReadTokens: 0 },
      ...{ byDay: [], byAgent: [], byProject: [], byIssue: [], bySession: [] },
    }),
    session: ({ input }) => sessionNamed(input["id"]),
    why: () => aWhy(),
    events: ({ input }) => ({
      events: [event(1), event(2)].slice(-Number(input["limit"])),
      next: 2,
      latest: 2,
      reset: false,
    }),
    logs: ({ input }) => (input["turn"] === "3" ? ["third"] : ["one\n", "two"]),
  });
});
afterAll(() => daemon.close());

function sessionNamed(id: string | undefined) {
  if (id === "app-7" || id === "41") return aSession();
  if (id === "app-9") return aSession({ id: "app-9", usage: { usd: 0, tokens: 900, unknownTurns: 1 } });
  if (id === "docs")
    throw new FixtureRefusal(409, {
      code: "ambiguous",
      message: "docs names 2 sessions; nothing was shown",
      candidates: ["app-docs", "web-docs"],
      try: "ao status app-docs",
    });
  throw new FixtureRefusal(404, {
    code: "not_found",
    message: `there is no session ${id ?? ""}; nothing was shown`,
    try: "ao status app-7",
  });
}

const people = () => ({ env: { ...daemon.env, NO_COLOR: "1" }, width: 80 });
const program = () => ({ env: daemon.env });

describe("ao list", () => {
  test("shows people the fleet and where the money goes", async () => {
    const { code, stdout, stderr } = await ao(people(), "list");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("◆ app-7   Rate-limit the login form");
    expect(stdout).toContain("$18.40 of $50 today");
  });

  test("38: in a pipe is one record a line, uncut, and says nothing on stderr", async () => {
    const { code, stdout, stderr } = await ao(program(), "list");
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"));
    expect({ code, stderr, rows: rows.length, fields: new Set(rows.map((row) => row.length)) }).toEqual({
      code: 0,
      stderr: "",
      rows: aFleet.length,
      fields: new Set([9]),
    });
    expect(rows[0]).toEqual([
      "app-7",
      "needs_you",
      "asks",
      "Rate-limit the login form",
      "claude-code",
      "41",
      "2026-05-04T14:02:10.000Z",
      "0.82",
      "Asks whether the counter lives in Redis or in memory. Waits for you.",
    ]);
    expect(stdout).not.toMatch(/[\u{1b}◆…]/u);
  });

  test("38: as JSON is the array of statuses, however it is asked for", async () => {
    expect(JSON.parse((await ao(program(), "list", "--json")).stdout)).toEqual(aFleet);
    expect(JSON.parse((await ao(people(), "ls", "--json")).stdout)).toEqual(aFleet);
  });

  test("--all asks for finished ones, --agent leaves the others out", async () => {
    expect((await ao(program(), "list", "--all")).stdout).toContain("old\tdone\tlanded");
    const codex = await ao(program(), "list", "--agent", "codex");
    expect(
      codex.stdout
        .trimEnd()
        .split("\n")
        .every((line) => line.includes("\tcodex\t")),
    ).toBe(true);
  });
});

describe("ao status", () => {
  test("shows one session in depth, by id or issue", async () => {
    const byId = await ao(people(), "status", "app-7");
    expect(byId).toMatchObject({ code: 0, stderr: "" });
    expect(byId.stdout).toContain("question   Where should the counter live?");
    expect(byId.stdout).toContain("workspace  worktree  ~/.agent-orchestrator/workspaces/app/app-7");
    expect((await ao(people(), "status", "41")).stdout).toBe(byId.stdout);
  });

  test("in a pipe is a name and a value a line, as JSON the whole view", async () => {
    expect((await ao(program(), "status", "app-7")).stdout).toMatch(/^id\tapp-7\nproject\tapp\n/);
    expect(JSON.parse((await ao(program(), "status", "app-7", "--json")).stdout)).toEqual(aSession());
  });

  test("a cost that no turn has told is empty in a pipe, and never 0", async () => {
    expect((await ao(program(), "status", "app-9")).stdout).toContain("\nusd\t\ntokens\t900\n");
  });

  test("alone is the fleet, and for people what is not read, whom no notice reaches, what forges were asked", async () => {
    const { code, stdout } = await ao(people(), "status");
    const fleet = (await ao(people(), "list")).stdout;
    expect([code, stdout.startsWith(fleet)]).toEqual([0, true]);
    expect(stdout.slice(fleet.length)).toMatch(
      /slack {2}has taken no notice for 10 minutes: Slack answered 503\^\[\[31m/,
    );
    expect(stdout.slice(fleet.length)).toMatch(
      /app: issues could not be read for 10 minutes: GitHub answered 404: Not Found/,
    );
    expect(stdout.slice(fleet.length)).toContain(
      "github:api.github.com:1a2b  41 requests, 30 of them unchanged, 5 by agents",
    );
    expect((await ao(program(), "status")).stdout).toBe((await ao(program(), "list")).stdout);
  });

  test("a name that several have is wrong use, with the candidates; one that nobody has names the nearest", async () => {
    const several = await ao(people(), "status", "docs");
    expect(several).toMatchObject({ code: 2, stdout: "" });
    expect(several.stderr).toBe(
      "error: docs names 2 sessions; nothing was shown\n\n  app-docs\n  web-docs\n\ntry: ao status app-docs\n",
    );
    expect(await ao(people(), "status", "ap-7")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("try: ao status app-7"),
    });
    const json = await ao(program(), "status", "docs", "--json");
    expect(JSON.parse(json.stderr).error).toMatchObject({ code: "ambiguous", candidates: ["app-docs", "web-docs"] });
  });
});

describe("ao why", () => {
  test("reads as an argument", async () => {
    const { stdout } = await ao(people(), "why", "app-7");
    expect(stdout).toMatch(/^app-7 needs you because/);
    expect(stdout).toContain('What changes this   an answer: ao answer app-7 "Redis"');
  });
  test("holds every fact as data", async () => {
    expect(JSON.parse((await ao(program(), "why", "app-7", "--json")).stdout)).toEqual(aWhy());
    const piped = (await ao(program(), "why", "app-7")).stdout;
    for (const text of [
      "conclusion\t",
      "decided\task a person",
      "not_landing\tapprovals\tnot_fulfilled\t0 of 1 on 3f9c2ab",
      "changed_by\tan answer",
    ])
      expect(piped).toContain(text);
  });
});

describe("ao events", () => {
  test("prints one event a line, in each form, and obeys nothing in it", async () => {
    expect((await ao(people(), "events", "app-7")).stdout).toMatch(
      /^\d\d:\d\d:\d\d {2}app-7 {2}the agent has read \^\[\[31mmessage 81 → it works on it\n/,
    );
    expect((await ao(program(), "events", "-n", "1")).stdout).toBe(
      `2\t${ago(58)}\tapp\tapp-7\tturn_acknowledged\tthe agent has read ^[[31mmessage 81\tit works on it\tstart_turn\n`,
    );
    const json = (await ao(program(), "events", "--json")).stdout.trimEnd().split("\n");
    expect(json.map((line) => JSON.parse(line))).toEqual([event(1), event(2)]);
  });
  test("a number that is none is wrong use", async () => {
    expect(await ao(program(), "events", "-n", "many")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--number many is not a whole number"),
    });
  });
});

describe("ao logs", () => {
  test("prints what came, and ends a terminal's line", async () => {
    expect((await ao(program(), "logs", "app-7")).stdout).toBe("one\ntwo");
    expect((await ao(people(), "logs", "app-7")).stdout).toBe("one\ntwo\n");
    expect((await ao(program(), "logs", "app-7", "--turn", "3")).stdout).toBe("third");
  });
});

describe("what does not start", () => {
  const why = "claude is not installed; install it, or choose another agent";

  async function aFreshMachine() {
    const fresh = await fixtureDaemon({
      listSessions: () => [],
      listProjects: () => [
        aProject({ notReady: why }),
        aProject({ id: "web", notReady: why }),
        aProject({ id: "docs" }),
      ],
      why: () => {
        throw new FixtureRefusal(404, { code: "not_found", message: "there is no session 12", try: "ao list" });
      },
      change: () => {
        throw new FixtureRefusal(404, { code: "not_found", message: "there is no change 12", try: "ao change" });
      },
      issue: () => anIssue({ name: "12", notStarted: why, session: null }),
    });
    onTestFinished(fresh.close);
    return { people: { env: { ...fresh.env, NO_COLOR: "1" }, width: 80 }, program: { env: fresh.env } };
  }

  test("is said by ao list, once for all projects that it keeps from starting", async () => {
    const { people } = await aFreshMachine();
    const { stdout } = await ao(people, "list");
    expect(stdout.replaceAll("\n", " ")).toContain(`No session starts in app, web: ${why}.`);
  });

  test("is said together with settings that nobody accepted yet, which may change it", async () => {
    const waiting = { hash: "h", lines: ["agent: command"], inForce: null };
    const changed = await fixtureDaemon({
      listSessions: () => [],
      listProjects: () => [aProject({ notReady: why, path: "/code/app", waiting })],
    });
    onTestFinished(changed.close);
    const { stdout } = await ao({ env: { ...changed.env, NO_COLOR: "1" }, width: 80 }, "list");
    expect(stdout).toMatch(
      /\n\nNew settings of app wait for you to accept them \(agent: command\): ao start\n\/code\/app\n$/,
    );
  });

  test("is said by ao why of an issue that has no session", async () => {
    const { people, program } = await aFreshMachine();
    expect((await ao(people, "why", "12")).stdout.replaceAll("\n", " ")).toBe(`#12 has no session: ${why}. `);
    expect((await ao(program, "why", "12")).stdout).toBe(`conclusion\t#12: ${why}\n`);
  });
});
