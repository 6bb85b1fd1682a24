/** How an answer goes out. */
import type { ServerResponse } from "node:http";
import type { ErrorBody } from "../../protocol/daemon/error.ts";
import type { Refusal } from "./refusal.ts";

export type Headers = Readonly<Record<string, string>>;

/** Nobody guesses a type, frames a page or keeps a copy. */
export const guarded: Headers = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * Pages run only what we serve, talk only to us, show nobody else's pages and are shown in nobody's: they hold a token. A
 * page that is opened from them, an agent's preview say, has no hold on them. Terminals set styles of their own.
 */
export const guardedPage: Headers = {
  ...guarded,
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "content-security-policy": [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:"],
    ...["font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "frame-src 'none'"],
    ...["object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join("; "),
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
