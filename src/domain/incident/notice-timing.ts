/** When a person may be told: what is urgent at once, other things not in quiet hours, and some of them only together. */
import type { Ms } from "../model/now.ts";
import { isWithin } from "../landing/policy.ts";
import type { PolicyRules, Priority } from "../model/rules.ts";

/** When a person is told of what is not urgent. */
export type NoticeTiming = {
  /** Minutes since Monday 00:00 in local time; a window may run over the end of the week. */
  readonly quiet: PolicyRules["freeze"];
  /** How often what is in `digestOf` is told, all of it together; null: each at once. */
  readonly digestEveryMs: Ms | null;
  readonly digestOf: readonly Priority[];
};

/** Minutes since Monday 00:00 in local time, at a time on the wall. */
export type WeekMinuteAt = (wallMs: Ms) => number;

const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;
/** Windows may follow each other; a week of them has no end. */
const WINDOWS_MAX = 20;

/** Null: it is told now. */
export function computeHeldUntilMs(
  level: Priority,
  timing: NoticeTiming,
  { wallMs, weekMinuteAt }: { readonly wallMs: Ms; readonly weekMinuteAt: WeekMinuteAt },
): Ms | null {
  if (level === "urgent") return null;
  const { digestEveryMs, digestOf } = timing;
  const isTogether = digestEveryMs !== null && digestOf.includes(level);
  const dueMs = isTogether ? (Math.floor(wallMs / digestEveryMs) + 1) * digestEveryMs : wallMs;
  const untilMs = endOfQuiet(timing.quiet, dueMs, weekMinuteAt);
  return untilMs === wallMs ? null : untilMs;
}

export const isQuiet = ({ quiet }: NoticeTiming, weekMinute: number): boolean =>
  quiet.some((window) => isWithin(window, weekMinute));

function endOfQuiet(windows: NoticeTiming["quiet"], fromMs: Ms, weekMinuteAt: WeekMinuteAt): Ms {
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
