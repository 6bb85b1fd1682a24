/**
 * Asking a forge or tracker over HTTP: the one place where plugins do. Every request waits for its turn with the
 * credential's broker, has a time limit and a limit of size, and comes back as a value that says what it means.
 */
import { version } from "../../../lib/version.ts";
import { judgeFailure, limitMet } from "./judge-answer.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { readLimits } from "../quota/read-limits.ts";
import { readLacks } from "./read-lacks.ts";
import { parseNextPage } from "./next-page.ts";
import { parseGraphql } from "./parse-graphql.ts";
import { parseJsonBody, parseSaid } from "./parse-said.ts";
import type { Requester } from "../quota/quota.ts";
import type { QuotaBroker, RemoteClock, QuotaTurn } from "../quota/quota-broker.ts";
import { readBytes } from "./read-bytes.ts";
import { failRemote, type RemoteResult } from "./remote-result.ts";
import { explainError, sendRemote, type FetchUrl, type Sent } from "./send.ts";

export type RemoteOptions = {
  /** As people know the other side: GitHub, Jira. */
  readonly name: string;
  /** Paths are added to it: `https://api.github.com/`, `https://git.example.test/api/v4/`. */
  readonly base: URL;
  /** The headers that prove who asks; asked for anew each time, since a token may be short-lived. */
  readonly authorize: () => Promise<RemoteResult<Readonly<Record<string, string>>>>;
  /** What proved it is not accepted any more. Left out: it will not change. */
  readonly onRefused?: () => void;
  readonly broker: QuotaBroker;
  readonly clock: RemoteClock;
  readonly redact: (text: string) => string;
  readonly fetch?: FetchUrl;
};

export type RemoteRequest = {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base, or a whole address on the same host, as `Link` headers give. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Left out: GET reads, all else writes. A GraphQL query is a POST that reads. */
  readonly deed?: "read" | "write";
  /** Left out: a loop asks. */
  readonly by?: Requester;
  /** The budget it counts against; left out: `core`. */
  readonly resource?: string;
  readonly cost?: number;
  /** Here 401 says that the account may not do it, not that the token is none: GitLab's word on merging and approving. */
  readonly is401Forbidden?: boolean;
  readonly timeoutMs?: number;
  readonly bytesMax?: number;
};

export type RemoteAnswer = {
  readonly status: number;
  /** Parsed JSON, not yet looked at. */
  readonly body: unknown;
  readonly headers: Headers;
  /** It is what it was when last asked. */
  readonly isUnchanged: boolean;
  /** It lies at another address for good: this may be the answer of another thing than the one asked for. */
  readonly isMoved: boolean;
};

/** `bytes` is to be read to its end or left early; either lets the connection go. */
export type Download = { readonly bytes: AsyncIterable<Uint8Array>; readonly headers: Headers };

export type Remote = {
  readonly name: string;
  readonly base: URL;
  readonly broker: QuotaBroker;
  readonly ask: (ask: RemoteRequest) => Promise<RemoteResult<RemoteAnswer>>;
  /** For what is large and no JSON: logs, artifacts. It may lie on another host, which never sees the credential. */
  readonly download: (ask: RemoteRequest) => Promise<RemoteResult<Download>>;
  /** For whoever wants the answer as it is, also one that says no. A limit that is met is a failure all the same. */
  readonly pass: (ask: RemoteRequest) => Promise<RemoteResult<Passed>>;
};

export type Passed = Download & { readonly status: number };

const TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const BYTES_MAX = 20 * 1024 * 1024;

export function createRemote(options: RemoteOptions): Remote {
  const kept = new KeptAnswers();
  const { name, base, broker } = options;
  return {
    ...{ name, base, broker },
    ask: (ask) => sendInTurn(options, ask, async (turn) => sendRequest(options, kept, ask, turn)),
    download: (ask) => sendInTurn(options, ask, async (turn) => sendDownload(options, ask, turn)),
    pass: (ask) => sendInTurn(options, ask, async (turn) => sendPassed(options, ask, turn)),
  };
}

type MyTurn = Extract<QuotaTurn, { ok: true }>;

async function sendInTurn<T>(
  { broker }: RemoteOptions,
  { method = "GET", deed, by = "loop", resource = "core", cost = 1 }: RemoteRequest,
  work: (turn: MyTurn) => Promise<RemoteResult<T>>,
): Promise<RemoteResult<T>> {
  const turn = await broker.turn({ resource, deed: deed ?? chooseKind(method), by, cost });
  if (!turn.ok) return { ok: false, error: { ...turn.error, status: null, said: "" } };
  try {
    return await work(turn);
  } finally {
    // Harmless where it has ended already: whatever happened, its place in line is free again.
    turn.end({ told: null, limited: null, isUnchanged: true });
  }
}

