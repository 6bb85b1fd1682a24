/** JSON-RPC, a message a line, as codex and every ACP agent speak it; codex leaves the version out. */
import type { Heard, Listener } from "./dialect.ts";
import { objectAt, parseJson, textAt, valueAt, type Json } from "./parse-json.ts";

export type RpcMessage =
  | { readonly kind: "answer"; readonly id: string; readonly result: Json; readonly error: Json | null }
  /** `id` is to be given back as it is. */
  | { readonly kind: "asked"; readonly id: unknown; readonly method: string; readonly params: Json }
  | { readonly kind: "told"; readonly method: string; readonly params: Json };

export function parseRpc(line: string): RpcMessage | null {
  const json = parseJson(line);
  if (json === null) return null;
  const { id } = json;
  const method = textAt(json, "method");
  const params = objectAt(json, "params");
  if (method === null) {
    const error = valueAt(json, "error") === undefined ? null : objectAt(json, "error");
    return id === undefined ? null : { kind: "answer", id: String(id), result: objectAt(json, "result"), error };
  }
  return id === undefined ? { kind: "told", method, params } : { kind: "asked", id, method, params };
}

/** A listener that hears messages instead of lines; what is no message says nothing. */
export function rpcListener(
  ears: Omit<Listener, "hear"> & { readonly hear: (message: RpcMessage) => readonly Heard[] },
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

export const lineOf = (message: unknown): string => `${JSON.stringify(message)}\n`;
