/** The measures of a chart, in units of its own; the page scales it as a whole, so a small page has a small one. */
import { useIsPhone } from "../lib/narrow.ts";
import { formatClockTime } from "../lib/words.ts";

const MARGINS = { left: 48, right: 96, top: 12, bottom: 28 } as const;

function createScale(width: number, height: number, namesMax: number) {
  const box = { width, height, ...MARGINS };
  const plot = { width: width - box.left - box.right, height: height - box.top - box.bottom };
  return {
    box,
    plot,
    /** How many steps have their name below. */
    namesMax,
    /** Where the middle of a step stands. */
    xOf: (index: number, count: number): number => box.left + ((index + 0.5) * plot.width) / count,
    /** Every axis begins at zero. */
    yOf: (value: number, top: number): number => box.top + plot.height * (1 - value / top),
  };
}

const wide = createScale(640, 240, 8);
const small = createScale(350, 220, 4);

export const useScale = () => (useIsPhone() ? small : wide);

/** The smallest round number that nothing exceeds. */
export function roundTop(max: number): number {
  if (max <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(max));
  return ([1, 2, 4, 6, 8, 10].find((times) => times * power >= max) ?? 10) * power;
}

/** The same for minutes, which people read as hours when there are many. */
export const roundMinutes = (max: number): number => (max <= 90 ? roundTop(max) : 60 * roundTop(max / 60));

export function formatMinuteTick(value: number): string {
  if (value > 0 && value < 0.5) return "< 1 min";
  if (value < 90) return `${Math.round(value)} min`;
  return value < 48 * 60 ? `${Number((value / 60).toFixed(1))} h` : `${Math.round(value / 1440)} d`;
}

const HALF_A_DAY_MS = 12 * 3_600_000;

/** An hour by its clock, a day by its date: the one at its noon, also where the daemon's midnight is at another hour. */
export function formatStepName(at: string, isHours: boolean): string {
  if (isHours) return formatClockTime(at);
  return new Date(Date.parse(at) + HALF_A_DAY_MS).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}
