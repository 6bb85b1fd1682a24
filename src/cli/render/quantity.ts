/** Ages, times, money and sizes, each in its one form. */

/** One unit, rounded down: `38s`, `4m`, `22h`, `3d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 60 * 60) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 48 * 60 * 60) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

/** Two units at most: `0.8 s`, `12 s`, `1m 12s`, `2h 5m`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1_000).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  return `${Math.floor(seconds / 3_600)}h ${Math.floor((seconds % 3_600) / 60)}m`;
}

/** Local time of day, `14:02:44`. */
export function formatTimeOfDay(time: Date): string {
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(padTwoDigits).join(":");
}

/** `14:02:44` today, else the day too. */
export function formatMoment(time: Date, now: Date): string {
  const day = `${time.getFullYear()}-${padTwoDigits(time.getMonth() + 1)}-${padTwoDigits(time.getDate())}`;
  return time.toDateString() === now.toDateString()
    ? formatTimeOfDay(time)
    : `${day} ${formatTimeOfDay(time).slice(0, 5)}`;
}

const padTwoDigits = (n: number): string => String(n).padStart(2, "0");

export function formatMoney(usd: number): string {
  return `$${usd.toFixed(2)}`;
}

type Spent = { readonly usd: number; readonly unknownTurns?: number | undefined };

/** What is known of a cost. With turns that told no money it is more than that. */
export function formatSpent({ usd, unknownTurns = 0 }: Spent): string {
  if (unknownTurns === 0) return formatMoney(usd);
  return usd === 0 ? "unknown" : `at least ${formatMoney(usd)}`;
}

/** `950`, `214k`, `2.1M`. */
export function formatTokens(count: number): string {
  if (count < 1_000) return String(count);
  if (count < 1_000_000) return `${Math.round(count / 1_000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** `512 B`, `4.1 GB`: thousands, as disks are sold. */
export function formatBytes(count: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3));
  const value = count / 1_000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ""}`;
}

/** `1 session`, `3 sessions`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** Minutes and seconds, as a stopwatch shows them: `01:05`. */
export function formatStopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${padTwoDigits(Math.floor(seconds / 60))}:${padTwoDigits(seconds % 60)}`;
}
