import type { ErrorView } from "../daemon/error.ts";

/** The daemon refused. Its sentence is the message. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ErrorView["code"];
  /** A command to be typed next, or null. */
  readonly try: string | null;
  readonly facts: NonNullable<ErrorView["facts"]>;
  readonly candidates: readonly string[];

  constructor(status: number, error: ErrorView) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.try = error.try ?? null;
    this.facts = error.facts ?? [];
    this.candidates = error.candidates ?? [];
  }
}

/** Nobody answered, for as long as the client was told to wait. Whether the deed was done is not known. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`the daemon does not answer on ${url.replace(/^https?:\/\//, "")}`, { cause });
    this.url = url;
  }
}
