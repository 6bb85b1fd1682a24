/** What listens on the machine to attack: sockets of engines and agents, services on loopback, each with a secret to tell. */
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CANARY } from "./attack.ts";
import { SOCKETS_IN_HOME } from "./attacks/doors.ts";
import type { NamedPath, Target } from "./target.ts";

/** What is to be done at the end, the last first. */
export type Ends = (() => Promise<void> | void)[];

export async function serveSockets(person: string, tag: string, ends: Ends): Promise<readonly NamedPath[]> {
  const ofSystem = [
    ...(process.getuid?.() === 0 ? [{ name: "a socket in /run", path: `/run/ao-escape-${tag}/docker.sock` }] : []),
    { name: "a socket in /tmp", path: join(tmpdir(), `ao-escape-${tag}`, "agent.sock") },
    { name: "a socket in /var/tmp", path: `/var/tmp/ao-escape-${tag}/agent.sock` },
  ];
  for (const { path } of ofSystem) ends.push(() => rmSync(dirname(path), { recursive: true, force: true }));
  for (const path of [...SOCKETS_IN_HOME.map((one) => join(person, one)), ...ofSystem.map(({ path: one }) => one)]) {
    mkdirSync(dirname(path), { recursive: true });
    const server = await serve(path);
    chmodSync(path, 0o777);
    ends.push(() => void server.close());
  }
  return ofSystem;
}

/** With the network open there is no proxy; that its sockets could be reached is proved on others in their places. */
export async function serveProxySockets(aoHome: string, ends: Ends): Promise<void> {
  for (const name of ["run/proxy.sock", "run/net/0/proxy.sock"]) {
    mkdirSync(dirname(join(aoHome, name)), { recursive: true });
    const server = await serve(join(aoHome, name));
    chmodSync(join(aoHome, name), 0o777);
    ends.push(() => void server.close());
  }
}

type Network = Pick<Target, "services" | "abstractSocket" | "knockedPort">;

export async function serveNetwork(tag: string, ends: Ends): Promise<Network> {
  const abstractSocket = `ao-escape-${tag}`;
  const addresses = [
    "127.0.0.1",
    "::1",
    ...(process.env["AO_TEST_OWN_NETWORK"] === undefined ? [] : ["169.254.169.254"]),
  ];
  const open = [await serve(`\0${abstractSocket}`)];
  const services: { readonly name: string; readonly url: string }[] = [];
  for (const address of addresses) {
    const server = createHttpServer((_, response) => response.end(CANARY));
    const port = await listenAt(server, address);
    const host = address.includes(":") ? `[${address}]` : address;
    services.push({ name: `a service at ${host}`, url: `http://${host}:${port}/` });
    if (address === "127.0.0.1")
      for (const name of ["localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "0.0.0.0"])
        services.push({ name: `the same by the name ${name}`, url: `http://${name}:${port}/` });
    ends.push(() => void server.close());
  }
  for (const server of open) ends.push(() => void server.close());
  const knockedPort = await freePort();
  const timer = setInterval(
    () =>
      connect(knockedPort, "127.0.0.1")
        .on("error", () => undefined)
        .on("connect", end),
    50,
  );
  ends.push(() => clearInterval(timer));
  return { services, abstractSocket, knockedPort };
}

function end(this: Socket): void {
  this.destroy();
}

function listenAt(server: Server | HttpServer, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, address, () => {
      const bound = server.address();
      resolve(typeof bound === "object" && bound !== null ? bound.port : 0);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenAt(server, "127.0.0.1");
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function serve(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(`${CANARY}\n`);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve(server));
  });
}
