/** HTTP on the loopback interface only; a request whose Host is another name is a page that was tricked into asking. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { healthPath, type Health } from "../protocol/health.ts";

export type Listening = { readonly port: number; readonly close: () => Promise<void> };

export async function listen(port: number, health: (port: number) => Health): Promise<Listening> {
  const server = createServer((request, response) => answer(request, response, () => health(portOf(server))));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve, reject) => server.close((error) => (error === undefined ? resolve() : reject(error)))),
  };
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
