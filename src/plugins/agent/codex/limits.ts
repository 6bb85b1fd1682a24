/** What codex says when a limit of its provider is reached, in any of its protocols. */
export const isLimit = (said: string): boolean => /usageLimitExceeded|rateLimit|usage limit|429/i.test(said);
