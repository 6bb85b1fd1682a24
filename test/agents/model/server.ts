/**
 * A language model that follows scripts, on a loopback port: Anthropic's Messages, OpenAI's Responses and Chat
 * Completions, Google's generateContent. Real coding agents work against it without a key or a network, and it keeps the
 * bill, so that what they report can be compared with what was asked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { chat } from "./chat.ts";
import { gemini } from "./gemini.ts";
import { messages } from "./messages.ts";
import { dollarsFor } from "./prices.ts";
import { responses } from "./responses.ts";
import { dueStep, scriptsIn, spoken, type Due } from "./script.ts";
import { callFor, fieldsOf } from "./tools.ts";
import { sendJson, type Asked, type Wire } from "./wire.ts";

export type Billed = {
  readonly wire: Wire["name"];
  readonly tokens: number;
  readonly usd: number;
  readonly prompt: string;
  /** Scripts in the conversation so far: more than one shows that it remembers. */
  readonly scripts: number;
};

export type ScriptedModel = {
  readonly url: string;
  /** One for each answer, in order. */
  readonly bill: readonly Billed[];
  /** Every request, refused ones too. */
  readonly requests: readonly string[];
  /** What each of them said. */
  readonly bodies: readonly string[];
  readonly close: () => Promise<void>;
};

export async function startScriptedModel(): Promise<ScriptedModel> {
  const model = new Model();
  const server = createServer((request, response) => {
    model.serve(request, response).catch((error: unknown) => response.destroy(new Error(String(error))));
  });
  // Some tools try a WebSocket first.
  server.on("upgrade", (_, socket) => socket.end("HTTP/1.1 404 Not Found\r\n\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bill: model.bill,
    requests: model.requests,
    bodies: model.bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class Model {
  readonly bill: Billed[] = [];
  readonly requests: string[] = [];
  readonly bodies: string[] = [];
  private readonly refusals = new Map<string, number>();
  /** One for all: a quota belongs to the credential. */
  private limitEndsMs: number | null = null;
  private ids = 0;

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://model").pathname;
    const text = await textOf(request);
    const body = fieldsOf(parsed(text));
    this.requests.push(`${request.method ?? ""} ${path}`);
    this.bodies.push(text);
    if (/\/count_tokens$|:countTokens$/.test(path)) return sendJson(response, { input_tokens: 1, totalTokens: 1 });
    if (/\/models$/.test(path)) return sendJson(response, MODELS);
    const wire = wireAt(path);
    if (wire === null) return sendJson(response, { error: { message: `nothing is at ${path}` } }, 404);
    await this.answer(wire, wire.read(body, path), response);
  }

  private async answer(wire: Wire, asked: Asked, response: ServerResponse): Promise<void> {
    // Without tools an agent only asks for a title or a summary.
    const due: Due = { ...dueStep(asked.turns), ...(asked.tools.length === 0 ? { step: spoken("A title") } : {}) };
    const refusal = asked.tools.length === 0 ? null : this.refusalOf(due);
    if (refusal !== null) {
      const message = refusal.status === 429 ? "the scripted limit is reached" : "a scripted error";
      return sendJson(response, wire.refusal(refusal.status, message), refusal.status, refusal.headers);
    }
    const call = due.step.kind === "say" ? null : callFor(due.step, asked.tools);
    const noTool = due.step.kind !== "say" && call === null;
    const step = noTool ? spoken(`no tool for this: ${asked.tools.map(({ name }) => name).join(", ")}`) : due.step;
    await delay(step.sleepMs);
    const cost = { tokens: wire.tokens, usd: dollarsFor(asked.model) };
    this.bill.push({ wire: wire.name, ...cost, prompt: due.prompt, scripts: scriptsIn(asked.turns) });
    const pause = async (): Promise<void> => void (step.pauseMs > 0 && (await delay(step.pauseMs)));
    const id = (prefix: string): string => `${prefix}_scripted${(this.ids += 1)}`;
    await wire.reply({ asked, step, call, id, response, pause });
  }

  private refusalOf({ prompt, script }: Due): { readonly status: number; readonly headers: object } | null {
    const before = this.refusals.get(prompt) ?? 0;
    if (script.limitSeconds !== null) {
      this.limitEndsMs ??= Date.now() + script.limitSeconds * 1_000;
      return Date.now() >= this.limitEndsMs ? null : { status: 429, headers: limitHeaders(this.limitEndsMs) };
    }
    if (before >= script.failures) return null;
    this.refusals.set(prompt, before + 1);
    return { status: script.failsWith, headers: {} };
  }
}

function limitHeaders(endsMs: number): object {
  const seconds = Math.ceil(endsMs / 1_000);
  return {
    "anthropic-ratelimit-unified-status": "rejected",
    "anthropic-ratelimit-unified-reset": String(seconds),
    "anthropic-ratelimit-unified-representative-claim": "five_hour",
  };
}

const MODELS = {
  object: "list",
  data: [
    { id: "scripted-1", object: "model", type: "model", display_name: "Scripted", created_at: "2026-01-01T00:00:00Z" },
  ],
};

function wireAt(path: string): Wire | null {
  if (path.endsWith("/messages")) return messages;
  if (path.endsWith("/responses")) return responses;
  if (path.endsWith("/chat/completions")) return chat;
  return /\/models\/[^/]+:(streamGenerateContent|generateContent)$/.test(path) ? gemini : null;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
