/**
 * Freeze windows in local time: `Fri 16:00-Mon 08:00`, `Sat 00:00-24:00` (one day), `22:00-06:00` (every day).
 * A window is minutes since Monday 00:00 and may run over the end of the week.
 */
export type FreezeWindow = { readonly from: number; readonly to: number };

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;

export const FREEZE = /^(?:([A-Za-z]{3}) +)?(\d{1,2}):(\d\d) *- *(?:([A-Za-z]{3}) +)?(\d{1,2}):(\d\d)$/;

/** The windows, or null when the text is none. */
export function parseFreeze(text: string): readonly FreezeWindow[] | null {
  const match = FREEZE.exec(text.trim());
  if (match === null) return null;
  const [, fromDay, fromHour, fromMinute, toDay, toHour, toMinute] = match;
  const from = parseMinuteOfDay(fromHour, fromMinute);
  const to = parseMinuteOfDay(toHour, toMinute);
  if (from === null || to === null) return null;
  if (fromDay === undefined) return toDay === undefined ? parseEveryDay(from, to) : null;
  const first = DAYS.indexOf(fromDay.toLowerCase());
  const last = toDay === undefined ? first : DAYS.indexOf(toDay.toLowerCase());
  if (first < 0 || last < 0) return null;
  return parseWindows([{ from: first * DAY_MINUTES + from, to: last * DAY_MINUTES + to }]);
}

/** A window whose end is not later than its begin runs into the next day. */
function parseEveryDay(from: number, to: number): readonly FreezeWindow[] | null {
  const length = to > from ? to - from : to - from + DAY_MINUTES;
  return parseWindows(
    DAYS.map((_, day) => ({ from: day * DAY_MINUTES + from, to: day * DAY_MINUTES + from + length })),
  );
}

/** The end of the week is its begin. A window without any minute is a slip, not a window. */
function parseWindows(raw: readonly FreezeWindow[]): readonly FreezeWindow[] | null {
  const wrapped = raw.map(({ from, to }) => ({
    from: from % WEEK_MINUTES,
    to: to > WEEK_MINUTES ? to - WEEK_MINUTES : to,
  }));
  return wrapped.some(({ from, to }) => from === to) ? null : wrapped;
}

function parseMinuteOfDay(hour: string | undefined, minute: string | undefined): number | null {
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= DAY_MINUTES ? minutes : null;
}
