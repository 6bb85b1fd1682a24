/** Moments as the API writes them, and ids, need no alphabet of any language, which costs more than all else of a sort. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
