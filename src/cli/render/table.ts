const LEFT_WIDTH_MAX = 40;

/** Two columns, indented. A left side that is too long for its column pushes only its own line. */
export function table(rows: readonly (readonly [left: string, right: string])[]): readonly string[] {
  const width = Math.min(LEFT_WIDTH_MAX, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
