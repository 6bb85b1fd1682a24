/** The text at a path of a payload; null: there is none. */
export function readText(value: unknown, ...path: readonly string[]): string | null {
  const found = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? (inner as Readonly<Record<string, unknown>>)[name] : undefined,
    value,
  );
  return typeof found === "string" ? found : null;
}

/** `ENG-12` is an issue of `ENG`. */
export const readPrefix = (payload: unknown, ...path: readonly string[]): string | null =>
  /^([A-Za-z]\w*)-\d+$/.exec(readText(payload, ...path) ?? "")?.[1] ?? null;
