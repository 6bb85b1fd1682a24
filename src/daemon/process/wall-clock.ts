import type { Clock } from "../../engine/deps.ts";

const MINUTES_PER_DAY = 24 * 60;

/** The machine's own clock. */
export const wallClock: Clock = {
  wallMs: () => Date.now(),
  weekMinute: (wallMs = Date.now()) => toWeekMinute(wallMs),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  soon: (callback) => void setImmediate(callback),
};

/** In local time, since Monday 00:00. */
function toWeekMinute(ms: number): number {
  const at = new Date(ms);
  return ((at.getDay() + 6) % 7) * MINUTES_PER_DAY + at.getHours() * 60 + at.getMinutes();
}
