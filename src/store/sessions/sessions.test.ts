import { expect, test } from "vitest";
import { issueId, projectId, sessionId, turnId } from "../../domain/model/ids.ts";
import type { EndReason, Phase, Session } from "../../domain/session/session.ts";
import { openStore, storeTemplate } from "../open.ts";
import type { SessionPlan } from "./sessions.ts";
import { aSession, endedAt, idle, shop, workerOn, workingOn } from "../testing/samples.ts";

const template = storeTemplate();

function sessionsWith(...saved: readonly (Session | readonly [Session, Partial<SessionPlan>])[]) {
  const { sessions } = openStore({ template });
  for (const entry of saved) {
    const [session, plan] = "id" in entry ? [entry, {}] : entry;
    sessions.save(session, { ...idle, ...plan });
  }
  return sessions;
}

const ids = (sessions: readonly Session[]): readonly string[] => sessions.map((session) => session.id);

test("what is saved is read back as it was, and a name stays taken after the end", () => {
  const sessions = sessionsWith(aSession("a"), aSession("a", { title: "new", phase: endedAt(9) }));
  expect(sessions.get(sessionId("a"))).toEqual(aSession("a", { title: "new", phase: endedAt(9) }));
  expect(sessions.get(sessionId("b"))).toBeNull();
  expect([sessions.nameTaken(sessionId("a")), sessions.nameTaken(sessionId("b"))]).toEqual([true, false]);
});

test("an issue takes a second live worker only by force, or after the first has ended", () => {
  const worker = (id: string, over: Partial<Session> = {}): Session => aSession(id, { ...workerOn("i1"), ...over });
  const sessions = sessionsWith(worker("a"));
  expect(() => sessions.save(worker("b"), idle)).toThrow(
    expect.objectContaining({ code: "second_worker", message: expect.stringContaining("i1") as string }),
  );
  sessions.save(worker("forced", { forced: true }), idle);
  sessions.save(worker("elsewhere", { project: projectId("other") }), idle);
  expect(sessions.liveOfIssue(shop, issueId("i1"))).toEqual(["a", "forced"]);

  sessions.save(worker("a", { phase: endedAt(1) }), idle);
  sessions.save(worker("b"), idle);
  expect(sessions.liveOfIssue(shop, issueId("i1"))).toEqual(["b", "forced"]);
  expect(() => sessions.save(worker("a"), idle)).toThrow(expect.objectContaining({ code: "second_worker" }));
});

test("sessions without an issue, reviewers too, do not stand in each other's way", () => {
  expect(
    sessionsWith(aSession("a"), aSession("b"), aSession("o", { role: { kind: "orchestrator" } })).board(),
  ).toHaveLength(3);
});

test("a branch belongs to its live session, else to the last one", () => {
  const on = (id: string, over: Partial<Session>): Session => aSession(id, { branch: "fix", ...over });
  const sessions = sessionsWith(
    on("old", { phase: endedAt(1) }),
    on("live", { createdAtMs: 1 }),
    on("late", { createdAtMs: 2, phase: endedAt(3) }),
  );
  expect(sessions.byBranch(shop, "fix")?.id).toBe("live");
  sessions.save(on("live", { createdAtMs: 1, phase: endedAt(4) }), idle);
  expect(sessions.byBranch(shop, "fix")?.id).toBe("late");
  expect(sessions.byBranch(projectId("other"), "fix")).toBeNull();
});

test("the board shows live sessions, oldest first, with all that planning needs", () => {
  const agent = { ...aSession("x").agent, specialist: "docs", credential: "work" };
  const sessions = sessionsWith(
    aSession("ended", { phase: endedAt(1) }),
    [
      aSession("young", { createdAtMs: 2, phase: { kind: "preparing", step: "setup" } }),
      { wants: { lane: "person", sinceMs: 7 } },
    ],
    aSession("old", {
      ...workerOn("i1"),
      createdAtMs: 1,
      agent,
      phase: workingOn("t1"),
      spent: { usd: 1.25, tokens: 10 },
    }),
  );
  const shared = {
    ...{ project: shop, issue: null, specialist: null, credential: "default" },
    ...{ awaits: null, spent: { usd: 0, tokens: 0 } },
  };
  expect(sessions.board()).toEqual([
    {
      ...shared,
      id: "old",
      issue: "i1",
      specialist: "docs",
      credential: "work",
      hasOpenTurn: true,
      isPreparing: false,
      wants: null,
      spent: { usd: 1.25, tokens: 10 },
    },
    { ...shared, id: "young", hasOpenTurn: false, isPreparing: true, wants: { lane: "person", sinceMs: 7 } },
  ]);
});

