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
  readonly text?: string | AsyncIterable<string>;
};

export type Route = readonly [method: string, path: RegExp, handle: (call: Call) => Promise<Answer> | Answer];

export const found = (body: unknown): Answer => ({ status: 200, body });
export const notFound: Answer = { status: 404, body: { message: "Not Found" } };
export const invalid = (message: string): Answer => ({
  status: 422,
  body: { message: "Validation Failed", errors: [{ message }] },
});
