import { expect, test } from "vitest";
import { aProject, aSession } from "../../../test/fixtures/domain.ts";
import { at } from "../../../test/fixtures/rules.ts";
import { limits } from "./limits.ts";
import { getSpentOn } from "../core/project.ts";
import { isLiveSession } from "../session/session.ts";
import { addUsage, computeTurnCost, isUsedUp, noUsage, chooseTighter, type Budget } from "./usage.ts";

test.for<[what: string, usd: number, tokens: number, budget: Budget, reserved: number, usedUp: boolean]>([
  ["no budget", 99, 99, { usd: null, tokens: null }, 99, false],
  ["just below", 4.99, 0, { usd: 5, tokens: null }, 0, false],
  ["just there", 5, 0, { usd: 5, tokens: null }, 0, true],
  ["there with the reserve", 3, 0, { usd: 5, tokens: null }, 2, true],
  ["tokens just below", 0, 9, { usd: 5, tokens: 10 }, 0, false],
  ["tokens just there", 0, 10, { usd: 5, tokens: 10 }, 0, true],
])("%s", ([, usd, tokens, budget, reserved, usedUp]) => {
  expect(isUsedUp({ usd, tokens }, budget, reserved)).toBe(usedUp);
});

test("usage adds up", () => {
  expect(addUsage({ usd: 1, tokens: 2 }, { usd: 3, tokens: 4 })).toEqual({ usd: 4, tokens: 6 });
});

test("turns whose cost nobody told are counted, not taken for free ones", () => {
  const told = computeTurnCost({ usd: 1, tokens: 2 });
  const untold = computeTurnCost({ usd: 0, tokens: 4 });
  expect(addUsage(addUsage(told, untold), untold)).toEqual({ usd: 1, tokens: 10, unknownTurns: 2 });
});

test("a new day begins with nothing spent", () => {
  const project = aProject({ spentToday: { dayStartsWallMs: 0, usage: { usd: 7, tokens: 0 } } });
  expect(getSpentOn(project, at(0)).usage.usd).toBe(7);
  expect(getSpentOn(project, { ...at(0), wallMs: limits.dayMs })).toEqual({
    dayStartsWallMs: limits.dayMs,
    usage: noUsage,
  });
});

test("a session is live until it has ended", () => {
  expect(isLiveSession(aSession())).toBe(true);
  expect(isLiveSession(aSession({ phase: { kind: "ending", because: "stopped", keepWorkspace: false } }))).toBe(true);
  expect(isLiveSession(aSession({ phase: { kind: "ended", because: "stopped", rescueRef: null, atMs: 0 } }))).toBe(
    false,
  );
});

test("a project's own budget is shown where it may be used up before that of all", () => {
  const whole = { usd: 50, tokens: null };
  expect(chooseTighter(whole, { usd: 50, tokens: 7 })).toEqual({ usd: null, tokens: 7 });
  expect(chooseTighter(whole, { usd: 10, tokens: null })).toEqual({ usd: 10, tokens: null });
});
