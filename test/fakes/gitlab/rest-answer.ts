import type { User } from "./state.ts";
import type { World } from "./world.ts";

export type Json = Readonly<Record<string, unknown>>;

export type Call = {
  readonly world: World;
  readonly user: User;
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Json;
};

export type Answer = {
  readonly status: number;
  readonly body?: unknown;
  /** Where it lies now. */
  readonly location?: string;
  /** Sent as it is. */
  readonly text?: string;
};

export type Route = readonly [method: string, path: RegExp, handle: (call: Call) => Promise<Answer> | Answer];

export const found = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const missing: Answer = { status: 404, body: { message: "404 Not found" } };
export const invalid = (message: string, status = 400): Answer => ({ status, body: { message } });
export const unauthorized: Answer = { status: 401, body: { message: "401 Unauthorized" } };

export const userView = ({ id, username, name, state }: User) => ({ id, username, name, state });
