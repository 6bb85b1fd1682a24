/** Clone and push over HTTP: `git http-backend`, called as the CGI program it is. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { gunzipSync } from "node:zlib";
import { runProgram } from "../../../src/lib/run.ts";

export type GitRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly body: Buffer;
  /** The folder above `owner/name.git`. */
  readonly root: string;
  /** Null: nobody signed in. */
  readonly user: string | null;
  /** It is done, and the connection breaks before anybody hears of it. */
  readonly isLost?: boolean;
  /** What the forge sees to before it answers: else a slow machine shows what was before the push. */
  readonly beforeAnswer?: () => Promise<void>;
};

export const isPush = (url: URL): boolean =>
  url.pathname.endsWith("/git-receive-pack") || url.searchParams.get("service") === "git-receive-pack";

export async function serveGit({
  request,
  response,
  url,
  body,
  root,
  user,
  isLost = false,
  beforeAnswer = async () => undefined,
}: GitRequest): Promise<void> {
  const isPacked = request.headers["content-encoding"] === "gzip";
  const pieces: Uint8Array[] = [];
  const ended = await runProgram({
    program: "git",
    args: ["http-backend"],
    timeoutMs: 60_000,
    input: isPacked ? gunzipSync(body) : body,
    onOutput: ({ stream, bytes }) => void (stream === "stdout" ? pieces.push(bytes) : null),
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      HOME: "/nonexistent",
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      ...(user === null ? {} : { REMOTE_USER: user }),
    },
  });
  if (!ended.ok || ended.code !== 0) return void response.writeHead(500).end("git http-backend failed");
  await beforeAnswer();
  if (isLost === true) return void request.socket.destroy();
  answer(response, Buffer.concat(pieces));
}

/** A CGI program prints headers, an empty line, and the body. */
function answer(response: ServerResponse, output: Buffer): void {
  const end = output.indexOf("\r\n\r\n");
  const headers = output
    .subarray(0, end)
    .toString()
    .split("\r\n")
    .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  const status = Number(headers.find(([name]) => name.toLowerCase() === "status")?.[1]?.slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== "status")));
  response.end(output.subarray(end + 4));
}
