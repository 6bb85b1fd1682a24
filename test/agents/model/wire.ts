/** What the protocols have in common: a request read as a conversation, and an answer written as events. */
import type { ServerResponse } from "node:http";
import type { Step, Turn } from "./script.ts";
import type { Tool, ToolCall } from "./tools.ts";

/** What each answer is billed as. */
export const BILLED = { input: 12_000, cached: 300, written: 200, output: 50, reasoning: 10 } as const;

export type Asked = {
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly model: string;
  readonly streams: boolean;
};

export type Reply = {
  readonly asked: Asked;
  readonly step: Step;
  readonly call: ToolCall | null;
  readonly id: (prefix: string) => string;
  readonly response: ServerResponse;
  readonly pause: () => Promise<void>;
};

export type Wire = {
  readonly name: "messages" | "responses" | "chat" | "gemini";
  readonly read: (body: Readonly<Record<string, unknown>>, path: string) => Asked;
  readonly reply: (reply: Reply) => Promise<void>;
  readonly refusal: (status: number, message: string) => unknown;
  readonly tokens: number;
};

export function sendJson(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export function events(response: ServerResponse): (data: unknown, name?: string) => void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  return (data, name) => {
    const head = name === undefined ? "" : `event: ${name}\n`;
    response.write(`${head}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  };
}
