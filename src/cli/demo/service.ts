/** A service that is not well when it is asked for the first time: what makes a test flaky, in real life, too. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type DemoService = { readonly url: string; readonly close: () => void };

export async function startFailingService(): Promise<DemoService> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 503 : 200).end();
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("a port was not given");
  return { url: `http://127.0.0.1:${address.port}/words`, close: () => void server.close() };
}
