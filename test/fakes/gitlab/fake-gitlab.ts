/**
 * A GitLab of our own on loopback: a real HTTP server over a real bare repository, with version 4 of its REST interface,
 * pages, ETags, git over HTTP, webhooks with their token, and faults on demand.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { isPush, serveGit } from "../git/http-backend.ts";
import { Webhooks, type HeadersOf } from "../git/webhooks.ts";
import { answerRest } from "./rest.ts";
import { unauthorized, type Answer, type Json } from "./rest-answer.ts";
import type { User } from "./state.ts";
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
  /** Of these requests the answer is lost, though they were done. */
  loses: (method: string, path: string) => boolean;
  readonly stop: () => Promise<void>;
};

export const TOKEN = "glpat-test";

type Serving = Pick<FakeGitlab, "world" | "tokens" | "hooks"> & {
  readonly asked: Asked[];
  loses: FakeGitlab["loses"];
};

export async function startGitlab(options: WorldOptions): Promise<FakeGitlab> {
  const world = await World.make(options);
  const hooks = new Webhooks(() => 1, named);
  world.onHappening = (happening) => hooks.tell(happening);
  const fake: Serving = { world, hooks, tokens: new Map([[TOKEN, "ao-bot"]]), asked: [], loses: () => false };
  const server = createServer((request, response) => {
    serve(fake, request, response).catch((error: unknown) => {
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

async function serve(fake: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "127.0.0.1"}`);
  return url.pathname.includes(".git/")
    ? git(fake, request, response, url, body)
    : api(fake, request, response, url, body);
}

async function git(
  { world, tokens }: Serving,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: Buffer,
) {
  const user = userOf({ world, tokens }, request);
  if (isPush(url) && user === null)
    return void response.writeHead(401, { "www-authenticate": 'Basic realm="GitLab"' }).end();
  const before = world.bare.refs();
  const root = dirname(dirname(world.bare.path));
  await serveGit({ request, response, url, body, user: user?.username ?? null, root });
  if (isPush(url) && request.method === "POST") await world.afterPush(before);
}

function userOf({ world, tokens }: Pick<Serving, "world" | "tokens">, { headers }: IncomingMessage): User | null {
  const [scheme = "", secret = ""] = (headers.authorization ?? "").split(" ");
  const basic = /basic/i.test(scheme) ? Buffer.from(secret, "base64").toString().split(":")[1] : secret;
  const token = headers["private-token"] ?? basic ?? "";
  const name = tokens.get(String(token));
  return name === undefined ? null : world.user(name);
}

async function api(fake: Serving, request: IncomingMessage, response: ServerResponse, url: URL, raw: Buffer) {
  const { world, asked } = fake;
  const method = request.method ?? "GET";
  const path = url.pathname.replace(/^\/api\/v4\//, "");
  const user = userOf(fake, request);
  const body = raw.length === 0 ? {} : (JSON.parse(raw.toString()) as Json);
  const answer =
    user === null ? unauthorized : await answerRest(method, path, { world, user, query: url.searchParams, body });
  if (fake.loses(method, path)) {
    asked.push({ method, path, status: 0 });
    return void response.destroy();
  }
  const { status, headers, text } = sent(answer, url, method);
  const isKnown = request.headers["if-none-match"] === headers["etag"] && headers["etag"] !== undefined;
  asked.push({ method, path, status: isKnown ? 304 : status });
  if (isKnown) return void response.writeHead(304, headers).end();
  response.writeHead(status, headers).end(text);
}

/** Lists come in pages, with their numbers in the headers. */
function sent({ status, body, text }: Answer, url: URL, method: string) {
  if (text !== undefined) return { status, text, headers: { "content-type": "text/plain" } as Record<string, string> };
  const isList = Array.isArray(body) && method === "GET";
  const [page, size] = [Number(url.searchParams.get("page") ?? 1), Number(url.searchParams.get("per_page") ?? 20)];
  const shown = isList ? body.slice((page - 1) * size, page * size) : body;
  const json = shown === undefined ? "" : JSON.stringify(shown);
  const headers: Record<string, string> = { "content-type": "application/json", "ratelimit-limit": "2000" };
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
