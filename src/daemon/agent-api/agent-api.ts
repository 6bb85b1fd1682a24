/**
 * What agents ask their forge for themselves goes through here: they hold no token of the forge's, only the key of their session.
 * Only what reads, and only of the repository they work in, is passed on, in the quota that the daemon itself lives on.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sessionId, type ProjectId, type SessionId } from "../../domain/model/ids.ts";
import { isLiveSession, type Session } from "../../domain/session/session.ts";
import type { Log } from "../../engine/deps.ts";
import type { AgentCallPermission } from "../../plugins/remote/agents/agent-call.ts";
import { readBytes as readUpTo } from "../../plugins/remote/http/read-bytes.ts";
import type { Passed } from "../../plugins/remote/http/remote.ts";
import type { RemoteFailure } from "../../plugins/remote/http/remote-result.ts";
import type { Exchange } from "../http/endpoint.ts";
import { readBodyBytes } from "../http/read-body.ts";
import type { SessionTokens } from "../http/secrets.ts";
import type { AgentDoor } from "../../plugins/remote/agents/agent-door.ts";
import { stripRoot } from "./interface-paths.ts";
import { parseJsonText } from "./parse-json-text.ts";
import { ShownNodes } from "./shown-nodes.ts";
import { hasText, selectRequestHeaders, rewriteLinks, dropCredentials, dropHiddenText } from "./pass-on.ts";

export type AgentApiParts = {
  readonly log: Log;
  readonly sessionOf: (id: SessionId) => Session | null;
  readonly keys: Pick<SessionTokens, "sessionOf">;
  /** Null: agents of that project are not let through. */
  readonly doorOf: (project: ProjectId) => AgentDoor | null;
};

type Refused = { readonly status: number; readonly why: string };
type Leave = Extract<AgentCallPermission, { ok: true }>;

const BODY_BYTES_MAX = 256 * 1024;
const TEXT_BYTES_MAX = 10 * 1024 * 1024;

export class AgentApi {
  private readonly parts: AgentApiParts;
  private readonly shown = new ShownNodes();

  constructor(parts: AgentApiParts) {
    this.parts = parts;
  }

  /** `isHere`: it came over a socket of this machine, under the forge's own name. */
  async receive(url: URL, { request, response }: Exchange, isHere: boolean): Promise<void> {
    const found = this.doorFor(request, isHere);
    if ("why" in found) return refuse(response, found);
    const { door, session, project } = found;
    const isShown = (node: string): boolean => this.shown.has(project, node);
    const { method = "GET" } = request;
    const body =
      method === "POST" ? parseJsonText((await readBodyBytes(request, BODY_BYTES_MAX)).toString("utf8")) : null;
    const leave = door.judge({ method, path: stripRoot(door, url.pathname), body, isShown });
    if (!leave.ok) {
      this.parts.log.info({ session, method, path: url.pathname }, "an agent's own request to the forge was refused");
      return refuse(response, { status: 403, why: leave.why });
    }
    const asked = await door.remote.pass({
      ...{ method: leave.method, path: `${leave.path}${url.search}`, resource: leave.resource },
      ...{ deed: "read", by: "agent", headers: selectRequestHeaders(request.headers) },
      ...(body === null ? {} : { body }),
    });
    if (!asked.ok) return sendFailure(response, asked.error);
    const base = isHere ? door.remote.base : new URL(door.interface.root, url);
    const isDocument = leave.resource === "graphql";
    await send(response, { door, leave, passed: asked.value, base }, (answer) => {
      if (isDocument) this.shown.note(project, answer);
    });
  }

  private doorFor(
    request: IncomingMessage,
    isHere: boolean,
  ): { readonly door: AgentDoor; readonly session: SessionId; readonly project: ProjectId } | Refused {
    if (!isHere && !isLoopback(request.socket.remoteAddress ?? ""))
      return { status: 403, why: "agents ask from this machine only" };
    const name = this.parts.keys.sessionOf(findKey(request));
    const session = name === null ? null : this.parts.sessionOf(sessionId(name));
    if (session === null) return { status: 401, why: "this is not the key of a session" };
    if (!isLiveSession(session)) return { status: 403, why: `the session ${session.id} is over` };
    const door = this.parts.doorOf(session.project);
    if (door === null)
      return {
        status: 403,
        why: `agents of ${session.project} do not ask its forge: set \`agentApi: read\` in \`scm\``,
      };
    return { door, session: session.id, project: session.project };
  }
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/** Each client has its own way to show it. */
function findKey({ headers }: IncomingMessage): string {
  const [scheme = "", secret = ""] = (headers.authorization ?? "").split(" ");
  if (/^(bearer|token)$/i.test(scheme)) return secret;
  const given = headers["private-token"];
  return typeof given === "string" ? given : "";
}

/** In the words that clients of forges know. */
function refuse(response: ServerResponse, { status, why }: Refused, more: Readonly<Record<string, string>> = {}): void {
  const text = JSON.stringify({ message: `Agent Orchestrator: nothing was asked, ${why}.` });
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...more }).end(text);
}

function sendFailure(response: ServerResponse, { code, message, retryAfterMs }: RemoteFailure): void {
  if (code !== "rate_limited") return refuse(response, { status: 502, why: message });
  const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 1_000) / 1_000));
  refuse(response, { status: 429, why: message }, { "retry-after": String(seconds) });
}

type Sending = {
  readonly door: AgentDoor;
  readonly leave: Leave;
  readonly passed: Passed;
  /** What clients are to follow links under. */
  readonly base: URL;
};

async function send(
  response: ServerResponse,
  { door, leave, passed, base }: Sending,
  onText: (answer: string) => void,
): Promise<void> {
  const { status, headers, bytes } = passed;
  if (leave.isRepository || leave.resource === "graphql" || hasText(leave, headers)) {
    const whole = (await readUpTo(bytes, TEXT_BYTES_MAX))?.toString("utf8");
    if (whole === undefined) return refuse(response, { status: 502, why: "the answer is too large: ask for less" });
    onText(whole);
    response.writeHead(status, rewriteLinks(headers, door, base));
    return void response.end(dropHiddenText(leave.isRepository ? dropCredentials(whole) : whole));
  }
  response.writeHead(status, rewriteLinks(headers, door, base));
  for await (const piece of bytes) {
    if (response.destroyed) return;
    if (!response.write(piece)) await waitForDrain(response);
  }
  response.end();
}

const waitForDrain = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go).off("close", go);
      resolve();
    };
    response.on("drain", go).on("close", go);
  });
