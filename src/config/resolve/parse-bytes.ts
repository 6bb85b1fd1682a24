/** Amounts of memory as people write them: 500MB, 4GB, 1.5GiB. */
export const BYTES = /^\d{1,7}(\.\d{1,3})?(MB|GB|TB|MiB|GiB|TiB)$/;

const UNIT_BYTES: ReadonlyMap<string, number> = new Map([
  ["MB", 1_000_000],
  ["GB", 1_000_000_000],
  ["TB", 1_000_000_000_000],
  ["MiB", 1_024 ** 2],
  ["GiB", 1_024 ** 3],
  ["TiB", 1_024 ** 4],
]);

/** Null when it is no amount, or nothing at all. */
export function parseBytes(text: string): number | null {
  const found = /^([\d.]+)([A-Za-z]+)$/.exec(text);
  if (!BYTES.test(text) || found === null) return null;
  const bytes = Math.round(Number(found[1]) * (UNIT_BYTES.get(found[2] ?? "") ?? 0));
  return bytes > 0 ? bytes : null;
}
