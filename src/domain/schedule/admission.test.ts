/** Who gets memory, and what those are told who do not. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aBoard, onBoard, ready, wants } from "../../../test/fixtures/board.ts";
import { aProject } from "../../../test/fixtures/domain.ts";
import { aRules, aSpecialist, app } from "../../../test/fixtures/rules.ts";
import { formatAgentKind, type Board, type MemoryLimits } from "./board.ts";
import { sessionId } from "../model/ids.ts";
import { schedule } from "./schedule.ts";

const MB = 1_000_000;
const GB = 1_000 * MB;
const memory = (special: Partial<MemoryLimits> = {}): MemoryLimits => ({
  freeBytes: 8 * GB,
  usedBytes: new Map(),
  expectedBytes: new Map([[formatAgentKind(app, null), 2 * GB]]),
  otherwiseBytes: 500 * MB,
  refusedBy: null,
  slowedBy: null,
  ...special,
});
const boardWith = (limits: Partial<MemoryLimits>, special: Partial<Board> = {}): Board =>
  aBoard({ limits: { turnsMax: 100, refusedBy: null, slowedBy: null, memory: memory(limits) }, ...special });
const waiting = (board: Board) => Object.fromEntries(schedule(board).waiting.map(({ what, why }) => [what, why]));
const names = (n: number): readonly string[] =>
  Array.from({ length: n }, (_, i) => `s${String(i + 1).padStart(2, "0")}`);
const asking = (n: number) => names(n).map((name) => wants(name, "automatic", 0));

describe("twenty that ask in one second", () => {
  test("do not count the same free gigabyte", () => {
    const board = boardWith({}, { sessions: asking(20) });
    expect(schedule(board).wake).toEqual(names(4));
    expect(waiting(board)["s05"]).toBe("not enough memory: 0 MB free, needs about 2.0 GB");
    expect(waiting(board)["s20"]).toBe("memory is kept for s05, which waits longer");
  });

  test("nor do the twenty that ask in the next second, before the first show what they take", () => {
    const sessions = [...names(4).map((name) => onBoard(name, { hasOpenTurn: true })), wants("next", "automatic", 0)];
    expect(schedule(boardWith({}, { sessions })).wake).toEqual([]);
  });

  test.each<[taken: string, used: number, free: number, woken: number]>([
    ["nothing yet", 0, 8 * GB, 0],
    ["half of what is expected", 1 * GB, 4 * GB, 0],
    ["half, on a machine with more", 1 * GB, 6 * GB, 1],
    ["all that is expected", 2 * GB, 4 * GB, 2],
    ["more than is expected", 3 * GB, 4 * GB, 2],
  ])("begin when there is more than the open ones will take: %s", (_, used, freeBytes, woken) => {
    const usedBytes = new Map(names(4).map((name) => [sessionId(name), used]));
    const open = names(4).map((name) => onBoard(name, { hasOpenTurn: true }));
    const board = boardWith({ freeBytes, usedBytes }, { sessions: [...open, ...asking(24).slice(4)] });
    expect(schedule(board).wake).toHaveLength(woken);
  });
});

test("waking goes before starting, and what is being prepared keeps its memory", () => {
  const board = boardWith(
    { freeBytes: 5 * GB },
    { sessions: [wants("s1", "automatic", 0), onBoard("s2", { isPreparing: true })], issues: [ready("1")] },
  );
  expect(schedule(board)).toMatchObject({ wake: ["s1"], start: [] });
  expect(waiting(board)["1"]).toBe("not enough memory: 1.0 GB free, needs about 2.0 GB");
});

test("each kind of agent needs what its kind took", () => {
  const specialists = [aSpecialist("css", { labels: ["css"] })];
  const projects = [{ project: aProject(), rules: aRules({ specialists }), unready: [] }];
  const issues = [ready("1", { labels: ["css"] }), ready("2", { labels: ["css"] }), ready("3"), ready("4")];
  const board = boardWith({ freeBytes: 3 * GB }, { projects, issues });
  expect(schedule(board).start.map(({ issue }) => issue)).toEqual(["1", "2", "3"]);
  expect(waiting(board)["4"]).toBe("not enough memory: 0 MB free, needs about 2.0 GB");
});

test("whoever waits for memory is not overtaken by smaller ones", () => {
  const specialists = [aSpecialist("css", { labels: ["css"] })];
  const projects = [{ project: aProject(), rules: aRules({ specialists }), unready: [] }];
  const sessions = [
    onBoard("open", { hasOpenTurn: true }),
    wants("big", "automatic", 0),
    wants("small", "automatic", 1, { specialist: "css" }),
  ];
  expect(schedule(boardWith({ freeBytes: 3 * GB }, { projects, sessions })).wake).toEqual([]);
  expect(schedule(boardWith({ freeBytes: 5 * GB }, { projects, sessions })).wake).toEqual(["big", "small"]);
});

test("whatever is open and asked for, no more is promised than there is", () => {
  const turn = fc.record({ used: fc.nat(3_000), isOpen: fc.boolean(), isBig: fc.boolean() });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 30 }), fc.integer({ min: -500, max: 20_000 }), (turns, freeMb) => {
      const all = turns.map((one, n) => ({ ...one, id: `s${n}`, specialist: one.isBig ? null : "css" }));
      const sessions = all.map(({ id, isOpen, specialist }) =>
        isOpen ? onBoard(id, { hasOpenTurn: true, specialist }) : wants(id, "automatic", 0, { specialist }),
      );
      const usedBytes = new Map(all.flatMap(({ id, isOpen, used }) => (isOpen ? [[sessionId(id), used * MB]] : [])));
      const { wake } = schedule(boardWith({ freeBytes: freeMb * MB, usedBytes }, { sessions }));
      const need = ({ isBig }: { readonly isBig: boolean }): number => (isBig ? 2_000 : 500);
      const open = all.filter(({ isOpen }) => isOpen);
      const promised =
        open.reduce((sum, one) => sum + Math.max(0, need(one) - one.used), 0) +
        all.filter(({ id }) => wake.includes(sessionId(id))).reduce((sum, one) => sum + need(one), 0);
      const isLone = open.length === 0 && wake.length === 1;
      expect(wake.length === 0 || promised <= freeMb || (isLone && freeMb >= 0)).toBe(true);
      // Nobody starves: with nothing open, the first one begins.
      if (open.length === 0 && all.length > 0 && freeMb >= 0) expect(wake.length).toBeGreaterThan(0);
    }),
  );
});

describe("when nothing runs", () => {
  test.each<[string, Partial<MemoryLimits>, readonly string[]]>([
    ["one turn begins with what there is", { freeBytes: 100 * MB }, ["s01"]],
    ["also while programs of others wait for memory", { slowedBy: "pressed" }, ["s01"]],
    ["none without what is kept for the system", { freeBytes: -1 }, []],
    ["none without processes to run it", { refusedBy: "no processes" }, []],
  ])("%s", (_, limits, woken) => {
    expect(schedule(boardWith(limits, { sessions: asking(3) })).wake).toEqual(woken);
  });
});

test("while programs wait for memory no second turn begins, and a person's message waits too", () => {
  const sessions = [onBoard("open", { hasOpenTurn: true }), wants("s1", "person", 0)];
  expect(waiting(boardWith({ slowedBy: "pressed" }, { sessions }))).toEqual({ s1: "pressed" });
});

test("where nobody measures memory it limits nothing", () => {
  const board = aBoard({
    limits: { turnsMax: 100, refusedBy: null, slowedBy: null, memory: null },
    sessions: asking(20),
  });
  expect(schedule(board).wake).toHaveLength(20);
});
