/** A request that is not done, in the one form of the protocol. Thrown by handlers, sent by the server. */
import type { ErrorCode, ErrorView } from "../../protocol/daemon/error.ts";

const statuses: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  ambiguous: 409,
  conflict: 409,
  issue_taken: 409,
  key_reused: 409,
  too_large: 413,
  internal: 500,
  unavailable: 503,
};

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly view: ErrorView;
  readonly headers: Readonly<Record<string, string>>;

  constructor(view: ErrorView, headers: Readonly<Record<string, string>> = {}) {
    super(view.message);
    this.status = statuses[view.code];
    this.view = view;
    this.headers = headers;
  }
}

export type More = Omit<ErrorView, "code" | "message">;

/** `message` says what did not happen and why. */
export function refuse(code: ErrorCode, message: string, more: More = {}): Refusal {
  return new Refusal({ code, message, ...more });
}
