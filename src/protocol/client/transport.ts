/** One request, asked again while the daemon restarts. Every mutation keeps its key, so that asking twice does it once. */
import { hasBody, idempotencyHeader, paths, type RouteName } from "../paths.ts";
import { ApiError, Unreachable } from "./api-error.ts";
import type { CallOptions } from "./calls.ts";
import { parseRefusal } from "./parse-answer.ts";

export type ClientOptions = {
  /** Where the daemon is. A function is asked again at each attempt: after a restart the port may be another. */
  readonly url: string | (() => string);
  /** Null: for what needs none. */
  readonly token: string | (() => string) | null;
  readonly fetch?: Fetch;
  /** How long a daemon that restarts is waited for. */
  readonly retryForMs?: number;
  /** Where a name is that of several: the id of the one that is meant; null: the daemon's refusal stands. */
  readonly choose?: (candidates: readonly string[]) => Promise<string | null>;
  /** An answer that takes longer was lost, and is asked for again. */
  readonly answerWithinMs?: number;
};

/** As much of `fetch` as is used: a client that must start quickly brings its own, for loading that one takes a while. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: "error";
  readonly signal?: AbortSignal;
};

export type FetchAnswer = Pick<Response, "ok" | "status" | "text"> & {
  readonly headers: Pick<Headers, "get">;
  readonly body: (AsyncIterable<Uint8Array> & { readonly cancel: () => Promise<void> }) | null;
};

/** What is asked, before it is known where. */
export type RouteRequest = { readonly name: RouteName; readonly input: Readonly<Record<string, unknown>> };

const RETRY_FOR_MS = 10_000;
const ANSWER_WITHIN_MS = 30_000;
const PAUSE_MIN_MS = 50;
const PAUSE_MAX_MS = 1_000;

type SendOptions = CallOptions & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly isStream?: boolean;
};

type Take<T> = (response: FetchAnswer) => Promise<T>;

/** `take` reads the answer; what it throws on a broken connection is tried again like a lost answer. */
export async function callRoute<T>(
  client: ClientOptions,
  asked: RouteRequest,
  options: SendOptions,
  take: Take<T>,
): Promise<T> {
  try {
    return await sendUntilAnswered(client, asked, options, take);
  } catch (error) {
    const meant = await chooseMeant(client, asked, error);
    if (meant === null) throw error;
    // Another input needs another key: the daemon keeps each key with what it was sent for.
    const { idempotencyKey, ...others } = options;
    const key = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}:${meant.id}` };
    return sendUntilAnswered(
      client,
      { ...asked, input: { ...asked.input, ...meant.input } },
      { ...others, ...key },
      take,
    );
  }
}

/** A refusal for several candidates says that nothing was done, so asking again with an id does it once. */
async function chooseMeant({ choose }: ClientOptions, { input }: RouteRequest, error: unknown) {
  if (choose === undefined || !(error instanceof ApiError) || error.code !== "ambiguous") return null;
  const field = ["id", "session"].find((name) => typeof input[name] === "string");
  const id = field === undefined ? null : await choose(error.candidates);
  return field === undefined || id === null ? null : { id, input: { [field]: id } };
}

async function sendUntilAnswered<T>(
  client: ClientOptions,
  asked: RouteRequest,
  options: SendOptions,
  take: Take<T>,
): Promise<T> {
  const patience = createPatience(options.retryForMs ?? client.retryForMs);
  const headers = { ...formatIdempotencyKey(asked.name, options), ...options.headers };
  for (;;) {
    const url = resolveAddress(client);
    try {
      const response = await ask(client, url, asked, { ...options, headers });
      if (response.status !== 503 || patience.isOver()) return await take(response);
      await patience.pause(options.signal, retryAfterMs(response));
      await response.body?.cancel();
    } catch (error) {
      if (options.signal?.aborted === true || !isLostConnection(error)) throw error;
      if (patience.isOver()) throw new Unreachable(url, error);
      await patience.pause(options.signal);
    }
  }
}

function ask(
  client: ClientOptions,
  url: string,
  { name, input }: RouteRequest,
  options: {
    readonly headers: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    readonly isStream?: boolean;
  },
): Promise<FetchAnswer> {
  const [method, template] = paths[name];
  const { path, rest } = fillPath(template, input);
  const token = client.token === null ? null : resolveValue(client.token);
  const isBody = hasBody(method);
  return (client.fetch ?? fetch)(`${url}${path}${isBody ? "" : formatQuery(rest)}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(isBody ? { "content-type": "application/json" } : {}),
      ...options.headers,
    },
    ...(isBody ? { body: JSON.stringify(rest) } : {}),
    redirect: "error",
    ...createSignal(client, input, options),
  });
}

/** A long poll is given its own time on top. */
function createSignal(
  { answerWithinMs = ANSWER_WITHIN_MS }: ClientOptions,
  { waitMs }: Readonly<Record<string, unknown>>,
  { signal, isStream = false }: { readonly signal?: AbortSignal; readonly isStream?: boolean },
): { readonly signal?: AbortSignal } {
  const limit = isStream ? [] : [AbortSignal.timeout(answerWithinMs + (typeof waitMs === "number" ? waitMs : 0))];
  const signals = [...limit, ...(signal === undefined ? [] : [signal])];
  const [only] = signals;
  return only === undefined ? {} : { signal: signals.length === 1 ? only : AbortSignal.any(signals) };
}

function fillPath(template: string, input: Readonly<Record<string, unknown>>) {
  const rest = new Map(Object.entries(input));
  const path = template.replaceAll(/:(\w+)/g, (_, param: string) => {
    const value = rest.get(param);
    // A path without it would be another path.
    if (value === "") throw new ApiError(400, { code: "bad_request", message: "a name is empty; nothing was done" });
    rest.delete(param);
    return encodeURIComponent(String(value));
  });
  return { path, rest: Object.fromEntries(rest) };
}

function formatQuery(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query.toString()}`;
}

function formatIdempotencyKey(name: RouteName, { idempotencyKey }: CallOptions): Readonly<Record<string, string>> {
  return paths[name][0] === "GET" ? {} : { [idempotencyHeader]: idempotencyKey ?? crypto.randomUUID() };
}

/** `fetch` says so with a TypeError, a time limit of ours with a TimeoutError. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Error && error.name === "TimeoutError");
}

export function createPatience(forMs = RETRY_FOR_MS) {
  const startedMs = Date.now();
  let pauseMs = PAUSE_MIN_MS;
  return {
    isOver: (): boolean => Date.now() - startedMs >= forMs,
    pause: async (signal: AbortSignal | undefined, atLeastMs = 0): Promise<void> => {
      await pauseFor(Math.max(pauseMs, atLeastMs), signal);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS);
    },
  };
}

function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error("stopped waiting"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

function retryAfterMs(response: FetchAnswer): number {
  const seconds = Number(response.headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, PAUSE_MAX_MS) : 0;
}

/** Throws the refusal that a stream was answered with. */
export async function readStream(response: FetchAnswer, name: string): Promise<AsyncIterable<Uint8Array>> {
  if (!response.ok) throw parseRefusal(response.status, await response.text(), name);
  if (response.body === null) throw new TypeError(`the answer to ${name} is empty`);
  return response.body;
}

export const resolveAddress = ({ url }: ClientOptions): string => resolveValue(url);

function resolveValue(value: string | (() => string)): string {
  return typeof value === "string" ? value : value();
}
