/**
 * A real HTTP server that answers with views, and a home that leads to it. What it takes and answers is held against the
 * schemas of the protocol, so that a test cannot pass on a view that no daemon sends.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../lib/version.ts";
import type { RouteAnswer, CallName } from "../../protocol/client/calls.ts";
import type { DiffRecord } from "../../protocol/change/change.ts";
import { errorView, type ErrorView } from "../../protocol/daemon/error.ts";
import { eventPage, type EventPage } from "../../protocol/daemon/event.ts";
import { paths, type RouteName } from "../../protocol/paths.ts";
import { routes } from "../../protocol/routes.ts";

/** What was asked: the route, what its path and body held, and the key of a mutation. */
export type FixtureRequest = {
  readonly route: RouteName;
  readonly input: Readonly<Record<string, string>>;
  readonly key: string | null;
};

export class FixtureRefusal extends Error {
  readonly status: number;
  readonly view: ErrorView;
  constructor(status: number, view: ErrorView) {
    super(view.message);
    this.status = status;
    this.view = errorView.parse(view);
  }
}

type Handlers = {
  readonly [Name in CallName]?: (asked: FixtureRequest) => RouteAnswer<Name> | Promise<RouteAnswer<Name>>;
} & {
  readonly events?: (asked: FixtureRequest) => EventPage;
  /** Text as it comes. */
  readonly logs?: (asked: FixtureRequest) => readonly string[];
  readonly diff?: (asked: FixtureRequest) => readonly DiffRecord[];
};

/** Thrown by a handler: the daemon dies before it has answered. */
export class LostAnswer extends Error {}

export type FixtureDaemon = {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly asked: readonly FixtureRequest[];
  readonly close: () => Promise<void>;
};

const TOKEN = "a-token-of-the-fixture";

/** Asked beside others; unless a test is about it, all is well. */
const usual = { unread: () => [] };

export async function fixtureDaemon(special: Handlers): Promise<FixtureDaemon> {
  const handlers: Handlers = { ...usual, ...special };
  const asked: FixtureRequest[] = [];
  const server = createServer((request, response) => {
    answerRequest(request, response, handlers, asked).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const home = mkdtempSync(join(tmpdir(), "ao-cli-"));
  writeFileSync(join(home, "daemon.json"), JSON.stringify({ pid: process.pid, port, version }));
  writeFileSync(join(home, "token"), `${TOKEN}\n`);
  return {
    home,
    env: { AO_HOME: home, HOME: "/var/people/ada", LANG: "C.UTF-8", PATH: process.env["PATH"] },
    port,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: Handlers,
  all: FixtureRequest[],
): Promise<void> {
  const asked = toAsked(request, await readBody(request));
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    return refuse(response, new FixtureRefusal(401, { code: "unauthorized", message: "no token" }));
  if (asked === null)
    return refuse(
      response,
      new FixtureRefusal(404, { code: "not_found", message: `nothing is at ${request.url ?? ""}` }),
    );
  all.push(asked);
  try {
    await handle(asked, handlers, response);
  } catch (error) {
    if (error instanceof LostAnswer) return void request.socket.destroy();
    if (!(error instanceof FixtureRefusal)) throw error;
    refuse(response, error);
  }
}

async function handle(asked: FixtureRequest, handlers: Handlers, response: ServerResponse): Promise<void> {
  const { route } = asked;
  if (route === "logs") {
    const texts = handlers.logs?.(asked) ?? [];
    return void response.end(texts.map((text, index) => `${JSON.stringify({ text, from: String(index) })}\n`).join(""));
  }
  if (route === "diff" || route === "checkLog")
    return void response.end((handlers.diff?.(asked) ?? []).map((record) => `${JSON.stringify(record)}\n`).join(""));
  if (route === "events") return sendJson(response, 200, eventPage.parse(handlers.events?.(asked)));
  const handler = handlers[route];
  if (handler === undefined)
    throw new FixtureRefusal(404, { code: "not_found", message: `the fixture has no ${route}` });
  sendJson(response, routes[route].status, routes[route].answer.parse(await handler(asked)));
}

function toAsked(
  { method, url = "/", headers }: IncomingMessage,
  body: Readonly<Record<string, string>>,
): FixtureRequest | null {
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  for (const [route, [verb, template]] of Object.entries(paths)) {
    const names = [...template.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
    const found = new RegExp(`^${template.replaceAll(/:\w+/g, "([^/]+)")}$`).exec(pathname);
    if (verb !== method || found === null) continue;
    const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
    const key = headers["idempotency-key"];
    const input = { ...params, ...Object.fromEntries(searchParams), ...body };
    return { route: findRoute(route), input, key: typeof key === "string" ? key : null };
  }
  return null;
}

function findRoute(name: string): RouteName {
  const found = Object.keys(paths).find((key): key is RouteName => key === name);
  if (found === undefined) throw new Error(`${name} is not a route`);
  return found;
}

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, string>>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  const text = Buffer.concat(pieces).toString();
  return text === "" ? {} : JSON.parse(text);
}

const refuse = (response: ServerResponse, { status, view }: FixtureRefusal): void =>
  sendJson(response, status, { error: view });

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
