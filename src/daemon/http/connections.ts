/**
 * How many connections there may be, by who they turn out to be. On this machine every peer has the same address, so a
 * connection is nobody's until it shows a token. A flood of those drops its own oldest ones; the connections of people and
 * of other agents stay.
 */
import type { Server } from "node:net";
import type { Duplex } from "node:stream";
import { limits } from "../../domain/model/limits.ts";
import type { Caller } from "./access-control.ts";

export type Connections = {
  /** The request on this connection has shown who it is from. */
  readonly identify: (socket: Duplex, caller: Caller) => void;
};

export function limitConnections(server: Server, strangersMax: number = limits.strangerConnectionsMax): Connections {
  const strangers = new Pool(strangersMax);
  const people = new Pool(limits.personConnectionsMax);
  const agents = new Pool(limits.agentConnectionsMax);
  const byAgent = new Map<string, Pool>();
  const agentPool = (session: string): Pool => {
    const pool = byAgent.get(session) ?? new Pool(limits.connectionsPerAgentMax, () => byAgent.delete(session));
    byAgent.set(session, pool);
    return pool;
  };
  server.on("connection", (socket) => strangers.add(socket));
  return {
    identify: (socket, caller) => {
      if (caller.kind === "nobody") return;
      strangers.delete(socket);
      if (caller.kind !== "agent") return people.add(socket);
      agents.add(socket);
      agentPool(caller.session).add(socket);
    },
  };
}

/** Connections of one kind, the one that has asked nothing for longest first. */
class Pool {
  private readonly sockets = new Set<Duplex>();
  private readonly max: number;
  private readonly onEmpty: () => void;

  constructor(max: number, onEmpty: () => void = () => undefined) {
    this.max = max;
    this.onEmpty = onEmpty;
  }

  add(socket: Duplex): void {
    const isNew = !this.sockets.delete(socket);
    this.sockets.add(socket);
    if (!isNew) return;
    socket.once("close", () => this.delete(socket));
    const [oldest] = this.sockets;
    if (this.sockets.size <= this.max || oldest === undefined) return;
    this.sockets.delete(oldest);
    oldest.destroy();
  }

  delete(socket: Duplex): void {
    if (this.sockets.delete(socket) && this.sockets.size === 0) this.onEmpty();
  }
}
