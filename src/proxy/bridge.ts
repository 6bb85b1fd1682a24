/**
 * Runs inside a network of its own, beside the program that was put there, and ends with it. It leads from ports of the
 * loopback interface inside to the proxy's socket, which is all there is of the world outside:
 *
 *     bridge SOCKET PORTS FORWARDED
 *
 * `PORTS` speak to the proxy itself, the first of them by all means; each of `FORWARDED` (`localhost:5432`) stands for
 * the same port of the machine's own loopback interface. While the proxy is away, connections wait a while for it to come back.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { joinSockets } from "./join-sockets.ts";

const RETRY_MS = 100;
const PROXY_BACK_WITHIN_MS = 30_000;

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`ao: the network bridge failed: ${String(error)}\n`);
  process.exitCode = 1;
});

async function main([socket = "", ports = "", forwarded = ""]: readonly string[]): Promise<void> {
  process.title = "ao bridge";
  // Signals to the group are meant for the program. When that ends, all in here does.
  for (const signal of ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP"] as const) process.on(signal, () => undefined);
  const [own] = await Promise.allSettled([
    ...splitWords(ports).map((port) => listen(Number(port), (inside) => leadToProxy(inside, socket))),
    ...splitWords(forwarded).map((target) =>
      listen(parsePort(target), (inside) => leadToProxy(inside, socket, target)),
    ),
  ]);
  // Another one that cannot be had, as a port below 1024, is missing inside; all the rest works.
  if (own?.status !== "fulfilled") throw new Error("its own port is taken", { cause: own?.reason });
  announce();
  await attendVisitors(socket);
}

function splitWords(list: string): readonly string[] {
  return list.split(",").filter((word) => word !== "");
}

function parsePort(target: string): number {
  return Number(target.slice(target.lastIndexOf(":") + 1));
}

/** Whoever waits for us waits for the end of our output. */
function announce(): void {
  writeSync(1, "ready\n");
  closeSync(1);
  // So that nothing else gets the number, and is taken for our output.
  openSync("/dev/null", "w");
}

function listen(port: number, take: (inside: Socket) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, take);
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

function leadToProxy(inside: Socket, socket: string, forwarded: string | null = null): void {
  inside.on("error", () => inside.destroy());
  const join = async (): Promise<void> => {
    const outside = await reach(socket);
    if (forwarded === null || (await isForwarded(outside, forwarded))) return joinSockets(inside, outside);
    inside.destroy();
    outside.destroy();
  };
  join().catch((error: unknown) => inside.destroy(new Error(String(error))));
}

async function reach(socket: string): Promise<Socket> {
  for (const deadline = performance.now() + PROXY_BACK_WITHIN_MS; ;) {
    const found = await tryReach(socket);
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error("the proxy is away");
    await delay(RETRY_MS);
  }
}

function tryReach(socket: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const outside = connect({ path: socket, allowHalfOpen: true });
    outside.once("error", () => resolve(null));
    outside.once("connect", () => resolve(outside.removeAllListeners("error").on("error", () => outside.destroy())));
  });
}

/** Asks the proxy for a service of the machine itself, as any client would. */
function isForwarded(outside: Socket, target: string): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = Buffer.alloc(0);
    const take = (bytes: Buffer): void => {
      heard = Buffer.concat([heard, bytes]);
      const end = heard.indexOf("\r\n\r\n");
      if (end === -1) return;
      outside.off("data", take).pause();
      const rest = heard.subarray(end + 4);
      if (rest.length > 0) outside.unshift(rest);
      resolve(heard.subarray(0, 12).toString("latin1") === "HTTP/1.1 200");
    };
    outside.on("data", take).once("close", () => resolve(false));
    outside.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`);
  });
}

/** The proxy says who comes from outside to a server in here. This connection also shows it that we are there. */
async function attendVisitors(socket: string): Promise<never> {
  for (;;) {
    const proxy = await tryReach(socket);
    if (proxy !== null) await attendUntilGone(proxy, socket);
    await delay(RETRY_MS);
  }
}

function attendUntilGone(proxy: Socket, socket: string): Promise<void> {
  let heard = "";
  proxy.write("ao bridge\n");
  proxy.on("data", (bytes: Buffer) => {
    const lines = (heard + bytes.toString("latin1")).split("\n");
    heard = lines.pop() ?? "";
    for (const line of lines) {
      const [verb, id = "", port = ""] = line.split(" ");
      if (verb === "open") fetchVisitor({ proxy, socket, id, port: Number(port) });
    }
  });
  proxy.once("end", () => proxy.end());
  return new Promise((resolve) => proxy.once("close", () => resolve()));
}

type Visit = { readonly proxy: Socket; readonly socket: string; readonly id: string; readonly port: number };

/** A server in here may listen on either family. */
function fetchVisitor({ proxy, socket, id, port }: Visit): void {
  const [first, second] = ["127.0.0.1", "::1"];
  const server = (host: string | undefined, otherwise: () => void): void => {
    const inside = connect({ host, port, allowHalfOpen: true });
    inside.once("error", otherwise);
    inside.once("connect", () => {
      inside.off("error", otherwise).on("error", () => inside.destroy());
      const bring = async (): Promise<void> => {
        const outside = await tryReach(socket);
        if (outside === null) return void inside.destroy();
        outside.write(`ao open ${id}\n`);
        joinSockets(inside, outside);
      };
      bring().catch((error: unknown) => inside.destroy(new Error(String(error))));
    });
  };
  server(first, () => server(second, () => proxy.write(`no ${id}\n`)));
}
