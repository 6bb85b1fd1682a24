/** Reaches the host of a home, and starts it when there is none. */
import { closeSync, mkdirSync, openSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { launch } from "../lib/run.ts";
import { parseHostGreeting } from "./parse-line.ts";
import { PROTOCOL, type Argv } from "./protocol.ts";
import { formatHostSocket } from "./socket-path.ts";

export type HostProgram = {
  readonly home: string;
  /** How the host is started: Node and its main file. */
  readonly hostProgram: Argv;
  /** How long it stays with nothing to hold. Its own choice unless given. */
  readonly idleMs?: number;
};

/** A machine on which a Node needs longer to start does nothing else either. */
const START_MS = 20_000;
const POLL_MS = 10;

/** The connection has been greeted; the lines that follow are answers. */
export async function connectTo(program: HostProgram): Promise<Socket> {
  const path = formatHostSocket(program.home);
  const first = await tryConnect(path);
  if (first !== null) return first;
  await startHost(program);
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const socket = await tryConnect(path);
    if (socket !== null) return socket;
    await delay(POLL_MS);
  }
  throw new Error(`the host did not come up; ${formatHostLog(program.home)} may say why`);
}

/** Null: nobody is there. */
function tryConnect(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("error", (error: NodeJS.ErrnoException) => {
      const isNobody = ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE"].includes(error.code ?? "");
      if (isNobody) resolve(null);
      else reject(error);
    });
    socket.once("close", () => resolve(null));
    let heard = "";
    const greet = (bytes: Buffer): void => {
      heard += bytes.toString("utf8");
      if (!heard.includes("\n")) return;
      socket.off("data", greet).pause();
      const greeting = parseHostGreeting(heard);
      if (greeting !== null && greeting.protocol >= PROTOCOL) return resolve(socket.removeAllListeners());
      reject(new Error(`the host speaks another protocol than ours (${heard.trim()})`));
      socket.destroy();
    };
    socket.on("data", greet);
  });
}

async function startHost({ home, hostProgram: [program, ...args], idleMs }: HostProgram): Promise<void> {
  for (const folder of ["logs", "run"]) mkdirSync(join(home, folder), { recursive: true, mode: 0o700 });
  const log = openSync(formatHostLog(home), "a", 0o600);
  try {
    const env = {
      ...buildEnvironment(),
      AO_HOME: home,
      ...(idleMs === undefined ? {} : { AO_HOST_IDLE_MS: String(idleMs) }),
    };
    const launched = await launch({ program, args, cwd: "/", env, stdout: log, stderr: log });
    if (!launched.ok) throw launched.error;
  } finally {
    closeSync(log);
  }
}

/** It holds agents' terminals, and so knows nothing that an agent must not know. */
function buildEnvironment(): Readonly<Record<string, string>> {
  const passed = ["HOME", "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"];
  return Object.fromEntries(
    passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

const formatHostLog = (home: string): string => join(home, "logs", "host.log");
