import { expect, test } from "vitest";
import type { RateBudget } from "./read-limits.ts";
import {
  endRequest,
  freshQuota,
  decideQuota,
  computeStrain,
  takeQuota,
  type Quota,
  type QuotaRequest,
} from "./quota.ts";
import { githubRules as rules } from "../../github/quota-rules.ts";

const NOW = Date.UTC(2026, 0, 5);
const read: QuotaRequest = { resource: "core", deed: "read", by: "loop", cost: 1 };
const write: QuotaRequest = { ...read, deed: "write" };
const byPerson: QuotaRequest = { ...read, by: "person" };

const budget = (remaining: number, facts: Partial<RateBudget> = {}): RateBudget => ({
  ...{ name: "core", limit: 5_000, remaining, resetAtMs: NOW + 600_000 },
  ...facts,
});

const after = (asks: readonly QuotaRequest[], quota = freshQuota): Quota =>
  asks.reduce((so, ask) => endRequest(takeQuota(so, ask, rules, NOW), ask, { told: null, limited: null }, NOW), quota);
const many = (n: number, ask: QuotaRequest): readonly QuotaRequest[] => Array.from({ length: n }, () => ask);

test.for<[when: string, quota: Quota, ask: QuotaRequest, leave: object]>([
  ["nothing is known yet", freshQuota, read, { kind: "go" }],
  ["much is left", { ...freshQuota, budgets: [budget(4_000)] }, read, { kind: "go" }],
  ["only the people's share is left", { ...freshQuota, budgets: [budget(1_000)] }, read, { kind: "rest" }],
  ["that share is asked for by a person", { ...freshQuota, budgets: [budget(1_000)] }, byPerson, { kind: "go" }],
  ["nothing is left, even for people", { ...freshQuota, budgets: [budget(0)] }, byPerson, { untilMs: NOW + 600_000 }],
  [
    "the budget that was used up has been reset",
    { ...freshQuota, budgets: [budget(0, { resetAtMs: NOW })] },
    read,
    { kind: "go" },
  ],
  ["another resource is used up", { ...freshQuota, budgets: [budget(0, { name: "graphql" })] }, read, { kind: "go" }],
  [
    "a second budget of the same requests is used up",
    { ...freshQuota, budgets: [budget(4_000), budget(0, { name: "core:complexity" })] },
    read,
    { kind: "rest" },
  ],
  [
    "what is under way will use up what is left",
    { ...freshQuota, budgets: [budget(1_002)], underWay: [read, read] },
    read,
    { kind: "rest" },
  ],
  ["a write went just now", after([write]), write, { kind: "pace", untilMs: NOW + 1_000 }],
  ["a write went just now, and a reading comes", after([write]), read, { kind: "go" }],
  ["as many are under way as may be", { ...freshQuota, underWay: many(20, read) }, read, { untilMs: null }],
  ["the minute's points are spent", after(many(800, read)), read, { kind: "pace", untilMs: NOW + 60_000 }],
  [
    "the hour's writes are spent: looked at again in five minutes",
    after(many(450, write)),
    write,
    { kind: "rest", untilMs: NOW + 300_000 },
  ],
  [
    "the provider said not before",
    { ...freshQuota, restUntilMs: NOW + 5_000, restWhy: "slow down" },
    byPerson,
    { kind: "rest", untilMs: NOW + 5_000, why: "slow down" },
  ],
])("when %s", ([, quota, ask, leave]) => {
  expect(decideQuota(quota, ask, rules, NOW)).toMatchObject(leave);
});

const limited = (untilMs: number | null) => ({ told: null, limited: { untilMs, why: "slow down" } });

test("a limit met without a time rests a minute, then twice as long each time; a good answer forgives", () => {
  const once = endRequest(freshQuota, read, limited(null), NOW);
  expect(once.restUntilMs).toBe(NOW + 60_000);
  const twice = endRequest(once, read, limited(null), NOW + 60_000);
  expect(twice.restUntilMs).toBe(NOW + 180_000);
  const good = endRequest(twice, read, { told: { budgets: [], retryAtMs: null }, limited: null }, NOW + 200_000);
  expect(endRequest(good, read, limited(null), NOW + 300_000).restUntilMs).toBe(NOW + 360_000);
});

test("the provider's own time is kept, and a shorter one does not shorten it", () => {
  const long = endRequest(freshQuota, read, limited(NOW + 900_000), NOW);
  expect(endRequest(long, read, limited(NOW + 5_000), NOW).restUntilMs).toBe(NOW + 900_000);
});

test("answers that overtake each other do not give back what was spent", () => {
  const told = (one: RateBudget) => ({ told: { budgets: [one], retryAtMs: null }, limited: null });
  const late = [budget(990), budget(995)].reduce((so, one) => endRequest(so, read, told(one), NOW), freshQuota);
  expect(late.budgets).toEqual([budget(990)]);
  const next = budget(5_000, { resetAtMs: NOW + 4_200_000 });
  expect(endRequest(late, read, told(next), NOW).budgets).toEqual([next]);
  expect(endRequest(endRequest(late, read, told(next), NOW), read, told(budget(1)), NOW).budgets).toEqual([next]);
});

test.for<[when: string, budgets: readonly RateBudget[], strain: number]>([
  ["nothing is known yet", [], 1],
  ["much is left", [budget(4_900)], 1],
  ["a sixth of the hour is left, and as much of what loops may use", [budget(1_700)], 1],
  ["a sixth of the hour is left, and a fortieth of that", [budget(1_100)], 6],
  ["only the people's share is left", [budget(900)], 10],
  ["hardly anything is left beside the people's share", [budget(1_010)], 10],
  ["most is left of a budget that is full again tomorrow", [budget(4_500, { resetAtMs: NOW + 86_400_000 })], 1],
  ["the worst of two counts", [budget(4_900), budget(1_200, { name: "graphql" })], 3],
  ["it was full again long ago", [budget(0, { resetAtMs: NOW - 1 })], 1],
])("how much slower loops ask when %s", ([, budgets, strain]) => {
  expect(computeStrain({ ...freshQuota, budgets }, rules, NOW)).toBe(strain);
});
