/**
 * Whoever listens on the daemon's port while the daemon is down would be sent this browser's token by every open page. So
 * the token goes out only when whoever answers has proved to know it; that proof holds while the event stream is there, and
 * else for a moment. Pages of insecure addresses have no cryptography, and go without.
 */
import { ApiError } from "../../../src/protocol/client/api-error.ts";
import type { Client } from "../../../src/protocol/client/create-client.ts";

const HOLDS_MS = 1_000;

let isStreaming = false;
let provenMs = Number.NEGATIVE_INFINITY;
let proving: Promise<void> | null = null;

/** Until the stream ends nobody else can have taken the daemon's place. */
export function setStreaming(isOn: boolean): void {
  isStreaming = isOn;
  if (!isOn) provenMs = Number.NEGATIVE_INFINITY;
}

export async function requireProof(anybody: Pick<Client, "proveDaemon">, token: string): Promise<void> {
  if (!isSecureContext || isStreaming || performance.now() - provenMs < HOLDS_MS) return;
  proving ??= prove(anybody, token).finally(() => (proving = null));
  await proving;
}

async function prove(anybody: Pick<Client, "proveDaemon">, token: string): Promise<void> {
  const [, id = "", secret = ""] = token.split(".");
  const challenge = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const bytes = new TextEncoder();
  const digest = await crypto.subtle.digest("SHA-256", bytes.encode(secret));
  const key = await crypto.subtle.importKey("raw", digest, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const expected = toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(challenge))));
  const { proof } = await anybody.proveDaemon({ id, challenge }).catch(reportLost);
  // As a connection that was lost: the page goes on trying until the daemon is back.
  if (proof !== expected) throw new TypeError("another program answers at the daemon's address");
  provenMs = performance.now();
}

/** Only that the browser is not signed in is an answer; an answer of another kind is not the daemon's. */
function reportLost(error: unknown): never {
  if (error instanceof ApiError && error.status !== 401) throw new TypeError("no proof came", { cause: error });
  throw error;
}

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
