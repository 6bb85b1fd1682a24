/**
 * A GitLab of our own on loopback: a real HTTP server over a real bare repository, with version 4 of its REST interface,
 * pages, ETags, git over HTTP, limits, webhooks with their token, and faults on demand.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { fires, noFaults, type Faults, type Fired } from "../git/faults.ts";
import { exchangeOf, type Exchange } from "../git/exchange.ts";
import { refsAnswer, typeOf } from "../git/git-refs.ts";
import { isPush, serveGit } from "../git/http-backend.ts";
import { Replica } from "../git/replica.ts";
import { Webhooks, type HeadersOf } from "../git/webhooks.ts";
import { GitlabLimits } from "./limits.ts";
import { answerRest } from "./rest.ts";
import { invalid, unauthorized, type Answer, type Json } from "./rest-answer.ts";
import type { State, User } from "./state.ts";
import { World, type WorldOptions } from "./world.ts";

export type Asked = { readonly method: string; readonly path: string; readonly status: number };

export type FakeGitlab = {
  readonly world: World;
  /** What a person would write as `url`. */
  readonly url: string;
  /** For `git clone`, without a credential. */
  readonly cloneUrl: string;
  /** By whose token: user name. */
  readonly tokens: Map<string, string>;
  readonly hooks: Webhooks;
  readonly asked: readonly Asked[];
  readonly limits: GitlabLimits;
  faults: Faults;
  readonly fired: Fired;
  /** An answer with what is true now has been given to this request; not one that got lost. */
  onShown: (path: string) => void;
  /** Of these requests the answer is lost, though they were done. */
  loses: (method: string, path: string) => boolean;
  readonly stop: () => Promise<void>;
};

export type FakeOptions = WorldOptions & { readonly random?: () => number };

export const TOKEN = "glpat-test";

type Serving = {
  readonly fake: Omit<FakeGitlab, "url" | "cloneUrl" | "stop" | "asked"> & { readonly asked: Asked[] };
  readonly random: () => number;
  readonly replica: Replica<State, World>;
};

export async function startGitlab(options: FakeOptions): Promise<FakeGitlab> {
  const { random = () => 1, now = Date.now } = options;
  const world = await World.make(options);
  const hooks = new Webhooks(random, named);
  const replica = new Replica<State, World>(world);
  const asked: Asked[] = [];
  const fake = {
    ...{ world, hooks, asked, tokens: new Map([[TOKEN, "ao-bot"]]), limits: new GitlabLimits(now) },
    ...{ ...noFaults(), onShown: () => undefined, loses: () => false },
  };
  world.onHappening = (happening) => {
    // All of it is copied, traces included.
    if ((fake.faults.stale ?? 0) > 0) replica.note();
    hooks.tell(happening);
  };
  const server = createServer((request, response) => {
    serve({ fake, random, replica }, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return Object.assign(fake, {
    url,
    cloneUrl: `${url}${world.path}.git`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

const named: HeadersOf = ({ id, event, secret }) => ({
  "x-gitlab-event": event,
  "x-gitlab-event-uuid": id,
  "idempotency-key": id,
  "x-gitlab-token": secret,
});

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const exchange = await exchangeOf(request, response);
  return exchange.url.pathname.includes(".git/") ? git(serving, exchange) : api(serving, exchange);
}

async function git({ fake, random }: Serving, { request, response, url, body }: Exchange): Promise<void> {
  const { world } = fake;
  const user = userOf(fake, request);
  if (isPush(url) && user === null)
    return void response.writeHead(401, { "www-authenticate": 'Basic realm="GitLab"' }).end();
  if (fires(fake, random, "before")) return void response.writeHead(502).end();
  const before = world.bare.refs();
  const isLost = fires(fake, random, "after");
  const told = refsAnswer(request, url, body, before);
  if (told !== null && isLost) return void request.socket.destroy();
  if (told !== null) return void response.writeHead(200, { "content-type": typeOf(url) }).end(told);
  const root = dirname(dirname(world.bare.path));
  const beforeAnswer = async (): Promise<void> => {
    if (isPush(url) && request.method === "POST") await world.afterPush(before);
  };
  await serveGit({ request, response, url, body, user: user?.username ?? null, root, isLost, beforeAnswer });
}

function userOf({ world, tokens }: Pick<FakeGitlab, "world" | "tokens">, { headers }: IncomingMessage): User | null {
  const [scheme = "", secret = ""] = (headers.authorization ?? "").split(" ");
  const basic = /basic/i.test(scheme) ? Buffer.from(secret, "base64").toString().split(":")[1] : secret;
  const token = headers["private-token"] ?? basic ?? "";
  const name = tokens.get(String(token));
  return name === undefined ? null : world.user(name);
}

async function api({ fake, random, replica }: Serving, { request, response, url, body: raw }: Exchange): Promise<void> {
  const { world, asked } = fake;
  const method = request.method ?? "GET";
  const path = url.pathname.replace(/^\/api\/v4\//, "");
  const done = (answer: Answer, more: Readonly<Record<string, string>>): void => {
    const { status, headers, text } = sent(answer, url, method);
    const isKnown = request.headers["if-none-match"] === headers["etag"] && headers["etag"] !== undefined;
    asked.push({ method, path, status: isKnown ? 304 : status });
    if (isKnown) return void response.writeHead(304, { ...headers, ...more }).end();
    response.writeHead(status, { ...headers, ...more }).end(text);
  };
  const user = userOf(fake, request);
  if (user === null) return done(unauthorized, {});
  const { ok, headers } = fake.limits.take();
  if (!ok) return done(invalid("429 Too Many Requests", 429), headers);
  if (fires(fake, random, "before")) return done(invalid("502 Bad Gateway", 502), headers);
  const isStale = method === "GET" && fires(fake, random, "stale");
  const shown = isStale ? replica.asOf(random) : world;
  const body = raw.length === 0 ? {} : (JSON.parse(raw.toString()) as Json);
  const answer = await answerRest(method, path, { world: shown, user, query: url.searchParams, body });
  if (fake.loses(method, path) || fires(fake, random, "after")) {
    asked.push({ method, path, status: 0 });
    return void request.socket.destroy();
  }
  if (!isStale) fake.onShown(`${method} ${path}${url.search}`);
  done(answer, headers);
}

/** Lists come in pages, with their numbers in the headers. */
function sent({ status, body, text, location }: Answer, url: URL, method: string) {
  if (text !== undefined) return { status, text, headers: { "content-type": "text/plain" } as Record<string, string> };
  const isList = Array.isArray(body) && method === "GET";
  const [page, size] = [Number(url.searchParams.get("page") ?? 1), Number(url.searchParams.get("per_page") ?? 20)];
  const shown = isList ? body.slice((page - 1) * size, page * size) : body;
  const json = shown === undefined ? "" : JSON.stringify(shown);
  const headers: Record<string, string> = { "content-type": "application/json", ...(location && { location }) };
  if (isList) {
    headers["x-page"] = String(page);
    headers["x-total"] = String(body.length);
    headers["x-total-pages"] = String(Math.max(1, Math.ceil(body.length / size)));
    if (body.length > page * size) {
      const next = new URL(url);
      next.searchParams.set("page", String(page + 1));
      headers["link"] = `<${next.href}>; rel="next"`;
      headers["x-next-page"] = String(page + 1);
    }
  }
  if (method === "GET" && status === 200)
    headers["etag"] = `W/"${createHash("sha256").update(json).digest("hex").slice(0, 32)}"`;
  return { status, text: json, headers };
}
