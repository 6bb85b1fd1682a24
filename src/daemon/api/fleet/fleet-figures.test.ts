import { describe, expect, test } from "vitest";
import { computeFleetFigures, type FleetLanding } from "./fleet-figures.ts";

const HOUR = 3_600_000;
/** In the last hour of a day, so that calendar days are as good as the last 24 hours. */
const END = new Date(2026, 3, 10, 23, 59).getTime();

const landed = (hoursAgo: number, special: Partial<FleetLanding> = {}): FleetLanding => ({
  atMs: END - hoursAgo * HOUR,
  agent: "codex",
  project: "app",
  leadMs: 30 * 60_000,
  retries: 0,
  hasFailed: false,
  usd: 1,
  ...special,
});
const many = (count: number, special: Partial<FleetLanding> = {}): FleetLanding[] =>
  Array.from({ length: count }, (_, n) => landed(n + 1, special));
const inTheDay = (landings: readonly FleetLanding[]) => computeFleetFigures(landings, { period: "day", endMs: END });

describe("the fleet's figures", () => {
  test("count this period and the one before, and nothing older", () => {
    const { landed: figure } = inTheDay([landed(1), landed(23.9), landed(24.1), landed(47), landed(49)]);
    expect(figure).toEqual({ value: 2, before: 2, of: 2 });
  });

  test("say nothing of fewer than five", () => {
    expect(inTheDay(many(4))).toMatchObject({
      landed: { value: 4 },
      leadMinutes: { value: null, of: 4 },
      firstTry: { value: null },
      retries: { value: null },
      usdPerLanded: { value: null },
    });
  });

  test("are medians, shares and means", () => {
    const minutes = [10, 20, 30, 40, 500];
    const landings = minutes.map((lead, n) =>
      landed(n + 1, { leadMs: lead * 60_000, retries: n, hasFailed: n > 2, usd: n }),
    );
    expect(inTheDay(landings)).toMatchObject({
      leadMinutes: { value: 30, before: null },
      firstTry: { value: 0.6 },
      retries: { value: 2 },
      usdPerLanded: { value: 2, of: 5 },
    });
  });

  test("leave out of the price whoever says none", () => {
    const { usdPerLanded } = inTheDay([...many(5, { usd: 3 }), ...many(5, { usd: null })]);
    expect(usdPerLanded).toEqual({ value: 3, before: null, of: 5 });
  });

  test("have a step for each hour, a gap where nothing landed", () => {
    const { steps } = inTheDay([landed(0.5), landed(0.6, { agent: "aider" }), landed(0.7), landed(23.5)]);
    expect(steps).toHaveLength(24);
    expect(steps.at(-1)).toMatchObject({ landed: { codex: 2, aider: 1 }, leadMedian: 30, leadWorst: 30 });
    expect(steps[0]).toMatchObject({ landed: { codex: 1 } });
    expect(steps[1]).toMatchObject({ landed: {}, leadMedian: null, leadWorst: null });
    expect(new Date(steps[0]?.at ?? 0)).toEqual(new Date(2026, 3, 10, 0));
  });

  test("what landed this morning is today's, and what landed before midnight is not", () => {
    const endMs = new Date(2026, 10, 17, 6, 5).getTime();
    const at = (...[day, hour, minute]: readonly [number, number, number]): FleetLanding =>
      landed(0, { atMs: new Date(2026, 10, day, hour, minute).getTime() });
    const landings = [at(17, 0, 0), at(17, 6, 4), at(16, 23, 59), at(11, 0, 0), at(10, 23, 59)];
    const { steps, landed: figure } = computeFleetFigures(landings, { period: "week", endMs });
    expect(steps.map(({ at: from, landed: counts }) => [new Date(from).getDate(), counts["codex"] ?? 0])).toEqual([
      ...[11, 12, 13, 14, 15].map((day) => [day, day === 11 ? 1 : 0]),
      [16, 1],
      [17, 2],
    ]);
    expect(steps.every(({ at: from }) => new Date(from).getHours() === 0)).toBe(true);
    expect(figure).toEqual({ value: 4, before: 1, of: 4 });
    const hours = computeFleetFigures(landings, { period: "day", endMs }).steps;
    expect(hours.map(({ at: from }) => new Date(from).getMinutes())).toEqual(hours.map(() => 0));
    expect(hours.at(-1)?.landed).toEqual({ codex: 1 });
  });

  test.for([
    ["week", 7],
    ["month", 30],
  ] as const)("have a step for each day of a %s", ([period, count]) => {
    expect(computeFleetFigures([], { period, endMs: END }).steps).toHaveLength(count);
  });

  test("name agents and projects, the busiest first", () => {
    const { agents, projects } = inTheDay([landed(1, { agent: "aider", project: "shop" }), ...many(5)]);
    expect(agents.map(({ name, landed: count, firstTry }) => [name, count, firstTry])).toEqual([
      ["codex", 5, 1],
      ["aider", 1, null],
    ]);
    expect(projects.map(({ name }) => name)).toEqual(["app", "shop"]);
  });
});