test("the board knows what has become of the session that another waits for", () => {
  const ended = (because: EndReason): Phase => ({ kind: "ended", because, rescueRef: null, atMs: 1 });
  const waiting = (id: string, after: string | null): Session =>
    aSession(id, { phase: { kind: "preparing", step: "waiting", after: after === null ? null : sessionId(after) } });
  const sessions = sessionsWith(
    ...[
      aSession("live"),
      aSession("landed", { phase: ended("landed") }),
      aSession("stopped", { phase: ended("stopped") }),
    ],
    ...[waiting("a", "live"), waiting("b", "landed"), waiting("c", "stopped"), waiting("d", "never-was")],
    waiting("e", null),
  );
  const shown = sessions
    .board()
    .flatMap(({ id, awaits, isPreparing }) => (id === "live" ? [] : [{ awaits, isPreparing }]));
  expect(shown).toEqual([
    { awaits: { session: "live", state: "live" }, isPreparing: false },
    { awaits: { session: "landed", state: "landed" }, isPreparing: false },
    { awaits: { session: "stopped", state: "ended" }, isPreparing: false },
    { awaits: { session: "never-was", state: "ended" }, isPreparing: false },
    { awaits: null, isPreparing: false },
  ]);
});

test("a later save replaces what the board and the deadlines knew", () => {
  const sessions = sessionsWith([
    aSession("a", { phase: workingOn("t1") }),
    { wants: { lane: "automatic", sinceMs: 1 }, dueMs: 5 },
  ]);
  sessions.save(aSession("a"), idle);
  expect(sessions.board()).toMatchObject([{ hasOpenTurn: false, wants: null }]);
  expect([sessions.nextDueMs(), sessions.due(100, 10), sessions.openTurns()]).toEqual([null, [], []]);
});

test("what is due comes by its time, no more than asked for", () => {
  const sessions = sessionsWith(
    [aSession("c"), { dueMs: 30 }],
    [aSession("a"), { dueMs: 10 }],
    [aSession("b"), { dueMs: 20 }],
    aSession("never"),
  );
  expect(sessions.due(9, 10)).toEqual([]);
  expect(sessions.due(20, 10)).toEqual(["a", "b"]);
  expect(sessions.due(99, 1)).toEqual(["a"]);
  expect(sessions.nextDueMs()).toBe(10);
});

test("open turns come with the names of their sessions", () => {
  const asking = {
    kind: "asking",
    workspacePath: "/w",
    question: { id: "q", text: "?", choices: [], answered: false, earlier: [] },
    turn: null,
  } as const;
  const sessions = sessionsWith(
    aSession("a", { phase: workingOn("t1") }),
    aSession("b"),
    aSession("c", { phase: asking }),
  );
  expect(sessions.openTurns()).toEqual([{ session: "a", turn: "t1" }]);
  expect(sessions.withoutTurn()).toEqual(["b", "c"]);
});

test("a turn that is being stopped is on the board, and among the open ones, until its process is gone", () => {
  const ending = { kind: "ending", because: "stopped", keepWorkspace: false } as const;
  const sessions = sessionsWith(aSession("a", { phase: { ...ending, turn: turnId("t1") } }));
  expect(sessions.board()).toMatchObject([{ hasOpenTurn: true }]);
  expect(sessions.openTurns()).toEqual([{ session: "a", turn: "t1" }]);
  sessions.save(aSession("a", { phase: ending }), idle);
  expect([sessions.board(), sessions.openTurns()]).toMatchObject([[{ hasOpenTurn: false }], []]);
});

test("pages go from the newest to the oldest, by life and project, without a gap or a repeat", () => {
  const made = Array.from({ length: 7 }, (_, n) =>
    aSession(`s${n}`, {
      createdAtMs: Math.floor(n / 2),
      ...(n % 3 === 0 ? { phase: endedAt(n) } : {}),
      ...(n === 6 ? { project: projectId("other") } : {}),
    }),
  );
  const sessions = sessionsWith(...made);
  const page = (query: Partial<Parameters<typeof sessions.page>[0]>): readonly string[] =>
    ids(sessions.page({ live: null, project: null, before: null, limit: 3, ...query }));

  expect(page({})).toEqual(["s6", "s5", "s4"]);
  expect(page({ before: sessionId("s4") })).toEqual(["s3", "s2", "s1"]);
  expect(page({ before: sessionId("s1") })).toEqual(["s0"]);
  expect(page({ live: true, limit: 9 })).toEqual(["s5", "s4", "s2", "s1"]);
  expect(page({ live: true, before: sessionId("s4") })).toEqual(["s2", "s1"]);
  expect(page({ live: false, limit: 9 })).toEqual(["s6", "s3", "s0"]);
  expect(page({ live: false, project: shop, limit: 9 })).toEqual(["s3", "s0"]);
});
