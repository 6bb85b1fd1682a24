/** Figures as people read them. Ages have one unit; the exact time stands beside them for those who look. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatShortAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}

export const formatUsd = (usd: number): string => `$${usd.toFixed(2)}`;

type Spent = { readonly usd: number; readonly unknownTurns?: number | undefined };

/** What is known of a cost. With turns that told no money it is more than that. */
export function formatSpentUsd({ usd, unknownTurns = 0 }: Spent): string {
  if (unknownTurns === 0) return formatUsd(usd);
  return usd === 0 ? "Cost unknown" : `At least ${formatUsd(usd)}`;
}

export function shortenCount(n: number): string {
  if (n < 1_000) return String(n);
  return n < 1_000_000 ? `${(n / 1_000).toFixed(n < 10_000 ? 1 : 0)}k` : `${(n / 1_000_000).toFixed(1)}M`;
}

export const pluralize = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** By hand: a browser takes longer for its first `toLocaleString` than for all of the board. */
export function formatClockTime(moment: string | number, withSeconds = false): string {
  const at = new Date(moment);
  return [at.getHours(), at.getMinutes(), ...(withSeconds ? [at.getSeconds()] : [])].map(padTwoDigits).join(":");
}

export function formatExactTime(moment: string): string {
  const at = new Date(moment);
  return `${[padTwoDigits(at.getDate()), padTwoDigits(at.getMonth() + 1), at.getFullYear()].join("/")}, ${formatClockTime(moment, true)}`;
}

const padTwoDigits = (n: number): string => String(n).padStart(2, "0");

export const shortenSha = (sha: string): string => sha.slice(0, 7);

/** A sentence in one line; opened, it is there with every digit. */
export const joinInOneLine = (sentences: readonly string[]): string =>
  sentences.join(" · ").replaceAll(/\b[0-9a-f]{40}\b/g, shortenSha);
