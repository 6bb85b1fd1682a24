/**
 * A GitHub of our own on loopback: a real HTTP server over a real bare repository, with REST, GraphQL, git over HTTP, ETags,
 * the published limits, signed webhooks, and faults on demand. It lives where an Enterprise server does: below `/api/v3`.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { described, findMisfit, findOperation } from "./described.ts";
import { fillAnswer } from "./described-answers.ts";
import { answerGraphql, prepare, type GraphqlRequest, type Prepared } from "./graphql.ts";
import { refsAnswer, typeOf } from "../git/git-refs.ts";
import { isPush, serveGit } from "../git/http-backend.ts";
import { PublishedLimits, type Charge, type LimitForm } from "./published-limits.ts";
import { answerRest } from "./rest.ts";
import { notFound, type Answer } from "./rest-answer.ts";
import { fires, noFaults, type Faults, type Fired } from "../git/faults.ts";
import { exchangeOf, type Exchange } from "../git/exchange.ts";
import { Replica } from "../git/replica.ts";
import { Webhooks, type HeadersOf } from "../git/webhooks.ts";
import type { State } from "./state.ts";
import { World, type WorldOptions } from "./world.ts";

/** From its arrival to its answer, on the clock of the wall. */
export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly fromMs: number;
  readonly toMs: number;
};

export type FakeGithub = {
  readonly world: World;
  /** What a person would write as `baseUrl`. */
  readonly url: string;
  /** For `git clone`, without a credential. */
  readonly cloneUrl: string;
  /** By whose token: login. */
  readonly tokens: Map<string, string>;
  readonly limits: PublishedLimits;
  readonly hooks: Webhooks;
  readonly asked: readonly Asked[];
  faults: Faults;
  readonly fired: Fired;
  /** An answer with what is true now has been given to this document; not one that got lost. */
  onShown: (document: string) => void;
  /** Of these requests the answer is lost, though they were done. */
  loses: (method: string, path: string) => boolean;
  /** Requests that do not fit GitHub's description of them, and in what. */
  readonly misfits: string[];
  /** Whoever asked for a log showed our credential there, where it does not belong. */
  hasLeaked: boolean;
  /** Every request has to have been one that GitHub describes. */
  readonly stop: () => Promise<void>;
};

export type FakeOptions = WorldOptions & {
  readonly random?: () => number;
  /** Listens there, too: some clients send plain HTTP only to a socket of the machine. */
  readonly socket?: string;
};

type Serving = {
  readonly fake: Omit<FakeGithub, "url" | "cloneUrl" | "stop">;
  readonly asked: Asked[];
  readonly random: () => number;
  readonly replica: Replica<State, World>;
};

