export type Usage = { readonly usd: number; readonly tokens: number };

export const noUsage: Usage = { usd: 0, tokens: 0 };

export function addUsage(left: Usage, right: Usage): Usage {
  return { usd: left.usd + right.usd, tokens: left.tokens + right.tokens };
}

export type Budget = { readonly usd: number | null; readonly tokens: number | null };

/** Nothing more may start once the budget is used, the reserve for turns in flight included. */
export function isUsedUp(spent: Usage, budget: Budget, reservedUsd: number): boolean {
  if (budget.usd !== null && spent.usd + reservedUsd >= budget.usd) return true;
  return budget.tokens !== null && spent.tokens >= budget.tokens;
}
