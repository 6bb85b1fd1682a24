/** What the daemon says to the proxy of its home, which it starts when there is none. */
import { closeSync, mkdirSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readLines, sendLine } from "../host/lines.ts";
import { launch } from "../lib/run.ts";
import { parseProxyGreeting, parseReply } from "./parse-line.ts";
import { PROTOCOL, type ProxyAnswer, type BlockedEvent, type Grant, type ProxyRequest } from "./protocol.ts";
import { formatProxySocket } from "./socket-paths.ts";

export type ProxyProgram = {
  readonly home: string;
  /** How the proxy is started: Node and its main file. */
  readonly program: readonly [string, ...string[]];
  readonly onBlocked: (event: BlockedEvent) => void;
  /** It died while we held on to it. */
  readonly onGone: () => void;
};

export type ProxyClient = {
  /** From the answer on programs find it at the grant's socket. Throws when that cannot be. */
  readonly serve: (grant: Grant) => Promise<void>;
  /** Lets go of the proxy, which lives on. */
  readonly close: () => void;
};

/** A machine on which a Node needs longer to start does nothing else either. */
const START_MS = 20_000;
const POLL_MS = 10;

export function createProxyClient(options: ProxyProgram): ProxyClient {
  let connecting: Promise<Connection> | null = null;
  let open: Socket | null = null;
  let isClosed = false;
  const connection = async (): Promise<Connection> => {
    connecting ??= openConnection(options, (isPeaceful) => {
      connecting = null;
      if (!isClosed && !isPeaceful) options.onGone();
    });
    try {
      const made = await connecting;
      open = made.socket;
      if (isClosed) open.destroy();
      return made;
    } catch (error) {
      connecting = null;
      throw error;
    }
  };
  return {
    serve: async (grant) => {
      // A proxy that was just about to end takes the question with it, which may be asked twice.
      for (let attempt = 1; ; attempt += 1) {
        try {
          const answer = await (await connection()).ask(grant);
          if (answer.ok) return;
          throw new Error(answer.message);
        } catch (error) {
          if (attempt === 2) throw error;
        }
      }
    },
    close: () => {
      isClosed = true;
      open?.destroy();
    },
  };
}

type Connection = { readonly socket: Socket; readonly ask: (grant: Grant) => Promise<ProxyAnswer> };

async function openConnection(options: ProxyProgram, onClosed: (isPeaceful: boolean) => void): Promise<Connection> {
  const socket = await connectOrStart(options);
  // Neither side lives for the other.
  socket.unref();
  const waiting = new Map<number, { resolve: (answer: ProxyAnswer) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let isPeaceful = false;
  readLines(socket, (line) => {
    const reply = parseReply(line);
    if (reply === null) return void socket.destroy(new Error(`the proxy said what nobody understands: ${line}`));
    if ("event" in reply) return void (reply.event === "ended" ? (isPeaceful = true) : options.onBlocked(reply));
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
    if (waiting.size === 0) socket.unref();
  });
  socket.on("error", () => socket.destroy());
  socket.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the proxy went away before it answered"));
    onClosed(isPeaceful);
  });
  const ask = (grant: Grant): Promise<ProxyAnswer> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error("the proxy went away"));
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.ref();
      sendLine(socket, { id: lastId, ask: "serve", grant } satisfies ProxyRequest);
    });
  return { socket, ask };
}

/** The connection has been greeted. */
async function connectOrStart(options: ProxyProgram): Promise<Socket> {
  const path = formatProxySocket(options.home);
  const first = await tryConnect(path);
  if (first !== null) return first;
  await startProxy(options);
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const socket = await tryConnect(path);
    if (socket !== null) return socket;
    await delay(POLL_MS);
  }
  throw new Error(`the network proxy did not come up; ${formatProxyLog(options.home)} may say why`);
}

/** Null: nobody is there. */
function tryConnect(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("error", () => resolve(null)).once("close", () => resolve(null));
    let heard = Buffer.alloc(0);
    const greet = (bytes: Buffer): void => {
      heard = Buffer.concat([heard, bytes]);
      const end = heard.indexOf(10);
      if (end === -1) return;
      socket.pause().removeAllListeners();
      const greeting = parseProxyGreeting(heard.subarray(0, end).toString("utf8"));
      if (greeting !== null && greeting.protocol >= PROTOCOL) {
        if (heard.length > end + 1) socket.unshift(heard.subarray(end + 1));
        return resolve(socket);
      }
      socket.destroy();
      reject(new Error(`the network proxy of ${path} is of another version; end it, and ao starts its own`));
    };
    socket.on("data", greet);
  });
}

async function startProxy({ home, program: [program, ...args] }: ProxyProgram): Promise<void> {
  for (const folder of ["logs", "run"]) mkdirSync(join(home, folder), { recursive: true, mode: 0o700 });
  const log = openSync(formatProxyLog(home), "a", 0o600);
  try {
    // It serves programs that nobody has read, and so knows nothing that they must not know.
    const { PATH = "/usr/bin:/bin", TMPDIR } = process.env;
    const env = { PATH, AO_HOME: home, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
    const launched = await launch({ program, args, cwd: "/", env, stdout: log, stderr: log });
    if (!launched.ok) throw launched.error;
  } finally {
    closeSync(log);
  }
}

const formatProxyLog = (home: string): string => join(home, "logs", "proxy.log");
