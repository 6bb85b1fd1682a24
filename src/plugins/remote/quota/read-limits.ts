/**
 * What the headers of an answer say of the limits. Every forge has its own names for the same facts: GitHub
 * `x-ratelimit-*` with a resource, GitLab `ratelimit-*`, Linear one budget of requests and one of complexity, Jira a date.
 */
export type RateBudget = {
  /** `core`; a further budget of the same requests is `core:complexity`. */
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
};

export type ReportedLimits = {
  readonly budgets: readonly RateBudget[];
  /** "Not before", where the answer says so. */
  readonly retryAtMs: number | null;
};

export type AnswerHeaders = Pick<Headers, "get">;

const FAMILIES: readonly { readonly prefix: string; readonly suffix: string }[] = [
  { prefix: "x-ratelimit", suffix: "" },
  { prefix: "ratelimit", suffix: "" },
  { prefix: "x-ratelimit-requests", suffix: "" },
  { prefix: "x-ratelimit-complexity", suffix: ":complexity" },
];

/** `resource`: what the request was counted under, where the answer does not say. */
export function readLimits(headers: AnswerHeaders, resource: string, nowMs: number): ReportedLimits {
  const named = headers.get("x-ratelimit-resource") ?? resource;
  const budgets = FAMILIES.flatMap(({ prefix, suffix }) => readBudgets(headers, prefix, `${named}${suffix}`, nowMs));
  return { budgets, retryAtMs: parseReset(headers.get("retry-after"), nowMs) ?? readEndpointReset(headers, nowMs) };
}

/** Linear limits some kinds of requests by themselves: what is left of one says nothing of the others, so it is no budget. */
function readEndpointReset(headers: AnswerHeaders, nowMs: number): number | null {
  const [endpoint] = readBudgets(headers, "x-ratelimit-endpoint-requests", "", nowMs);
  return endpoint?.remaining === 0 ? endpoint.resetAtMs : null;
}

function readBudgets(headers: AnswerHeaders, prefix: string, name: string, nowMs: number): readonly RateBudget[] {
  const limit = parseCount(headers.get(`${prefix}-limit`));
  const remaining = parseCount(headers.get(`${prefix}-remaining`));
  const resetAtMs = parseReset(headers.get(`${prefix}-reset`), nowMs);
  if (limit === null || remaining === null || resetAtMs === null) return [];
  return [{ name, limit, remaining, resetAtMs }];
}

function parseCount(header: string | null): number | null {
  return header !== null && /^\d{1,15}$/.test(header.trim()) ? Number(header) : null;
}

/** A date, seconds or milliseconds since 1970, or seconds from now: the size tells which. */
function parseReset(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === "") return null;
  if (/^\d{1,15}(\.\d+)?$/.test(header.trim())) {
    const number = Number(header);
    if (number >= 1e12) return number;
    return number >= 1e9 ? number * 1_000 : nowMs + number * 1_000;
  }
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : date;
}
