/** How an answer goes out. */
import type { ServerResponse } from "node:http";
import type { ErrorBody } from "../../protocol/error.ts";
import type { Refusal } from "./refusal.ts";

export type Headers = Readonly<Record<string, string>>;

/** Nobody guesses a type, frames a page or keeps a copy. */
export const guarded: Headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/** Pages run only what we serve and talk only to us. Terminals set styles of their own. */
export const guardedPage: Headers = {
  ...guarded,
  "content-security-policy":
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export function sendJson(response: ServerResponse, status: number, text: string, headers: Headers = {}): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, {
    ...guarded,
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "content-length": String(bytes.length),
    ...headers,
  });
  response.end(bytes);
}

export function sendRefusal(response: ServerResponse, { status, view, headers }: Refusal): void {
  if (response.headersSent) return void response.destroy();
  const body: ErrorBody = { error: view };
  sendJson(response, status, JSON.stringify(body), { ...(status === 503 ? { "retry-after": "1" } : {}), ...headers });
}

export function sendPage(response: ServerResponse, status: number, html: string, headers: Headers = {}): void {
  response.writeHead(status, {
    ...guardedPage,
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    ...headers,
  });
  response.end(html);
}
