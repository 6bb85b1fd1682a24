/** What a browser gets: the files of the dashboard, the same for everybody. */
import { createReadStream, existsSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { hasCode } from "../../lib/files/if-there.ts";
import { refuse } from "./refusal.ts";
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

/** So are all files named that were built. What is written in another way is none of them, and no disk is asked for it. */
const BUILT = /^(?:\/[\w-][\w.-]{0,100}){1,4}$/;

/** Addresses without an ending are views of the one page. */
export async function sendFile(response: ServerResponse, folder: string, path: string): Promise<void> {
  const wanted = extname(path) === "" ? "/index.html" : path;
  const type = TYPES[extname(wanted)];
  const file = join(folder, wanted);
  const there = BUILT.test(wanted) ? statSync(file, { throwIfNoEntry: false }) : undefined;
  if (type === undefined || there === undefined || !there.isFile())
    throw refuse("not_found", `there is nothing at ${path.slice(0, 200)}`);
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

export function sendNoDashboard(response: ServerResponse): void {
  sendPage(response, 200, NO_DASHBOARD);
}

const NO_DASHBOARD = `<!doctype html>
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
<h1>This build has no dashboard.</h1>
<p><code>ao list</code> shows the sessions.</p>
</html>
`;
