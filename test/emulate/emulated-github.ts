/**
 * GitHub as others have built it: `emulate` keeps issues, pull requests, reviews, remarks and checks, knows people and Apps, and signs
 * webhooks. What it lacks is served beside it. Git: `git http-backend` over a bare repository, of which every push is told to it
 * object by object (its ids are git's own). GraphQL: the published schema over what its REST interface says at that moment. Its pull
 * requests stay at the head they were opened with, and it merges without looking at what landed since: their head is that of
 * their branch here, and git merges.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { createEmulator } from "emulate";
import * as z from "zod";
import { exchangeOf, type Exchange } from "../fakes/git/exchange.ts";
import { answerGraphql, prepare, type GraphqlRequest } from "../fakes/github/graphql.ts";
import { isPush, serveGit } from "../fakes/git/http-backend.ts";
import type { Pull } from "../fakes/github/state.ts";
import { World } from "../fakes/github/world.ts";
import { createSerial, type Serial } from "../../src/plugins/shared/git/serial.ts";
import { emulatedApi, type EmulatedApi } from "./emulated-api.ts";
import { mirror, type Mirror } from "./mirror.ts";
import { readState, type Beside } from "./read-state.ts";

export type EmulatedGithub = {
  readonly url: string;
  readonly cloneUrl: string;
  readonly world: World;
  /** As the owner, or as another of its users. */
  readonly api: EmulatedApi;
  readonly pulls: () => Promise<readonly Pull[]>;
  /** A person works in git: what they did is told to emulate, and checked. */
  readonly push: (work: () => Promise<unknown>) => Promise<void>;
  /** The App's private key. */
  readonly key: string;
  readonly stop: () => Promise<void>;
};

export const APP = { id: 7, installation: 42, login: "ao-app[bot]" } as const;

const login = (name: string) => ({ login: name });
const tokens = Object.fromEntries(["acme", "maria", "mallory"].map((name) => [`${name}_token`, login(name)]));
const permissions = Object.fromEntries(
  ["contents", "issues", "pull_requests", "checks", "metadata", "administration", "actions"].map((name) => [
    name,
    "write",
  ]),
);

const seed = {
  tokens,
  github: {
    users: ["acme", "maria", "mallory"].map(login),
    repos: [{ owner: "acme", name: "shop", auto_init: true }],
    apps: [
      {
        ...{ app_id: APP.id, slug: "ao-app", name: "AO", permissions, events: ["issues"] },
        installations: [{ installation_id: APP.installation, account: "acme", repository_selection: "all" }],
      },
    ],
  },
};

/** `ci`: what the checks of a commit come to; the text is why it failed. */
export async function startEmulated(
  root: string,
  ci: (commit: string) => Promise<string | null>,
): Promise<EmulatedGithub> {
  const world = await World.make({ root });
  const gateway = createServer();
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const emulator = await createEmulator({ service: "github", port: 0, seed });
  const api = emulatedApi(emulator.url.replace("localhost", "127.0.0.1"));
  const key = emulator.generatedSecrets.find(({ kind }) => kind === "github.app_private_key")?.value ?? "";
  const mirrored = mirror(world.bare, api);
  const check = async (commit: string): Promise<void> => {
    const why = await ci(commit);
    const output = why === null ? {} : { output: { title: "The tests failed", summary: why } };
    const conclusion = why === null ? "success" : "failure";
    await api.as("acme", "POST", "check-runs", {
      name: "test",
      head_sha: commit,
      status: "completed",
      conclusion,
      ...output,
    });
  };
  const beside: Beside = { resolved: new Set(), heads: new Map(), merged: new Map() };
  const serving: Serving = { world, api, mirror: mirrored, check, beside, inTurn: createSerial() };
  gateway.on("request", (request: IncomingMessage, response: ServerResponse) => {
    serve(serving, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });
  return {
    ...{ url, world, api, key, cloneUrl: `${url}/acme/shop.git` },
    push: (work) => pushed(serving, work),
    pulls: () =>
      serving.inTurn(async () => {
        await readState(world, api, beside);
        return [...world.state.pulls.values()];
      }),
    stop: async () => {
      gateway.close();
      gateway.closeAllConnections();
      await emulator.close();
    },
  };
}

type Serving = {
  readonly world: World;
  readonly api: EmulatedApi;
  readonly mirror: Mirror;
  readonly check: (commit: string) => Promise<void>;
  readonly beside: Beside;
  /** Whoever asks behind a push finds it told, and nobody is answered from half of what is read. */
  readonly inTurn: Serial;
};

async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = await exchangeOf(request, response);
  const { url } = asked;
  if (url.pathname.includes(".git/")) return git(serving, asked);
  const answer = url.pathname === "/api/graphql" ? graphql : isMerge(asked) ? merge : rest;
  return serving.inTurn(() => answer(serving, asked));
}

