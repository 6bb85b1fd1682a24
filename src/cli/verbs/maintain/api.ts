import type { Command } from "commander";
import { randomUUID } from "node:crypto";
import { resolveHome } from "../../../config/home.ts";
import type { FetchAnswer } from "../../../protocol/client/transport.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import { connect } from "../../daemon/connect.ts";
import { createAddressReader, readToken } from "../../daemon/daemon-client.ts";
import { readGivenText } from "../../input/given-text.ts";
import { fetchFromLoopback } from "../../daemon/loopback-fetch.ts";
import type { Io } from "../../render/io.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const hasJson = false;

export const examples = [
  ["ao api GET /sessions", "any route; the token is added, /api is optional"],
  ['ao api POST /sessions/app-7/message -d \'{"content":"Go on"}\'', "with a body"],
  ["ao api GET /openapi.json > openapi.json", "every route there is"],
] as const;

type ApiOptions = { readonly data?: string; readonly key?: string };

export function define(command: Command, io: Io): void {
  command
    .argument("<method>", "GET, POST, DELETE")
    .argument("<path>", "with or without /api")
    .option("-d, --data <json>", "the body; - is stdin")
    .option("--key <key>", "its Idempotency-Key (default: a new one)")
    .action((method: string, path: string, options: ApiOptions) => call(io, { method, path, ...options }));
}

type ApiCall = ApiOptions & { readonly method: string; readonly path: string };

async function call(io: Io, { method, path, data, key }: ApiCall): Promise<void> {
  const verb = method.toUpperCase();
  if (!/^(GET|POST|PUT|PATCH|DELETE|HEAD)$/.test(verb))
    throw new WrongUse(`${method} is not a valid HTTP method; nothing was sent`, { try: [`ao api GET ${path}`] });
  const body =
    data === "-" ? await readGivenText(io, { words: [], file: "-", example: "ao api POST /cleanup -d {}" }) : data;
  await connect(io);
  const home = resolveHome(io.env);
  const answer = await fetchFromLoopback(`${createAddressReader(home)()}${findPath(path)}`, {
    method: verb,
    redirect: "error",
    headers: {
      authorization: `Bearer ${readToken(home)}`,
      ...(verb === "GET" || verb === "HEAD" ? {} : { "idempotency-key": key ?? randomUUID() }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  await passAnswerOn(io, answer);
  if (!answer.ok) throw new AlreadyReported(`status ${answer.status}`);
}

function findPath(path: string): string {
  const rooted = path.startsWith("/") ? path : `/${path}`;
  return /^\/api(\/|$|\?)/.test(rooted) ? rooted : `/api${rooted}`;
}

/** As it comes, so that streams can be followed; JSON is set out for people. */
async function passAnswerOn(io: Io, answer: FetchAnswer): Promise<void> {
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  if (isJson && io.answer.isTerminal) return io.print(JSON.stringify(JSON.parse(await answer.text()), null, 2));
  let last: Uint8Array | null = null;
  for await (const piece of answer.body ?? []) {
    io.write(piece);
    await io.drained();
    last = piece;
  }
  if (isJson && last?.at(-1) !== NEWLINE) io.write("\n");
}

const NEWLINE = 10;
