/** A key may be written in `toCamelCase` or `snake_case`; the names of reactions and hooks also in `kebab-case`. */

/** Other names that a key is known by. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["setup", "postCreate"],
  ["approvalAfter", "requireApprovalAfter"],
  ["tool", "agent"],
]);

/** Every way to write a key, the canonical one first. A synonym counts only where it is no key of its own. */
export function listKeyForms(canonical: string, siblings: readonly string[] = []): readonly string[] {
  const synonym = SYNONYMS.get(canonical);
  const names = synonym === undefined || siblings.includes(synonym) ? [canonical] : [canonical, synonym];
  return [...new Set(names.flatMap((name) => [name, toCamelCase(name), toSnakeCase(name)]))];
}

/** The key that was meant, or null when none is. */
export function findCanonicalName(written: string, canonicals: readonly string[]): string | null {
  if (canonicals.includes(written)) return written;
  return canonicals.find((canonical) => listKeyForms(canonical, canonicals).includes(written)) ?? null;
}

export const toCamelCase = (name: string): string =>
  name.replaceAll(/[_-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const toSnakeCase = (name: string): string =>
  name.replaceAll("-", "_").replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Settings of plugins are theirs to name; only plain snake_case is turned, so that `PATH_LIKE` names stay. */
export const toPluginKey = (written: string): string =>
  /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(written) ? toCamelCase(written) : written;
