/** When a person may be told: what is urgent at once, other things not in quiet hours, and some of them only together. */
import type { NoticeTiming } from "../../config/daemon-settings.ts";
import { isWithin } from "../../domain/policy.ts";
import type { Priority } from "../../domain/rules.ts";
import { weekMinuteAt } from "../process/wall-clock.ts";

const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;
/** Windows may follow each other; a week of them has no end. */
const WINDOWS_MAX = 20;

/** Null: now. */
export function heldUntilMs(level: Priority, timing: NoticeTiming, nowMs: number): number | null {
  if (level === "urgent") return null;
  const { digestEveryMs, digestOf } = timing;
  const isTogether = digestEveryMs !== null && digestOf.includes(level);
  const dueMs = isTogether ? (Math.floor(nowMs / digestEveryMs) + 1) * digestEveryMs : nowMs;
  const untilMs = endOfQuiet(timing.quiet, dueMs);
  return untilMs === nowMs ? null : untilMs;
}

function endOfQuiet(windows: NoticeTiming["quiet"], fromMs: number): number {
  let atMs = fromMs;
  for (let n = 0; n < WINDOWS_MAX; n += 1) {
    const minute = weekMinuteAt(atMs);
    const window = windows.find((one) => isWithin(one, minute));
    if (window === undefined) return atMs;
    const left = (window.to - minute + WEEK_MINUTES) % WEEK_MINUTES;
    atMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS;
  }
  return atMs;
}
