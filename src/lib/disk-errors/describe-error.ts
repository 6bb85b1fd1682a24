/** What was thrown, for people: its message without the name of its class. */
export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
