/** The proxy itself: takes grants from the daemon, and tells it what was refused. */
import { createServer, type Server, type Socket } from "node:net";
import { readLines, sendLine } from "../host/lines.ts";
import { parseProxyRequest } from "./parse-line.ts";
import {
  PROTOCOL,
  type ProxyAnswer,
  type BlockedEvent,
  type EndedEvent,
  type ProxyGreeting,
  type ProxyRequest,
} from "./protocol.ts";
import { ServedNetworks, type ServedOptions } from "./served-networks.ts";

export type Proxy = {
  /** Where the daemon speaks to it. */
  readonly server: Server;
  /** Closes what nobody has used for this long; answers how many grants are left. */
  readonly sweep: (unusedMs: number) => number;
  readonly close: () => void;
};

export function createProxy(options: Omit<ServedOptions, "onBlocked">): Proxy {
  const daemons = new Set<Socket>();
  const networks = new ServedNetworks({
    ...options,
    onBlocked: (socket, target) => {
      for (const daemon of daemons) tellBlocked(daemon, socket, target);
    },
  });
  const server = createServer((daemon) => {
    daemons.add(daemon);
    daemon.on("error", () => daemon.destroy()).once("close", () => daemons.delete(daemon));
    sendLine(daemon, { proxy: "ao", protocol: PROTOCOL, pid: process.pid } satisfies ProxyGreeting);
    // A daemon that has just come back hears what was refused while it was away.
    for (const [socket, target] of networks.blocked()) tellBlocked(daemon, socket, target);
    readLines(daemon, (line) => {
      const request = parseProxyRequest(line);
      if (request === null) return void daemon.destroy();
      answerRequest(networks, request).then(
        (said) => sendLine(daemon, said),
        (error: unknown) => daemon.destroy(new Error(String(error))),
      );
    });
  });
  return {
    server,
    sweep: (unusedMs) => networks.sweep(unusedMs),
    close: () => {
      server.close();
      for (const daemon of daemons) daemon.end(`${JSON.stringify({ event: "ended" } satisfies EndedEvent)}\n`);
      networks.close();
    },
  };
}

function tellBlocked(daemon: Socket, socket: string, target: string): void {
  sendLine(daemon, { event: "blocked", socket, target } satisfies BlockedEvent);
}

async function answerRequest(networks: ServedNetworks, { id, grant }: ProxyRequest): Promise<ProxyAnswer> {
  try {
    await networks.serve(grant);
    return { id, ok: true };
  } catch (error) {
    return { id, ok: false, message: String(error) };
  }
}
