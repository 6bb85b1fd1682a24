import type { Clock } from "../engine/deps.ts";

const MINUTES_PER_DAY = 24 * 60;

/** The machine's own clock. */
export const wallClock: Clock = {
  wallMs: () => Date.now(),
  weekMinute: () => {
    const now = new Date();
    return ((now.getDay() + 6) % 7) * MINUTES_PER_DAY + now.getHours() * 60 + now.getMinutes();
  },
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  soon: (callback) => void setImmediate(callback),
};
