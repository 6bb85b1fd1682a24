/**
 * What one credential may still ask, decided without a clock: what was spent, what the provider told, who asks now.
 *
 * - Usable: requests go, paced by the rules of the provider. What an answer tells of a budget replaces what was known
 *   of an earlier window; within one window the lowest remainder counts.
 * - Used up for some: a budget, less what is under way, is down to the share that this requester must leave. Loops
 *   leave a share to people, agents leave one to people and one to loops. This requester rests until the budget resets;
 *   whoever may use more of it goes on. In the same way writes rest while the last hour is full of them, and reads go
 *   on.
 * - Resting: an answer met a limit, or the token was not accepted. Nobody asks anything before the time that was given;
 *   if none was, for a minute, doubled for each limit met in a row before, at most `STRIKES_MAX` times. An answer that
 *   meets a limit during the rest can only make it longer. When the time is over, the credential is usable again.
 *
 * The first answer that meets no limit ends such a row; a request that got no answer does not.
 */
import type { RateBudget, ReportedLimits } from "./read-limits.ts";
import type { QuotaRules } from "./quota-rules.ts";
import { findFitMs, spend, createTally, type Tally } from "./tally.ts";

/**
 * `person`: somebody waits for the answer, and may use the share that loops leave. `agent`: one asks for itself, and leaves loops
 * a share, too: they are what gets its work landed.
 */
export type Requester = "person" | "loop" | "agent";

export type QuotaRequest = {
  /** Which budget it counts against: `core`, `graphql`. */
  readonly resource: string;
  readonly deed: "read" | "write";
  readonly by: Requester;
  /** What it takes of its budget. */
  readonly cost: number;
};

export type Quota = {
  readonly budgets: readonly RateBudget[];
  /** The provider said "not before", or a limit was met without a time. */
  readonly restUntilMs: number;
  readonly restWhy: string;
  /** It rests because its token is not accepted. */
  readonly isRefused: boolean;
  /** Limits met one after the other, each rest twice as long as the one before. */
  readonly strikes: number;
  readonly lastWriteMs: number;
  readonly writes: { readonly minute: Tally; readonly hour: Tally };
  readonly points: Tally;
  readonly underWay: readonly QuotaRequest[];
};

export const freshQuota: Quota = {
  budgets: [],
  restUntilMs: 0,
  restWhy: "",
  isRefused: false,
  strikes: 0,
  lastWriteMs: -Infinity,
  writes: { minute: createTally(60_000, 12), hour: createTally(3_600_000, 60) },
  points: createTally(60_000, 12),
  underWay: [],
};

export type QuotaDecision =
  | { readonly kind: "go" }
  /** A moment: the request waits in line. Null: until another answer is in. */
  | { readonly kind: "pace"; readonly untilMs: number | null }
  /** Long: nothing is asked, and whoever asked comes back then. */
  | { readonly kind: "rest"; readonly untilMs: number; readonly why: string };

/** Longer than this nobody waits in line. */
const PACE_MAX_MS = 60_000;
/** A credential that only must not write for long is looked at again sooner: it may still read. */
const WRITE_REST_MAX_MS = 5 * 60_000;

export function decideQuota(quota: Quota, ask: QuotaRequest, rules: QuotaRules, nowMs: number): QuotaDecision {
  if (quota.restUntilMs > nowMs) return { kind: "rest", untilMs: quota.restUntilMs, why: quota.restWhy };
  const used = findExhausted(quota, ask, rules, nowMs);
  if (used !== undefined) return { kind: "rest", untilMs: used.resetAtMs, why: explainExhausted(used, ask, rules) };
  const perHourAtMs = ask.deed === "write" ? findFitMs(quota.writes.hour, 1, rules.writesPerHourMax, nowMs) : nowMs;
  if (perHourAtMs - nowMs > PACE_MAX_MS) {
    const untilMs = Math.min(perHourAtMs, nowMs + WRITE_REST_MAX_MS);
    return { kind: "rest", untilMs, why: `${rules.writesPerHourMax} writes were made in the last hour` };
  }
  if (areTooMany(quota, ask, rules)) return { kind: "pace", untilMs: null };
  const untilMs = Math.max(perHourAtMs, computePaceMs(quota, ask, rules, nowMs));
  return untilMs <= nowMs ? { kind: "go" } : { kind: "pace", untilMs };
}

/** The first budget that has nothing left for this one. */
function findExhausted(quota: Quota, ask: QuotaRequest, rules: QuotaRules, nowMs: number): RateBudget | undefined {
  const spoken = quota.underWay.filter((other) => other.resource === ask.resource);
  const promised = spoken.reduce((sum, { cost }) => sum + cost, 0);
  return quota.budgets.find((budget) => {
    if (budget.resetAtMs <= nowMs || !isBudgetOf(budget, ask.resource)) return false;
    return budget.remaining - promised - ask.cost < Math.floor(budget.limit * shareKept(ask, rules));
  });
}

/** Beyond this, asking less often helps nobody: the people's share is reached, and loops rest. */
const STRAIN_MAX = 10;
/** Budgets of forges are full again after an hour; a shorter one is never far from that. */
const WINDOW_MS = 3_600_000;

