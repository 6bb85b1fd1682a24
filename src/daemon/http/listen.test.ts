/** Where the daemon listens: on both addresses that `localhost` may mean. */
import { createServer, type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));

test.runIf(hasIpv6)("nobody else answers for localhost at the daemon's port", async () => {
  const rig = await anApi();
  for (const host of ["127.0.0.1", "[::1]", "localhost"])
    expect((await fetch(`http://${host}:${rig.port}/api/health`)).status).toBe(200);
  const impostor = createServer();
  const refused = new Promise((resolve) => impostor.once("error", resolve));
  impostor.listen(rig.port, "::1");
  expect(await refused).toMatchObject({ code: "EADDRINUSE" });
  await rig.kill();
  await expect(fetch(`http://[::1]:${rig.port}/api/health`)).rejects.toThrow("fetch failed");
  await rig.start();
});

test.runIf(hasIpv6)("a port that somebody else has at ::1 counts as taken", async () => {
  const rig = await anApi();
  await rig.kill();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "::1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const before = rig.port;
  rig.port = port;
  await expect(rig.start()).rejects.toMatchObject({ code: "EADDRINUSE" });
  rig.store.close();
  rig.port = before;
  await rig.start();
});
