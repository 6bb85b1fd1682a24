export type Usage = {
  readonly usd: number;
  /** Input, output and what was written to a cache. */
  readonly tokens: number;
  /** What was read from a cache; it is cheap, and no budget counts it. Left out: none. */
  readonly cacheReadTokens?: number;
  /** How many turns told no money, so that `usd` is only what is known; left out: none. */
  readonly unknownTurns?: number;
};

export const noUsage: Usage = { usd: 0, tokens: 0 };

export function addUsage(left: Usage, right: Usage): Usage {
  const unknownTurns = (left.unknownTurns ?? 0) + (right.unknownTurns ?? 0);
  const cacheReadTokens = (left.cacheReadTokens ?? 0) + (right.cacheReadTokens ?? 0);
  return {
    ...{ usd: left.usd + right.usd, tokens: left.tokens + right.tokens },
    ...(cacheReadTokens === 0 ? {} : { cacheReadTokens }),
    ...(unknownTurns === 0 ? {} : { unknownTurns }),
  };
}

/** What a turn that ran has cost: no tool works for nothing, so one that tells no money has a cost that nobody knows. */
export const computeTurnCost = (usage: Usage): Usage => (usage.usd > 0 ? usage : { ...usage, unknownTurns: 1 });

export type Budget = { readonly usd: number | null; readonly tokens: number | null };

/** Of a part's own budget what may be reached before that of the whole is. */
export function chooseTighter(whole: Budget, own: Budget): Budget {
  const tighter = (ours: number | null, theirs: number | null) =>
    ours !== null && (theirs === null || ours < theirs) ? ours : null;
  return { usd: tighter(own.usd, whole.usd), tokens: tighter(own.tokens, whole.tokens) };
}

/** Nothing more may start once the budget is used, the reserve for turns in flight included. */
export function isUsedUp(spent: Usage, budget: Budget, reservedUsd: number): boolean {
  if (budget.usd !== null && spent.usd + reservedUsd >= budget.usd) return true;
  return budget.tokens !== null && spent.tokens >= budget.tokens;
}

/** Steps of the agent's own plan. */
export type Steps = { readonly done: number; readonly of: number };

/** A sign of life of an open turn: what it says or does; how far its plan has come and what it is, where it told. */
export type Sign = { readonly words: string; readonly steps?: Steps; readonly plan?: string };

/** Of the window that a conversation has to fit in: what is used, and how large it is, in tokens. */
export type Context = { readonly used: number; readonly window: number };

export const computePercentUsed = ({ used, window }: Context): number => Math.round((100 * used) / window);
