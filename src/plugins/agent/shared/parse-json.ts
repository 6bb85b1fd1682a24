/** JSON that tools print. Nothing is trusted to be there: what is missing or of another kind reads as null, or as empty. */
export type Json = Readonly<Record<string, unknown>>;

/** Null: this line is no JSON object. Tools print banners and warnings between theirs. */
export function parseJsonLine(line: string): Json | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return toObject(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function getValueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => toObject(inner)?.[name], value);
}

export const getObjectAt = (value: unknown, ...path: readonly string[]): Json =>
  toObject(getValueAt(value, ...path)) ?? {};

export function getTextAt(value: unknown, ...path: readonly string[]): string | null {
  const found = getValueAt(value, ...path);
  return typeof found === "string" ? found : null;
}

export function getNumberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = getValueAt(value, ...path);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

/** The objects of a list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly Json[] {
  const found = getValueAt(value, ...path);
  return Array.isArray(found) ? found.map(toObject).filter((item) => item !== null) : [];
}

export function getTextsAt(value: unknown, ...path: readonly string[]): readonly string[] {
  const found = getValueAt(value, ...path);
  return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
}

function toObject(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}
