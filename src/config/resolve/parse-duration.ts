/** Durations as people write them: `90s`, `30m`, `1h30m`, `500ms`, `2d`. A bare number has no unit and is refused. */
export const DURATION = /^(\d{1,9}(ms|s|m|h|d))+$/;

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** The milliseconds, or null when it is no duration or nothing at all. */
export function parseDuration(text: string): number | null {
  if (!DURATION.test(text)) return null;
  const parts = text.matchAll(/(\d+)(ms|s|m|h|d)/g);
  const ms = [...parts].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNIT_MS.get(unit) ?? 0), 0);
  return ms > 0 ? ms : null;
}
