/**
 * Every text of an observation, or of anything else, is cleaned for itself. In its JSON as a whole an escape (`\nghp_…`) hides the beginning of
 * a token, and a form that fits across two fields swallows one of them.
 */
export function redactTexts<T extends object>(value: T, redact: (text: string) => string): T {
  return redactIn(value, redact) as T;
}

function redactIn(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactIn(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactIn(inner, redact)]));
}