const isWriting = ({ method = "GET", deed }: RemoteRequest): boolean => (deed ?? chooseKind(method)) === "write";

const chooseKind = (method: string): "read" | "write" => (method === "GET" || method === "HEAD" ? "read" : "write");

async function sendRequest(
  options: RemoteOptions,
  kept: KeptAnswers,
  ask: RemoteRequest,
  turn: MyTurn,
): Promise<RemoteResult<RemoteAnswer>> {
  const url = buildUrl(options, ask);
  const isReading = isGet(ask);
  const key = formatCacheKey(url, ask);
  const before = isReading ? kept.get(key) : undefined;
  const condition = before === undefined ? {} : { "if-none-match": before.etag };
  const exchanged = await exchange(options, ask, { url, condition, mayLeaveHost: false, timeoutMs: TIMEOUT_MS });
  if (!exchanged.ok) return exchanged;
  const { response, isMoved } = exchanged.value;
  if (response.status === 304 && before !== undefined) {
    await response.body?.cancel();
    turn.end({ told: readLimits(response.headers, chooseResource(ask), getNow(options)), ...unchanged });
    const { body, headers } = before;
    return { ok: true, value: { status: 200, body, headers, isUnchanged: true, isMoved } };
  }
  const read = await readAnswer(options, ask, response, turn);
  if (!read.ok) return read;
  if (isReading && !isMoved && !isFullAndLast(url, response, read.value)) keep(kept, key, response, read.value);
  const { status, headers } = response;
  return { ok: true, value: { status, body: read.value.json, headers, isUnchanged: false, isMoved } };
}

type ReadBody = { readonly json: unknown; readonly bytes: number };

/** What failed says so by its status, whatever its body is. */
async function readAnswer(
  options: RemoteOptions,
  ask: RemoteRequest,
  response: Response,
  turn: MyTurn,
): Promise<RemoteResult<ReadBody>> {
  const read = await readJson(options, ask, response);
  const failure = judgeResponse(options, ask, response, turn, read.ok ? read.value.json : null);
  return failure === null ? read : { ok: false, error: failure };
}

function keep(kept: KeptAnswers, key: string, { headers }: Response, { json, bytes }: ReadBody): void {
  const etag = headers.get("etag");
  if (etag !== null) kept.keep(key, { etag, body: json, headers, bytes });
}

/** A page behind it changes its link and no more, and an ETag covers no link: kept, it would hide that page for good. */
function isFullAndLast(url: URL, { headers }: Response, { json }: ReadBody): boolean {
  const size = Number(url.searchParams.get("per_page") ?? Number.NaN);
  return Array.isArray(json) && json.length >= size && parseNextPage(headers.get("link")) === null;
}

const isGet = ({ method = "GET" }: RemoteRequest): boolean => method === "GET";

/** The same address in another form is another answer. */
const formatCacheKey = ({ href }: URL, { headers = {} }: RemoteRequest): string => `${href} ${headers["accept"] ?? ""}`;

const chooseResource = ({ resource = "core" }: RemoteRequest): string => resource;

const unchanged = { limited: null, isUnchanged: true } as const;

async function sendDownload(options: RemoteOptions, ask: RemoteRequest, turn: MyTurn): Promise<RemoteResult<Download>> {
  const how = { url: buildUrl(options, ask), condition: {}, mayLeaveHost: true, timeoutMs: DOWNLOAD_TIMEOUT_MS };
  const exchanged = await exchange(options, ask, how);
  if (!exchanged.ok) return exchanged;
  const { response } = exchanged.value;
  const said = response.ok ? null : await readJson(options, ask, response);
  const failure = judgeResponse(options, ask, response, turn, said?.ok === true ? said.value.json : null);
  if (failure !== null) return { ok: false, error: failure };
  return { ok: true, value: { bytes: response.body ?? streamNothing(), headers: response.headers } };
}

async function sendPassed(options: RemoteOptions, ask: RemoteRequest, turn: MyTurn): Promise<RemoteResult<Passed>> {
  const mayLeaveHost = isGet(ask);
  const how = { url: buildUrl(options, ask), condition: {}, mayLeaveHost, timeoutMs: DOWNLOAD_TIMEOUT_MS };
  const exchanged = await exchange(options, ask, how);
  if (!exchanged.ok) return exchanged;
  const { response, isMoved } = exchanged.value;
  const { status, headers, body } = response;
  if (isMoved) {
    await body?.cancel();
    return failRemote("refused", `${options.name} redirected to another host; the response was dropped`);
  }
  const told = await readBodyIfTold(options, ask, response);
  if (!told.ok) return told;
  const said = told.value;
  const parsed = said === null ? null : parseJsonBody(said.toString("utf8"));
  const failure = judgeResponse(options, ask, response, turn, parsed?.json ?? null);
  if (failure?.code === "rate_limited") return { ok: false, error: failure };
  const bytes = said === null ? (body ?? streamNothing()) : streamPiece(said);
  return { ok: true, value: { status, headers, bytes } };
}

