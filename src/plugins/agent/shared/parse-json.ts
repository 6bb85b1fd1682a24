/** JSON that tools print. Nothing is trusted to be there: what is missing or of another kind reads as null, or as empty. */
export type Json = Readonly<Record<string, unknown>>;

/** Null: this line is no JSON object. Tools print banners and warnings between theirs. */
export function parseJson(line: string): Json | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return asObject(JSON.parse(line));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => asObject(inner)?.[name], value);
}

export const objectAt = (value: unknown, ...path: readonly string[]): Json => asObject(valueAt(value, ...path)) ?? {};

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : null;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = valueAt(value, ...path);
  return typeof found === "number" && Number.isFinite(found) ? found : null;
}

/** The objects of a list. */
export function listAt(value: unknown, ...path: readonly string[]): readonly Json[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.map(asObject).filter((item) => item !== null) : [];
}

export function textsAt(value: unknown, ...path: readonly string[]): readonly string[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
}

function asObject(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}
