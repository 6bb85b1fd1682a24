/** What a browser gets: the dashboard when it is signed in, else a page that says how to sign in. */
import { createReadStream, existsSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { hasCode } from "../../lib/if-there.ts";
import { refusal } from "./refusal.ts";
import { guardedPage, sendPage } from "./respond.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** The built dashboard lies beside the bundle; while developing, in the repository's own. */
export function findDashboard(here: string): string | null {
  const places = ["dashboard", "../dashboard", "../../../dist/dashboard"].map((place) => join(here, place));
  return places.find((place) => existsSync(join(place, "index.html"))) ?? null;
}

/** Addresses without an ending are views of the one page. */
export async function sendFile(response: ServerResponse, folder: string, path: string): Promise<void> {
  const wanted = extname(path) === "" ? "/index.html" : path;
  const file = join(folder, normalize(`/${decodeURI(wanted)}`));
  const type = TYPES[extname(file)];
  const there = statSync(file, { throwIfNoEntry: false });
  if (type === undefined || there === undefined || !there.isFile())
    throw refusal("not_found", `there is nothing at ${path}`);
  const headers = {
    ...guardedPage,
    "content-type": type,
    vary: "accept-encoding",
    // Built files carry their hash in their names; the page itself does not.
    "cache-control": file.includes("/assets/") ? "private, max-age=31536000, immutable" : "no-cache",
  };
  if (isPacked(response, type)) {
    response.writeHead(200, { ...headers, "content-encoding": "gzip" });
    return pour([createReadStream(file), createGzip(), response]);
  }
  response.writeHead(200, { ...headers, "content-length": String(there.size) });
  await pour([createReadStream(file), response]);
}

/** A browser that goes to another page does not wait for the rest of this one. */
async function pour(streams: readonly (NodeJS.ReadableStream | NodeJS.WritableStream)[]): Promise<void> {
  try {
    await pipeline(streams);
  } catch (error) {
    if (!hasCode(error, "ERR_STREAM_PREMATURE_CLOSE")) throw error;
  }
}

/** What is text becomes a third; a browser far away on a phone is glad of it. */
function isPacked({ req }: ServerResponse, type: string): boolean {
  const isText = /^text|json|svg/.test(type);
  return isText && /\bgzip\b/.test(String(req.headers["accept-encoding"] ?? ""));
}

export function sendSignIn(response: ServerResponse, why: string): void {
  sendPage(response, 401, page(why, "Run <code>ao dashboard</code> for a fresh link."));
}

export function sendNoDashboard(response: ServerResponse): void {
  sendPage(
    response,
    200,
    page("You are signed in.", "This build has no dashboard; <code>ao list</code> shows the sessions."),
  );
}

function page(title: string, advice: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>ao</title>
<style>
:root { color-scheme: light dark; background: light-dark(#f6f7f9, #0e1013); color: light-dark(#14171c, #eceef1) }
body { font: 14px/20px system-ui, sans-serif; margin: 18vh auto 0; max-width: 34rem; padding: 0 1rem }
h1 { font-size: 20px; line-height: 28px }
code { background: light-dark(#eceef2, #1e2228); border-radius: 4px; padding: 1px 5px }
</style>
<h1>${title}</h1>
<p>${advice}</p>
</html>
`;
}