/** How many times slower loops must ask for what is left of every budget to last until it is full again; 1: as they do. */
export function computeStrain({ budgets }: Quota, { shareForPeople }: QuotaRules, nowMs: number): number {
  const strains = budgets
    .filter(({ resetAtMs }) => resetAtMs > nowMs)
    .map(({ limit, remaining, resetAtMs }) => {
      const timeLeft = Math.min(1, (resetAtMs - nowMs) / WINDOW_MS);
      const left = Math.max(0, remaining - limit * shareForPeople) / (limit * (1 - shareForPeople));
      return timeLeft / left;
    });
  return Math.min(STRAIN_MAX, Math.floor(Math.max(1, ...strains)));
}

const isBudgetOf = ({ name }: RateBudget, resource: string): boolean =>
  name === resource || name.startsWith(`${resource}:`);

/** Of each budget, for the daemon's own loops: what agents ask for themselves must not stop them. */
const SHARE_FOR_LOOPS = 0.3;
/** Agents that ask much do it one after the other. */
const AGENTS_IN_FLIGHT_MAX = 4;

function shareKept({ by }: QuotaRequest, { shareForPeople }: QuotaRules): number {
  if (by === "person") return 0;
  return by === "loop" ? shareForPeople : shareForPeople + SHARE_FOR_LOOPS;
}

function explainExhausted({ name, limit, remaining }: RateBudget, ask: QuotaRequest, rules: QuotaRules): string {
  const left = `${remaining} of ${limit} requests are left (${name})`;
  const kept = Math.round(shareKept(ask, rules) * 100);
  return kept === 0 ? left : `${left}; ${kept} % are kept for people${ask.by === "agent" ? " and for landing" : ""}`;
}

const areTooMany = ({ underWay }: Quota, { by }: QuotaRequest, { inFlightMax }: QuotaRules): boolean =>
  underWay.length >= inFlightMax ||
  (by === "agent" && underWay.filter((other) => other.by === "agent").length >= AGENTS_IN_FLIGHT_MAX);

function computePaceMs(
  { lastWriteMs, writes, points }: Quota,
  { deed }: QuotaRequest,
  rules: QuotaRules,
  nowMs: number,
): number {
  const cost = deed === "write" ? rules.writePoints : rules.readPoints;
  const byPoints = findFitMs(points, cost, rules.pointsPerMinuteMax, nowMs);
  if (deed === "read") return byPoints;
  return Math.max(
    byPoints,
    lastWriteMs + rules.writeGapMs,
    findFitMs(writes.minute, 1, rules.writesPerMinuteMax, nowMs),
  );
}

/** It goes now. */
export function takeQuota(quota: Quota, ask: QuotaRequest, rules: QuotaRules, nowMs: number): Quota {
  const isWrite = ask.deed === "write";
  const { minute, hour } = quota.writes;
  return {
    ...quota,
    underWay: [...quota.underWay, ask],
    points: spend(quota.points, isWrite ? rules.writePoints : rules.readPoints, nowMs),
    lastWriteMs: isWrite ? nowMs : quota.lastWriteMs,
    writes: isWrite ? { minute: spend(minute, 1, nowMs), hour: spend(hour, 1, nowMs) } : quota.writes,
  };
}

export type EndedRequest = {
  readonly told: ReportedLimits | null;
  /** The provider refused because of a limit, or the token itself; `untilMs` null: it did not say until when. */
  readonly limited: { readonly untilMs: number | null; readonly why: string; readonly isRefused?: boolean } | null;
};

/** Where no time is told, a minute, then twice as long each time. */
const REST_MS = 60_000;
const STRIKES_MAX = 6;

export function endRequest(quota: Quota, ask: QuotaRequest, { told, limited }: EndedRequest, nowMs: number): Quota {
  const at = quota.underWay.indexOf(ask);
  const base: Quota = {
    ...quota,
    underWay: quota.underWay.filter((_, index) => index !== at),
    budgets: (told?.budgets ?? []).reduce(updateBudget, quota.budgets),
  };
  if (limited === null) return told === null ? base : { ...base, strikes: 0 };
  const untilMs = limited.untilMs ?? nowMs + REST_MS * 2 ** quota.strikes;
  return {
    ...base,
    strikes: Math.min(quota.strikes + 1, STRIKES_MAX),
    restUntilMs: Math.max(quota.restUntilMs, untilMs),
    restWhy: limited.why,
    isRefused: limited.isRefused ?? false,
  };
}

/** Answers overtake each other: within one window only the least that was told to remain is true. */
function updateBudget(budgets: readonly RateBudget[], told: RateBudget): readonly RateBudget[] {
  const known = budgets.find(({ name }) => name === told.name);
  if (known === undefined) return [...budgets, told];
  if (told.resetAtMs < known.resetAtMs) return budgets;
  const remaining = told.resetAtMs === known.resetAtMs ? Math.min(told.remaining, known.remaining) : told.remaining;
  return budgets.map((budget) => (budget === known ? { ...told, remaining } : budget));
}
