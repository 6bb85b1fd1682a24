/** Lines of the protocol become types here. Null: not understood. */
import type { ProxyAnswer, BlockedEvent, EndedEvent, Grant, ProxyGreeting, ProxyRequest } from "./protocol.ts";

type Fields = Readonly<Record<string, unknown>>;

export function parseProxyRequest(line: string): ProxyRequest | null {
  const fields = parseFields(line);
  const isAsked = typeof fields?.["id"] === "number" && fields["ask"] === "serve" && isGrant(fields["grant"]);
  return isAsked ? (fields as ProxyRequest) : null;
}

export function parseProxyGreeting(line: string): ProxyGreeting | null {
  const fields = parseFields(line);
  return fields?.["proxy"] === "ao" && typeof fields["protocol"] === "number" ? (fields as ProxyGreeting) : null;
}

export function parseReply(line: string): ProxyAnswer | BlockedEvent | EndedEvent | null {
  const fields = parseFields(line);
  if (fields?.["event"] === "ended") return fields as EndedEvent;
  if (fields?.["event"] === "blocked")
    return isText(fields["socket"]) && isText(fields["target"]) ? (fields as BlockedEvent) : null;
  if (typeof fields?.["id"] !== "number") return null;
  return fields["ok"] === true || (fields["ok"] === false && isText(fields["message"]))
    ? (fields as ProxyAnswer)
    : null;
}

/** Where the daemon of a home listens; null: there is none. */
export function parseDaemonAddress(text: string): { readonly host: string; readonly port: number } | null {
  const fields = parseFields(text);
  if (typeof fields?.["port"] !== "number") return null;
  const host = isText(fields["host"]) ? (fields["host"] as string).replaceAll(/[[\]]/g, "") : "127.0.0.1";
  return { host, port: fields["port"] };
}

function parseFields(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isText = (value: unknown): boolean => typeof value === "string";
const areAll = (value: unknown, type: "string" | "number"): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === type);

function isGrant(value: unknown): value is Grant {
  if (typeof value !== "object" || value === null) return false;
  const { socket, hosts, previews, log } = value as Fields;
  return isText(socket) && areAll(hosts, "string") && areAll(previews, "number") && (log === null || isText(log));
}
