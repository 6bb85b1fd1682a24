import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { findPortHolder } from "./port-holder.ts";

test("the program that listens is found, and nobody where nobody does", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const holder = await findPortHolder(port);
  expect(holder?.pid).toBe(process.pid);
  expect(holder?.name).not.toBe("");
  await new Promise((resolve) => server.close(resolve));
  expect(await findPortHolder(port)).toBeNull();
});