const isMerge = ({ request, url }: Exchange): boolean => request.method === "PUT" && url.pathname.endsWith("/merge");

async function git(serving: Serving, { request, response, url, body }: Exchange): Promise<void> {
  const isAllowed = request.headers.authorization !== undefined;
  if (isPush(url) && !isAllowed) return void response.writeHead(401, { "www-authenticate": "Basic" }).end();
  const root = dirname(dirname(serving.world.bare.path));
  const answer = (): Promise<void> => serveGit({ request, response, url, body, root, user: isAllowed ? "ao" : null });
  return isPush(url) && request.method === "POST" ? pushed(serving, answer) : answer();
}

const pushed = ({ world, mirror: mirrored, check, inTurn }: Serving, work: () => Promise<unknown>): Promise<void> =>
  inTurn(async () => {
    const before = world.bare.refs();
    await work();
    for (const commit of await mirrored.push(before)) await check(commit);
  });

function send(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

async function graphql({ world, api, beside }: Serving, { request, response, body }: Exchange): Promise<void> {
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const asked: GraphqlRequest = JSON.parse(body.toString());
  const prepared = prepare(asked);
  if (!prepared.ok) return send(response, 200, { errors: prepared.errors });
  await readState(world, api, beside);
  const variables = asked.variables ?? {};
  if (asked.query.includes("addPullRequestReviewThreadReply")) await reply(world, api, token, variables);
  if (asked.query.includes("resolveReviewThread")) beside.resolved.add(String(variables["thread"]));
  send(response, 200, await answerGraphql(prepared, variables, { world, user: APP.login, remaining: 5_000 }));
}

async function reply(
  world: World,
  api: EmulatedApi,
  token: string,
  { thread, body }: Readonly<Record<string, unknown>>,
) {
  const found = world.threadNamed(String(thread));
  const first = found?.thread.comments[0];
  if (found === null || first === undefined) throw new Error(`there is no thread ${String(thread)}`);
  await api.with(token, "POST", `pulls/${found.pull.number}/comments`, { body, in_reply_to_id: first.id });
}

const order = z.object({
  sha: z.string(),
  merge_method: z.string(),
  commit_title: z.string().default(""),
  commit_message: z.string().default(""),
});

/** Git merges at that head, and emulate hears of it: to it the pull request is merged, and main where git has it. */
async function merge(serving: Serving, { request, response, url, body }: Exchange): Promise<void> {
  const { world, api, mirror: mirrored, beside } = serving;
  await readState(world, api, beside);
  const number = Number(/\/pulls\/(\d+)\/merge$/.exec(url.pathname)?.[1]);
  const {
    sha,
    merge_method: method,
    commit_title: title,
    commit_message: message,
  } = order.parse(JSON.parse(body.toString()));
  if (world.pull(number).headOid !== sha) return send(response, 409, { message: "Head branch was modified." });
  const before = world.bare.refs();
  const commit = await world.merge(number, { method, title, message });
  if (commit === null) return send(response, 405, { message: "Pull Request is not mergeable" });
  await mirrored.push(before);
  const told = await api.raw(pathOf(url), { ...initOf(request), body: JSON.stringify({ merge_method: method }) });
  await mirrored.putBack("main");
  if (!told.ok) return send(response, told.status, await told.json());
  beside.merged.set(number, commit);
  send(response, 200, { sha: commit, merged: true, message: "Pull Request successfully merged" });
}

const pathOf = (url: URL): string => `${url.pathname.replace(/^\/api\/v3/, "")}${url.search}`;

const initOf = ({ method = "GET", headers }: IncomingMessage) => ({
  ...{ method, headers: { authorization: headers.authorization ?? "", "content-type": "application/json" } },
});

/** Handed on as it is. */
async function rest({ api, check }: Serving, { request, response, url, body }: Exchange): Promise<void> {
  const path = pathOf(url);
  const answer = await api.raw(path, { ...initOf(request), ...(body.length === 0 ? {} : { body: body.toString() }) });
  const [, again] = /\/check-runs\/(\d+)\/rerequest$/.exec(path) ?? [];
  if (answer.ok && again !== undefined) await check(await api.headOfCheck(Number(again)));
  const link = answer.headers.get("link");
  response.writeHead(answer.status, { "content-type": "application/json", ...(link === null ? {} : { link }) });
  const text = await answer.text();
  response.end(/\/annotations(\?|$)/.test(path) ? listIn(text) : text);
}

/** GitHub answers a list where emulate wraps it. */
function listIn(text: string): string {
  const wrapped: { readonly check_annotations?: unknown } = JSON.parse(text);
  return JSON.stringify(wrapped.check_annotations ?? wrapped);
}
