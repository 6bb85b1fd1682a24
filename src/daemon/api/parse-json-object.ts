/** The text of a JSON object, as one. */
export function parseJsonObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) throw new Error("this JSON is not an object");
  return value as Readonly<Record<string, unknown>>;
}
