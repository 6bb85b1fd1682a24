/** HTTP on the loopback interface only; a request whose Host is another name is a page that was tricked into asking. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { healthPath, type Health } from "../protocol/health.ts";

export type Listening = { readonly port: number; readonly close: () => Promise<void> };

export async function listen(port: number, health: (port: number) => Health): Promise<Listening> {
  const server = createServer((request, response) => answer(request, response, () => health(portOf(server))));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(explained(error, port)));
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: portOf(server),
    close: () => close(server),
  };
}

/** Answers under way have this long; a browser also holds a socket in reserve on which it never asks anything. */
const GRACE_MS = 1_000;

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close((error) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}

function explained(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== "EADDRINUSE") return error;
  const message = `port ${port} of 127.0.0.1 is taken by another program. Stop that one, or choose another port with --port.`;
  return new Error(message, { cause: error });
}

function answer(request: IncomingMessage, response: ServerResponse, health: () => Health): void {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost")
    return send(response, 403, { error: "This address is not served under that name." });
  if (request.method === "GET" && request.url === healthPath) return send(response, 200, health());
  return send(response, 404, { error: `There is nothing at ${request.url ?? "/"}.` });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify(body));
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