/** What has to be read before it is passed on: that it says no, or met a limit, which GraphQL answers with 200. */
async function readBodyIfTold(
  { name }: RemoteOptions,
  ask: RemoteRequest,
  { ok, status, body }: Response,
): Promise<RemoteResult<Buffer | null>> {
  if ((ok || status === 304) && chooseResource(ask) !== "graphql") return { ok: true, value: null };
  try {
    return { ok: true, value: (await readBytes(body, ok ? BYTES_MAX : SAID_MAX)) ?? Buffer.alloc(0) };
  } catch (error) {
    return failRemote("unavailable", `${name} broke off its answer: ${explainError(error)}`, { status });
  }
}

/** An answer that says no needs no more words. */
const SAID_MAX = 1024 * 1024;

async function* streamPiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* streamNothing(): AsyncGenerator<Uint8Array> {
  // An answer without a body has no bytes.
}

/** Tells the broker how it ended, and the caller what it means. */
function judgeResponse(options: RemoteOptions, ask: RemoteRequest, response: Response, turn: MyTurn, body: unknown) {
  const nowMs = getNow(options);
  const told = readLimits(response.headers, chooseResource(ask), nowMs);
  const { errors, said } = readErrorWords(options, ask, response, body);
  const status = response.status === 401 && ask.is401Forbidden === true ? 403 : response.status;
  const isWrite = isWriting(ask);
  const heard = { name: options.name, status, told, said, errors, isWrite, lacks: readLacks(response.headers), nowMs };
  const limited = limitMet(heard);
  turn.end({ told, limited, isUnchanged: false });
  if (limited?.isRefused === true) options.onRefused?.();
  const restsUntilMs = options.broker.counts().restsUntilMs ?? nowMs;
  return judgeFailure(heard, limited, Math.max(restsUntilMs - nowMs, 1_000));
}

/** The kinds of errors and the sentence in an answer where all is not well. */
function readErrorWords({ redact }: RemoteOptions, ask: RemoteRequest, { ok }: Response, body: unknown) {
  const document = chooseResource(ask) === "graphql" ? parseGraphql(body) : null;
  const errors = (document?.errors ?? []).map(({ type }) => type);
  // A limit may stand in the place of data, with 200.
  const isWell = ok && errors.length === 0 && document?.data !== null;
  return { errors, said: isWell ? "" : redact(parseSaid(body)) };
}

type How = {
  readonly url: URL;
  readonly condition: Readonly<Record<string, string>>;
  readonly mayLeaveHost: boolean;
  readonly timeoutMs: number;
};

async function exchange(options: RemoteOptions, ask: RemoteRequest, how: How): Promise<RemoteResult<Sent>> {
  const { url, condition, mayLeaveHost, timeoutMs } = how;
  if (url.origin !== options.base.origin)
    return failRemote("refused", `nothing was asked: ${url.host} is not the host of ${options.name}`);
  const secret = await options.authorize();
  if (!secret.ok) return secret;
  const body = ask.body === undefined ? null : JSON.stringify(ask.body);
  const usual = { accept: "application/json", "user-agent": `agent-orchestrator/${version}` };
  return sendRemote(options.fetch ?? fetch, {
    ...{ url, mayLeaveHost, body, name: options.name, method: ask.method ?? "GET", secret: secret.value },
    headers: {
      ...usual,
      ...(body === null ? {} : { "content-type": "application/json" }),
      ...condition,
      ...ask.headers,
    },
    signal: AbortSignal.timeout(ask.timeoutMs ?? timeoutMs),
  });
}

async function readJson(
  { name }: RemoteOptions,
  ask: RemoteRequest,
  response: Response,
): Promise<RemoteResult<ReadBody>> {
  const { bytesMax = BYTES_MAX } = ask;
  const facts = { status: response.status };
  try {
    const bytes = await readBytes(response.body, bytesMax);
    if (bytes === null)
      return failRemote(
        isWriting(ask) ? "unavailable" : "refused",
        `${name} answered with more than ${bytesMax} bytes`,
        facts,
      );
    const parsed = parseJsonBody(bytes.toString("utf8"));
    // A captive portal, a proxy: whatever answered, it was not the forge.
    if (parsed === null) return failRemote("unavailable", `${name} answered with invalid JSON`, facts);
    return { ok: true, value: { json: parsed.json, bytes: bytes.byteLength } };
  } catch (error) {
    return failRemote("unavailable", `${name} broke off its answer: ${explainError(error)}`, facts);
  }
}

function buildUrl({ base }: RemoteOptions, { path, query = {} }: RemoteRequest): URL {
  const url = new URL(path.replace(/^\/+/, ""), base);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

const getNow = ({ clock }: RemoteOptions): number => clock.wallMs();
