/** Who goes next, and why the others wait. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aBoard, onBoard, ready, wants } from "../../../test/fixtures/board.ts";
import { aChange, aProject, check, queued, redBase, reported, theCandidate } from "../../../test/fixtures/domain.ts";
import { aRules, aSpecialist, at, type SpecialRules } from "../../../test/fixtures/rules.ts";
import type { Board, BoardProject } from "./board.ts";
import { changeId, commitSha, issueId, projectId, sessionId } from "../model/ids.ts";
import { limits } from "../model/limits.ts";
import { schedule } from "./schedule.ts";
import type { Project } from "../core/project.ts";

const web = projectId("web");
const project = (special: Partial<Project> = {}, rules: SpecialRules = {}): BoardProject => ({
  project: aProject(special),
  rules: aRules(rules),
  unready: [],
});
const two = [project(), project({ id: web })];
const waiting = (board: Board) => Object.fromEntries(schedule(board).waiting.map(({ what, why }) => [what, why]));
const starts = (board: Board) => schedule(board).start.map(({ issue }) => issue);
const turns = (n: number) => ({ turnsMax: n, refusedBy: null, slowedBy: null, memory: null });

describe("waking", () => {
  test("goes before starting", () => {
    const board = aBoard({ limits: turns(1), sessions: [wants("s1", "automatic", 0)], issues: [ready("1")] });
    expect(schedule(board)).toMatchObject({
      wake: ["s1"],
      start: [],
      waiting: [{ what: "1", why: "all 1 parallel turns are taken" }],
    });
  });

  test("a person's message goes before every machine's, however long that waited", () => {
    const board = aBoard({ limits: turns(1), sessions: [wants("old", "automatic", 0), wants("person", "person", 9)] });
    expect([schedule(board).wake, waiting(board)]).toEqual([["person"], { old: "all 1 parallel turns are taken" }]);
  });

  test("the longest waiting first, the id between equals", () => {
    const board = aBoard({
      limits: turns(2),
      sessions: [wants("c", "automatic", 5), wants("b", "automatic", 1), wants("a", "automatic", 5)],
    });
    expect(schedule(board).wake).toEqual(["b", "a"]);
  });

  test("the project with the fewest open turns first", () => {
    const board = aBoard({
      limits: turns(3),
      projects: two,
      sessions: [
        onBoard("x", { hasOpenTurn: true }),
        wants("a", "automatic", 0),
        wants("b", "automatic", 1),
        wants("w", "automatic", 9, { project: web }),
      ],
    });
    expect(schedule(board).wake).toEqual(["w", "a"]);
  });

  test("people are not made to wait for fairness", () => {
    const board = aBoard({
      limits: turns(2),
      projects: two,
      sessions: [
        onBoard("x", { hasOpenTurn: true }),
        wants("a", "person", 5),
        wants("w", "automatic", 0, { project: web }),
      ],
    });
    expect(schedule(board).wake).toEqual(["a"]);
  });

  test("a session that wants nothing sleeps on, without a reason", () => {
    expect(schedule(aBoard({ sessions: [onBoard("s1")] }))).toEqual({
      wake: [],
      release: [],
      start: [],
      land: [],
      waiting: [],
    });
  });
});

describe("a turn is refused because", () => {
  const asking = [wants("s1", "automatic", 0)];
  const spent = (usd: number): Partial<Project> => ({ spentToday: { dayStartsWallMs: 0, usage: { usd, tokens: 0 } } });
  const open = [onBoard("x", { hasOpenTurn: true }), onBoard("y", { hasOpenTurn: true })];

  test.for<[why: string | null, board: Partial<Board>]>([
    ["all 2 parallel turns are taken", { limits: turns(2), sessions: [...open, ...asking] }],
    [
      "all 2 parallel turns of the project are taken",
      { projects: [project({}, { turnsMax: 2 })], sessions: [...open, ...asking] },
    ],
    [null, { projects: [project({}, { turnsMax: 3 })], sessions: [...open, ...asking] }],
    ["its budget is used up", { sessions: [wants("s1", "automatic", 0, { spent: { usd: 5, tokens: 0 } })] }],
    [
      "today's budget of the project is used up or reserved by open turns",
      { projects: [project(spent(50))], sessions: asking },
    ],
    [
      "today's budget of all projects is used up or reserved by open turns",
      {
        projects: [project({}, { daemonPerDay: { usd: 50, tokens: null } })],
        spent: { usd: 50, tokens: 0 },
        sessions: asking,
      },
    ],
    [
      "today's budget of the project is used up or reserved by open turns",
      { projects: [project(spent(48))], sessions: [...open, ...asking] },
    ],
    [null, { projects: [project(spent(47.5))], sessions: [...open, ...asking] }],
    [
      "today's budget of the project is used up or reserved by open turns",
      { projects: [project({ ...spent(40), dearestTurnUsd: 5 })], sessions: [...open, ...asking] },
    ],
    [
      null,
      {
        projects: [project({ spentToday: { dayStartsWallMs: -limits.dayMs, usage: { usd: 99, tokens: 0 } } })],
        sessions: asking,
      },
    ],
    [
      "its provider's limit is reached",
      { projects: [project({ parked: [{ credential: "key", untilWallMs: at(1).wallMs }] })], sessions: asking },
    ],
    [null, { projects: [project({ parked: [{ credential: "key", untilWallMs: at(0).wallMs }] })], sessions: asking }],
    [null, { projects: [project({ parked: [{ credential: "other", untilWallMs: at(1).wallMs }] })], sessions: asking }],
    ["the project is paused", { projects: [project({ hold: "pause" })], sessions: asking }],
    [null, { projects: [project({ hold: "pause" })], sessions: [wants("s1", "person", 0)] }],
    ["its project is not loaded", { projects: [], sessions: asking }],
  ])("%s", ([why, special]) => {
    const board = aBoard(special);
    expect([schedule(board).wake, waiting(board)["s1"] ?? null]).toEqual([why === null ? ["s1"] : [], why]);
  });
});

describe("starting", () => {
  test("the most urgent first, then the oldest, then the id", () => {
    const issues = [ready("4"), ready("3", { createdMs: 1 }), ready("2", { priority: 1, createdMs: 9 }), ready("1")];
    expect(starts(aBoard({ limits: turns(3), issues }))).toEqual(["2", "1", "4"]);
  });

  test("projects take turns", () => {
    const issues = [ready("1", { priority: 1 }), ready("2", { priority: 1 }), ready("3", { project: web })];
    expect(starts(aBoard({ limits: turns(2), projects: two, issues }))).toEqual(["1", "3"]);
  });

  test("a session that is being prepared keeps its place", () => {
    expect(
      starts(
        aBoard({ limits: turns(2), sessions: [onBoard("s", { isPreparing: true })], issues: [ready("1"), ready("2")] }),
      ),
    ).toEqual(["1"]);
  });

  test("an issue is never taken twice", () => {
    const board = aBoard({ sessions: [onBoard("s", { issue: issueId("1") })], issues: [ready("1")] });
    expect([starts(board), waiting(board)]).toEqual([[], { 1: "a session works on it already" }]);
  });

  test("an issue waits for its blockers by name", () => {
    const board = aBoard({ issues: [ready("1", { waitsFor: [issueId("7"), issueId("8")] })] });
    expect(waiting(board)).toEqual({ 1: "waits for 7, 8" });
  });

  test("a full machine starts nothing and says why", () => {
    expect(
      waiting(
        aBoard({
          limits: { turnsMax: 5, refusedBy: "the disk is almost full", slowedBy: null, memory: null },
          issues: [ready("1")],
        }),
      ),
    ).toEqual({ 1: "the disk is almost full" });
  });

  test("a slow machine starts one at a time, and never none", () => {
    const slow = { turnsMax: 5, refusedBy: null, slowedBy: "the machine is busy", memory: null };
    const board = aBoard({ limits: slow, issues: [ready("1"), ready("2")] });
    expect(schedule(board).start.map(({ issue }) => issue)).toEqual(["1"]);
    expect(waiting(board)).toEqual({ 2: "the machine is busy" });
  });

  test("live sessions have a limit of their own", () => {
    const sessions = Array.from({ length: limits.liveSessionsPerTurn }, (_, n) => onBoard(`s${n}`));
    expect(waiting(aBoard({ limits: turns(1), sessions, issues: [ready("1")] }))).toEqual({
      1: "there are enough live sessions for the machine",
    });
    expect(starts(aBoard({ limits: turns(1), sessions: sessions.slice(1), issues: [ready("1")] }))).toEqual(["1"]);
  });

  test.for<[what: string, projectOf: BoardProject]>([
    ["auto_assign is off", project({}, { autoAssign: false })],
    ["the autonomy is observe", project({}, { autonomy: "observe" })],
  ])("nothing starts by itself when %s, and no reason is due", ([, own]) => {
    expect(schedule(aBoard({ projects: [own], issues: [ready("1")] }))).toMatchObject({ start: [], waiting: [] });
  });

  test("a paused project starts nothing", () => {
    expect(waiting(aBoard({ projects: [project({ hold: "pause" })], issues: [ready("1")] }))).toEqual({
      1: "the project is paused",
    });
  });
});

describe("a session that begins after another", () => {
  const after = (state: "live" | "landed" | "ended") =>
    aBoard({ sessions: [onBoard("b", { awaits: { session: sessionId("a"), state } })] });

  test("waits while that one lives, and says so", () => {
    expect([schedule(after("live")).release, waiting(after("live"))]).toEqual([[], { b: "waits for a to land" }]);
  });

  test.each([
    ["landed", true],
    ["ended", false],
  ] as const)("is let go when that one has %s", (state, landed) => {
    expect(schedule(after(state)).release).toEqual([{ session: "b", landed }]);
  });
});

describe("specialists", () => {
  const ui = aSpecialist("ui", { labels: ["frontend"], skills: ["react"], max: 1, credential: "ui-key" });
  const own = [project({}, { specialists: [ui] })];

  test("take what is labelled for them or needs their skill; the rest goes to the default agent", () => {
    const chosen = schedule(
      aBoard({
        projects: [project({}, { specialists: [{ ...ui, max: null }] })],
        issues: [ready("1", { labels: ["frontend"] }), ready("2", { labels: ["react"] }), ready("3")],
      }),
    ).start;
    expect(chosen.map(({ specialist }) => specialist?.id ?? null)).toEqual(["ui", "ui", null]);
  });

  test("are not more at once than their max, those at work and those just started counted together", () => {
    const board = aBoard({
      projects: own,
      issues: [ready("1", { labels: ["frontend"] }), ready("2", { labels: ["frontend"] })],
    });
    expect([starts(board), waiting(board)]).toEqual([["1"], { 2: "all 1 of ui are at work" }]);
    const busy = aBoard({
      projects: own,
      sessions: [onBoard("s", { specialist: "ui" })],
      issues: [ready("1", { labels: ["frontend"] })],
    });
    expect(waiting(busy)).toEqual({ 1: "all 1 of ui are at work" });
  });

  test("wait while their program is not there, and only they", () => {
    const [first] = own;
    const board = aBoard({
      projects: first === undefined ? [] : [{ ...first, unready: [{ specialist: "ui", why: "painter is missing" }] }],
      issues: [ready("1", { labels: ["frontend"] }), ready("2")],
    });
    expect([starts(board), waiting(board)]).toEqual([["2"], { 1: "painter is missing" }]);
  });

  test("wait when their own credential is parked, and only they", () => {
    const parked = { parked: [{ credential: "ui-key", untilWallMs: at(1).wallMs }] };
    const board = aBoard({
      projects: [project(parked, { specialists: [ui] })],
      issues: [ready("1", { labels: ["frontend"] }), ready("2")],
    });
    expect([starts(board), waiting(board)]).toEqual([["2"], { 1: "its provider's limit is reached" }]);
  });
});

describe("landing", () => {
  const inQueue = (id: string, requestedAtMs: number, special = {}) =>
    aChange({ id: changeId(id), round: reported("passed"), queue: queued({ requestedAtMs }), ...special });

  test("one at a time, in the order in which they asked", () => {
    const board = aBoard({ queued: [inQueue("b", 5), inQueue("a", 9), inQueue("c", 1)] });
    expect(schedule(board).land).toEqual([{ project: "app", changes: ["c"] }]);
    expect(waiting(board)).toEqual({ b: "another change is landing", a: "another change is landing" });
  });

  test("nothing while a candidate is under way", () => {
    const board = aBoard({
      queued: [inQueue("a", 0)],
      candidates: [{ id: theCandidate, project: aProject().id, waits: false }],
    });
    expect([schedule(board).land, waiting(board)]).toEqual([[], { a: "another change is landing" }]);
  });

  test("past a candidate that waits for a checkout", () => {
    const waits = { id: theCandidate, project: aProject().id, waits: true };
    const board = aBoard({ queued: [inQueue("a", 0)], candidates: [waits] });
    expect(schedule(board).land).toEqual([{ project: "app", changes: ["a"] }]);
  });

  test("one whose gate is closed is passed over, with every reason", () => {
    const board = aBoard({
      queued: [inQueue("a", 0, { round: { kind: "none" }, mergeable: { known: false, why: "?" } }), inQueue("b", 1)],
    });
    expect(schedule(board).land).toEqual([{ project: "app", changes: ["b"] }]);
    expect(waiting(board)).toEqual({ a: "its checks are not finished; it is not known whether it merges" });
  });

  test("on a red base past what does not mend it", () => {
    const notMending = commitSha("base-1");
    const board = aBoard({
      projects: [{ project: redBase(check("failed")), rules: aRules(), unready: [] }],
      queued: [inQueue("a", 0, { queue: queued({ requestedAtMs: 0, notMending }) }), inQueue("b", 1)],
    });
    expect(waiting(board)).toEqual({ a: "main is failing and this change does not fix it" });
    expect(schedule(board).land).toEqual([{ project: "app", changes: ["b"] }]);
  });

  test("each project for itself", () => {
    const board = aBoard({ projects: two, queued: [inQueue("a", 0), inQueue("w", 0, { project: web })] });
    expect(schedule(board).land.map(({ changes }) => changes)).toEqual([["a"], ["w"]]);
  });
});

describe("whatever the board", () => {
  const session = fc.record({
    open: fc.boolean(),
    lane: fc.constantFrom("person" as const, "automatic" as const, null),
    web: fc.boolean(),
  });
  const board = fc
    .record({
      turnsMax: fc.integer({ min: 1, max: 6 }),
      sessions: fc.array(session, { maxLength: 12 }),
      issues: fc.array(fc.record({ priority: fc.integer({ min: 1, max: 5 }), web: fc.boolean() }), { maxLength: 8 }),
    })
    .map(({ turnsMax, sessions, issues }) =>
      aBoard({
        limits: turns(turnsMax),
        projects: two,
        sessions: sessions.map(({ open, lane, web: isWeb }, n) =>
          onBoard(`s${n}`, {
            project: isWeb ? web : aProject().id,
            hasOpenTurn: open,
            wants: open || lane === null ? null : { lane, sinceMs: n },
          }),
        ),
        issues: issues.map(({ priority, web: isWeb }, n) =>
          ready(`${n}`, { priority, project: isWeb ? web : aProject().id }),
        ),
      }),
    );

  test("no more turns are handed out than there are, and who asked either goes or gets a reason", () => {
    fc.assert(
      fc.property(board, (given) => {
        const { wake, start, waiting: refused } = schedule(given);
        const openTurns = given.sessions.filter(({ hasOpenTurn }) => hasOpenTurn).length;
        expect(wake.length + start.length).toBeLessThanOrEqual(Math.max(0, given.limits.turnsMax - openTurns));
        const asked = [...given.sessions.filter((one) => one.wants !== null), ...given.issues]
          .map(({ id }) => id)
          .sort();
        expect([...wake, ...start.map(({ issue }) => issue), ...refused.map(({ what }) => what)].sort()).toEqual(asked);
      }),
    );
  });

  test("a machine never wakes while a person waits", () => {
    fc.assert(
      fc.property(board, (given) => {
        const { wake } = schedule(given);
        const lane = (id: string) => given.sessions.find((one) => one.id === id)?.wants?.lane;
        const personWaits = given.sessions.some(({ id, wants: asks }) => asks?.lane === "person" && !wake.includes(id));
        expect(personWaits && wake.some((id) => lane(id) === "automatic")).toBe(false);
      }),
    );
  });
});
