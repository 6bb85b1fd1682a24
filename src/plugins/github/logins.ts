/** REST writes a bot's login with `[bot]` behind it, GraphQL without; people write either. */
export const plainLogin = (login: string): string => login.replace(/\[bot\]$/, "").toLowerCase();
