import type { World } from "./world.ts";

export type Call = {
  readonly world: World;
  readonly user: string;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** The address below which the interface lies. */
  readonly base: string;
};

export type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly text?: string;
};

export type Route = readonly [method: string, path: RegExp, handle: (call: Call) => Promise<Answer> | Answer];

export const found = (body: unknown): Answer => ({ status: 200, body });
export const notFound: Answer = { status: 404, body: { message: "Not Found" } };
export const invalid = (message: string): Answer => ({
  status: 422,
  body: { message: "Validation Failed", errors: [{ code: "custom", message }] },
});

/** One page of a list, and where the next one is. */
export function paged<T>(
  { query, base, world }: Pick<Call, "query" | "base" | "world">,
  path: string,
  rows: readonly T[],
  shown: (row: T) => unknown,
): Answer {
  const perPage = Number(query.get("per_page") ?? PER_PAGE);
  const page = Number(query.get("page") ?? 1);
  const next = new URLSearchParams({ ...Object.fromEntries(query), page: String(page + 1) });
  const address = `${base}/repos/${world.state.owner}/${world.state.name}/${path}`;
  const headers = rows.length > page * perPage ? { link: `<${address}?${next.toString()}>; rel="next"` } : {};
  return { status: 200, body: rows.slice((page - 1) * perPage, page * perPage).map(shown), headers };
}

/** Where nobody asks for another number. */
const PER_PAGE = 30;
