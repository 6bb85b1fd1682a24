/**
 * Servers that a program starts inside its own network are reached from outside: we listen on the same ports of this
 * machine's loopback interface. The bridge inside is told of each connection and comes for it, so that nothing outside
 * ever opens a path that the program could have put something at.
 */
import { createServer, type Server, type Socket } from "node:net";
import { joinSockets } from "./join-sockets.ts";

export type Previews = {
  /** A bridge is there, and stays for as long as its connection. */
  readonly addBridge: (bridge: Socket) => void;
  /** The connection that a bridge comes with for a visitor; false: nobody waits. */
  readonly take: (id: string, connection: Socket) => boolean;
  readonly drop: (id: string) => void;
  readonly close: () => void;
};

const FETCHED_WITHIN_MS = 10_000;
/** A page opens a handful of connections; many people at many pages some dozens. */
const WAITING_MAX = 100;

export function createPreviews(ports: () => readonly number[]): Previews {
  const waiting = new Map<string, Socket>();
  const bridges = new Set<Socket>();
  let servers: readonly Server[] = [];
  let lastId = 0;

  const drop = (id: string): void => {
    waiting.get(id)?.destroy();
    waiting.delete(id);
  };
  const welcome = (visitor: Socket, port: number): void => {
    visitor.on("error", () => visitor.destroy());
    const bridge = [...bridges].at(-1);
    if (bridge === undefined || waiting.size >= WAITING_MAX) return void visitor.destroy();
    lastId += 1;
    const id = String(lastId);
    waiting.set(id, visitor);
    const timer = setTimeout(() => drop(id), FETCHED_WITHIN_MS);
    visitor.once("close", () => {
      clearTimeout(timer);
      waiting.delete(id);
    });
    bridge.write(`open ${id} ${port}\n`);
  };
  const close = (): void => {
    for (const server of servers) server.close();
    servers = [];
    for (const id of [...waiting.keys()]) drop(id);
  };
  return {
    addBridge: (bridge) => {
      bridges.add(bridge);
      const isListening = servers.length > 0 && servers.every(({ listening }) => listening);
      if (!isListening) {
        close();
        servers = ports().map((port) => listen(port, welcome));
      }
      bridge.once("close", () => {
        bridges.delete(bridge);
        if (bridges.size === 0) close();
      });
    },
    take: (id, connection) => {
      const visitor = waiting.get(id);
      if (visitor === undefined) return false;
      waiting.delete(id);
      visitor.removeAllListeners("close");
      joinSockets(visitor, connection);
      return true;
    },
    drop,
    close,
  };
}

function listen(port: number, welcome: (visitor: Socket, port: number) => void): Server {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (visitor) => welcome(visitor, port));
  // Somebody else has the port; the next bridge tries again.
  server.on("error", () => server.close());
  return server.listen(port, "127.0.0.1");
}
