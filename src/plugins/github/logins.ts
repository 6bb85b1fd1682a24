/** REST writes a bot's login with `[bot]` behind it, GraphQL without; people write either. */
export const normalizeLogin = (login: string): string => login.replace(/\[bot\]$/, "").toLowerCase();