export async function startGithub(options: FakeOptions): Promise<FakeGithub> {
  const { random = () => 1, now = Date.now } = options;
  const world = await World.make(options);
  const hooks = new Webhooks(random, signed);
  const replica = new Replica<State, World>(world);
  const asked: Asked[] = [];
  const tokens = new Map([["ghtest_bot", "ao-bot"]]);
  world.state.users.set("ao-bot", { login: "ao-bot", permission: "write" });
  const fake = {
    world,
    tokens,
    limits: new PublishedLimits(now),
    hooks,
    asked,
    ...noFaults(),
    onShown: () => undefined,
    loses: () => false,
    misfits: [],
    hasLeaked: false,
  };
  world.onHappening = (happening) => {
    // All of it is copied, logs included.
    if ((fake.faults.stale ?? 0) > 0) replica.note();
    hooks.tell(happening);
  };
  const server = createServer((request, response) => {
    serve({ fake, asked, random, replica }, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  const store = createServer((request, response) => {
    fake.hasLeaked ||= request.headers.authorization !== undefined;
    sendBlob(world, Number(/\d+$/.exec(request.url ?? "")?.[0]), response);
  });
  for (const one of [server, store]) await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  world.logsUrl = addressOf(store);
  const also = options.socket === undefined ? [] : [createServer(server.listeners("request")[0] as RequestListener)];
  for (const one of also) await new Promise<void>((resolve) => one.listen(options.socket, resolve));
  const url = addressOf(server);
  const { owner, name } = world.state;
  return Object.assign(fake, {
    url,
    cloneUrl: `${url}/${owner}/${name}.git`,
    stop: async () => {
      for (const one of [server, store, ...also]) await ended(one);
      const { misfits } = fake;
      if (misfits.length > 0) throw new Error(`GitHub does not describe what was asked: ${misfits.join("; ")}`);
    },
  });
}

const signed: HeadersOf = ({ id, event, body, secret }) => ({
  "x-github-event": event,
  "x-github-delivery": id,
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
});

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const ended = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const exchange = await exchangeOf(request, response);
  const { url, body } = exchange;
  if (url.pathname.includes(".git/")) return git(serving, request, response, url, body);
  serving.fake.limits.inFlight += 1;
  try {
    await api(serving, exchange);
  } finally {
    serving.fake.limits.inFlight -= 1;
  }
}

/** Logs and artifacts lie elsewhere: whoever comes there with the credential has given it away. */
function sendBlob({ state }: World, id: number, response: ServerResponse): void {
  const log = state.checks.find((check) => check.id === id)?.log ?? null;
  const blob = log ?? state.artifacts.find((artifact) => artifact.id === id)?.zip ?? null;
  if (blob === null) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": log === null ? "application/zip" : "text/plain" }).end(blob);
}

async function git(serving: Serving, request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer) {
  const { fake } = serving;
  const user = userOf(fake, request);
  if (isPush(url) && user === null)
    return void response.writeHead(401, { "www-authenticate": 'Basic realm="GitHub"' }).end();
  if (fires(fake, serving.random, "before")) return void response.writeHead(502).end();
  const { world } = fake;
  const before = world.bare.refs();
  const isLost = fires(fake, serving.random, "after");
  const told = refsAnswer(request, url, body, before);
  if (told !== null && isLost) return void request.socket.destroy();
  if (told !== null) return void response.writeHead(200, { "content-type": typeOf(url) }).end(told);
  await serveGit({ request, response, url, body, user, root: dirname(dirname(world.bare.path)), isLost });
  if (isPush(url) && request.method === "POST") await world.afterPush(before);
}

function userOf({ tokens }: Pick<FakeGithub, "tokens">, { headers }: IncomingMessage): string | null {
  const [scheme = "", secret = ""] = (headers.authorization ?? "").split(" ");
  const token = /basic/i.test(scheme) ? Buffer.from(secret, "base64").toString().split(":")[1] : secret;
  return tokens.get(token ?? "") ?? null;
}

async function api(serving: Serving, exchange: Exchange): Promise<void> {
  const { fake, asked } = serving;
  const { request, response, url } = exchange;
  const method = request.method ?? "GET";
  const path = url.pathname.replace(/^\/api(\/v3)?/, "");
  const fromMs = Date.now();
  const done = (answer: Answer, headers: Readonly<Record<string, string>> = {}): void => {
    asked.push({ method, path: `${path}${url.search}`, status: answer.status, fromMs, toMs: Date.now() });
    respond(response, { ...answer, headers: { ...headers, ...answer.headers } });
  };
  const user = userOf(fake, request);
  if (user === null) return done({ status: 401, body: { message: "Bad credentials" } });
  const question = questionOf(method, path, exchange);
  const verdict = fake.limits.take(question.charge);
  if (verdict.kind !== "ok") return done(overLimit(verdict.kind, question, fake.limits.form), verdict.headers);
  if (fires(fake, serving.random, "before")) return done(broken);
  const remaining = Number(verdict.headers["x-ratelimit-remaining"]);
  const isStale = !question.charge.isWrite && fires(fake, serving.random, "stale");
  const shown = isStale ? serving.replica.asOf(serving.random) : fake.world;
  const answer = await answerTo(question, { fake, shown, user, url, remaining });
  if (fake.loses(method, path) || fires(fake, serving.random, "after")) {
    asked.push({ method, path, status: 0, fromMs, toMs: Date.now() });
    return void request.socket.destroy();
  }
  if (!isStale) fake.onShown(String(question.json["query"] ?? ""));
  done(...ifNew(serving, request, answer, verdict.headers));
}

/** What is as it was when last asked costs nothing. */
function ifNew(
  { fake }: Serving,
  { method = "GET", headers: asked }: IncomingMessage,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): [Answer, Readonly<Record<string, string>>] {
  const etag = method === "GET" && answer.status === 200 ? etagOf(answer) : null;
  if (etag === null) return [answer, headers];
  if (asked["if-none-match"] !== etag) return [answer, { ...headers, etag }];
  fake.limits.giveBack("core");
  return [{ status: 304 }, { ...headers, etag }];
}

type Question = {
  readonly method: string;
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** It has no body. */
  readonly isEmpty: boolean;
  /** Null: it is REST. */
  readonly prepared: Prepared | null;
  readonly charge: Charge;
};

function questionOf(method: string, path: string, { body }: Exchange): Question {
  const json = body.length === 0 ? {} : (JSON.parse(body.toString()) as Record<string, unknown>);
  const prepared = path === "/graphql" ? prepare(json as GraphqlRequest) : null;
  const isWrite = prepared === null ? method !== "GET" : prepared.ok && prepared.isWrite;
  const points = prepared?.ok === true ? prepared.cost : 1;
  return {
    method,
    path,
    json,
    isEmpty: body.length === 0,
    prepared,
    charge: { resource: prepared === null ? "core" : "graphql", isWrite, points },
  };
}

/** What stands before GitHub answers for it, and not in JSON. */
const broken: Answer = {
  status: 502,
  headers: { "content-type": "text/html" },
  text: "<html><head><title>Unicorn! &middot; GitHub</title></head></html>",
};

const SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

/** Whoever asks by GraphQL is told of the budget by an answer that is no failure. */
function overLimit(kind: "primary" | "secondary", { prepared }: Question, { status }: LimitForm): Answer {
  const message = kind === "primary" ? "API rate limit exceeded for user ID 1." : SECONDARY;
  if (kind === "primary" && prepared !== null)
    return { status: 200, body: { errors: [{ type: "RATE_LIMITED", message }] } };
  return { status, body: { message, documentation_url: "https://docs.github.com/rest", status: String(status) } };
}

type Answering = {
  readonly fake: Serving["fake"];
  /** As it is now, or as a replica shows it. */
  readonly shown: World;
  readonly user: string;
  readonly url: URL;
  readonly remaining: number;
};

async function answerTo({ method, path, json, isEmpty, prepared }: Question, answering: Answering): Promise<Answer> {
  const { fake, shown: world, user, url, remaining } = answering;
  if (prepared === null) {
    // GitHub sends whoever asks by an old name to a number.
    const plain = path.replace(/^\/repositories\/\d+/, "/repos/renamed/renamed");
    const operation = findOperation(method, plain);
    if (operation !== null && described.missing[world.state.server ?? ""]?.includes(operation) === true)
      return notFound;
    const misfit = findMisfit({ method, path: plain, query: url.searchParams, body: isEmpty ? null : json });
    if (misfit !== null) {
      fake.misfits.push(misfit);
      return operation === null ? notFound : { status: 422, body: { message: misfit } };
    }
    const call = { world, user, query: url.searchParams, body: json, base: `${url.origin}/api/v3` };
    const { answer, misfit: lie } = fillAnswer(method, plain, await answerRest(method, path, call));
    if (lie !== null) fake.misfits.push(lie);
    return answer;
  }
  if (!prepared.ok) return { status: 200, body: { errors: prepared.errors } };
  const variables = (json["variables"] ?? {}) as Record<string, unknown>;
  return { status: 200, body: await answerGraphql(prepared, variables, { world, user, remaining }) };
}

const etagOf = ({ body, headers }: Answer): string =>
  `W/"${createHash("sha256")
    .update(JSON.stringify([body, headers?.["link"]]))
    .digest("hex")
    .slice(0, 32)}"`;

function respond(response: ServerResponse, { status, body, text: plain = "", headers = {} }: Answer): void {
  const text = body === undefined ? plain : JSON.stringify(body);
  response.writeHead(status, text === "" ? headers : { "content-type": "application/json", ...headers }).end(text);
}
