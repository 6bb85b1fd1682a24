/** JSON-RPC, a message a line, as codex and every ACP agent speak it; codex leaves the version out. */
import type { AgentReport, Listener } from "./dialect.ts";
import { getObjectAt, parseJsonLine, getTextAt, getValueAt, type Json } from "./parse-json.ts";

export type RpcMessage =
  | { readonly kind: "answer"; readonly id: string; readonly result: Json; readonly error: Json | null }
  /** `id` is to be given back as it is. */
  | { readonly kind: "asked"; readonly id: unknown; readonly method: string; readonly params: Json }
  | { readonly kind: "told"; readonly method: string; readonly params: Json };

export function parseRpc(line: string): RpcMessage | null {
  const json = parseJsonLine(line);
  if (json === null) return null;
  const { id } = json;
  const method = getTextAt(json, "method");
  const params = getObjectAt(json, "params");
  if (method === null) {
    const error = getValueAt(json, "error") === undefined ? null : getObjectAt(json, "error");
    return id === undefined ? null : { kind: "answer", id: String(id), result: getObjectAt(json, "result"), error };
  }
  return id === undefined ? { kind: "told", method, params } : { kind: "asked", id, method, params };
}

/** A listener that hears messages instead of lines; what is no message says nothing. */
export function createRpcListener(
  ears: Omit<Listener, "hear"> & { readonly hear: (message: RpcMessage) => readonly AgentReport[] },
): Listener {
  return {
    hear: (line) => {
      const message = parseRpc(line);
      return message === null ? [] : ears.hear(message);
    },
    gone: (how) => ears.gone(how),
    steer: (text) => ears.steer(text),
    interrupt: () => ears.interrupt(),
    answer: (questionId, text) => ears.answer(questionId, text),
  };
}

export const formatMessageLine = (message: unknown): string => `${JSON.stringify(message)}\n`;
