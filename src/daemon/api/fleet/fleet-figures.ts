/** Figures of the fleet from what landed. Pure: whoever asks brings the landings and the period. */
import type { FigureView, FleetView, ShareView } from "../../../protocol/daemon/fleet.ts";

/** One landed session, as far as figures go. */
export type FleetLanding = {
  readonly atMs: number;
  readonly agent: string;
  readonly project: string;
  readonly leadMs: number;
  readonly retries: number;
  /** Was the agent ever told of a failing check? */
  readonly hasFailed: boolean;
  /** Null: its agent does not say. */
  readonly usd: number | null;
};

export type FigureSpan = { readonly period: FleetView["period"]; readonly endMs: number };

const HOUR_MS = 3_600_000;
/** Hours and days as the clock and the calendar of this machine have them: the last step is the one that is not over yet. */
const spans = {
  day: { stepMs: HOUR_MS, steps: 24, from: (end: Date, ago: number) => startOfHour(end, ago) },
  week: { stepMs: 24 * HOUR_MS, steps: 7, from: (end: Date, ago: number) => startOfDay(end, ago) },
  month: { stepMs: 24 * HOUR_MS, steps: 30, from: (end: Date, ago: number) => startOfDay(end, ago) },
} as const;

const startOfHour = (end: Date, ago: number): number => new Date(end).setMinutes(0, 0, 0) - ago * HOUR_MS;

/** By the calendar, because a day may have 23 hours or 25. */
const startOfDay = (end: Date, ago: number): number =>
  new Date(end.getFullYear(), end.getMonth(), end.getDate() - ago).getTime();
/** Fewer say nothing about the next one. */
const ENOUGH = 5;
const WORST = 0.9;

/** How far back landings are needed: this period and the one before. */
export function reachMs(period: FleetView["period"]): number {
  return (2 * spans[period].steps + 1) * spans[period].stepMs;
}

export function computeFleetFigures(landings: readonly FleetLanding[], { period, endMs }: FigureSpan): FleetView {
  const { steps, from } = spans[period];
  const end = new Date(endMs);
  const between = (fromMs: number, toMs: number): readonly FleetLanding[] =>
    landings.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const beginMs = from(end, steps - 1);
  const now = between(beginMs, endMs + 1);
  const before = between(from(end, 2 * steps - 1), beginMs);
  const both = (figure: (some: readonly FleetLanding[]) => number | null): FigureView => ({
    value: figure(now),
    before: figure(before),
    of: now.length,
  });
  const stepAt = (n: number): FleetView["steps"][number] => {
    const ago = steps - 1 - n;
    const fromMs = from(end, ago);
    return computeStep(fromMs, between(fromMs, ago === 0 ? endMs + 1 : from(end, ago - 1)));
  };
  return {
    period,
    landed: { value: now.length, before: before.length, of: now.length },
    leadMinutes: both(computeIfEnough(computeLeadMinutes)),
    firstTry: both(computeIfEnough(countFirstTries)),
    retries: both(computeIfEnough(countRetries)),
    usdPerLanded: { ...both(computeUsdPerLanded), of: listPrices(now).length },
    steps: Array.from({ length: steps }, (_, n) => stepAt(n)),
    agents: computeShares(now, ({ agent }) => agent),
    projects: computeShares(now, ({ project }) => project),
  };
}

function computeStep(fromMs: number, some: readonly FleetLanding[]): FleetView["steps"][number] {
  const landed: Record<string, number> = {};
  for (const { agent } of some) landed[agent] = (landed[agent] ?? 0) + 1;
  const leads = some.map(({ leadMs }) => leadMs / 60_000);
  return {
    at: new Date(fromMs).toISOString(),
    landed,
    leadMedian: some.length === 0 ? null : computeQuantile(leads, 0.5),
    leadWorst: some.length === 0 ? null : computeQuantile(leads, WORST),
  };
}

/** The busiest first. */
function computeShares(landings: readonly FleetLanding[], nameOf: (landing: FleetLanding) => string): ShareView[] {
  return [...Map.groupBy(landings, nameOf)]
    .map(([name, some]) => ({
      name,
      landed: some.length,
      leadMinutes: computeIfEnough(computeLeadMinutes)(some),
      firstTry: computeIfEnough(countFirstTries)(some),
      usdPerLanded: computeUsdPerLanded(some),
    }))
    .toSorted((a, b) => b.landed - a.landed || a.name.localeCompare(b.name));
}

type Figure = (some: readonly FleetLanding[]) => number | null;

const computeIfEnough =
  (figure: Figure): Figure =>
  (some) =>
    some.length < ENOUGH ? null : figure(some);

const computeLeadMinutes = (some: readonly FleetLanding[]): number =>
  computeQuantile(
    some.map(({ leadMs }) => leadMs / 60_000),
    0.5,
  );
const countFirstTries = (some: readonly FleetLanding[]): number =>
  some.filter(({ hasFailed }) => !hasFailed).length / some.length;
const countRetries = (some: readonly FleetLanding[]): number =>
  some.reduce((sum, one) => sum + one.retries, 0) / some.length;
const listPrices = (some: readonly FleetLanding[]): readonly number[] =>
  some.flatMap(({ usd }) => (usd === null ? [] : [usd]));

function computeUsdPerLanded(some: readonly FleetLanding[]): number | null {
  const prices = listPrices(some);
  return prices.length < ENOUGH ? null : prices.reduce((sum, usd) => sum + usd, 0) / prices.length;
}

/** The smallest value that is not below the given share of all. */
function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
