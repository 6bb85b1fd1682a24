/** What was written down of the memory that agents took. What cannot be read is learned anew. */
export function parseAgentMemory(text: string): readonly (readonly [string, readonly number[]])[] {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null) return [];
    return Object.entries(read).flatMap(([kind, peaks]: [string, unknown]) =>
      Array.isArray(peaks) && peaks.every(isAmount) ? [[kind, peaks] as const] : [],
    );
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

const isAmount = (value: unknown): value is number => typeof value === "number" && value > 0 && Number.isFinite(value);
