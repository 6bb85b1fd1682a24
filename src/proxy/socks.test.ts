import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { aWorld, GET, raw } from "../../test/fixtures/granted-network.ts";

const byte = (...bytes: readonly number[]): Buffer => Buffer.from(bytes);
const port = (n: number): Buffer => byte(n >> 8, n & 255);
const socksName = (name: string, to: number): Buffer =>
  Buffer.concat([byte(5, 1, 0, 5, 1, 0, 3, Buffer.byteLength(name)), Buffer.from(name), port(to)]);

test("SOCKS5 opens what is listed, by name and by address", async () => {
  const world = await aWorld({ hosts: (web) => [`localhost:${web}`, `127.0.0.1:${web}`] });
  const byName = Buffer.concat([socksName("LOCALHOST.", world.web), Buffer.from(GET)]);
  expect(await raw(world, byName)).toContain("200 OK");
  const byAddress = Buffer.concat([byte(5, 1, 0, 5, 1, 0, 1, 127, 0, 0, 1), port(world.web), Buffer.from(GET)]);
  expect(await raw(world, byAddress)).toContain("200 OK");
});

test.for([
  ["a host that is not listed", socksName("evil.example", 443), 2],
  ["a name with a zero byte", socksName("localhost\0.evil", 80), 8],
  ["an address of IPv6", Buffer.concat([byte(5, 1, 0, 5, 1, 0, 4), Buffer.alloc(15), byte(1), port(80)]), 2],
  ["port 0", socksName("localhost", 0), 8],
  ["listening (BIND)", Buffer.concat([byte(5, 1, 0, 5, 2, 0, 1, 127, 0, 0, 1), port(80)]), 7],
  ["datagrams", Buffer.concat([byte(5, 1, 0, 5, 3, 0, 1, 127, 0, 0, 1), port(80)]), 7],
  ["an address of no kind", byte(5, 1, 0, 5, 1, 0, 9, 0, 0, 0), 8],
] as const)("SOCKS5 refuses %s", async ([, bytes, code]) => {
  const world = await aWorld({ hosts: () => ["localhost:80"] });
  const answer = Buffer.from(await raw(world, bytes), "latin1");
  expect([...answer.subarray(0, 4)]).toEqual([5, 0, 5, code]);
});

test("SOCKS5 byte by byte is SOCKS5 still", async () => {
  const world = await aWorld({ hosts: (web) => [`localhost:${web}`] });
  const socket = connect(world.socket);
  onTestFinished(() => void socket.destroy());
  const heard = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(bytes.toString("hex"))));
  const [first = 0, ...rest] = socksName("evil.example", 1);
  socket.setNoDelay(true).write(byte(first));
  for (const each of rest) {
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(byte(each));
  }
  expect(await heard).toMatch(/^0500/);
  await expect.poll(() => world.blocked).toEqual(["evil.example:1"]);
});

test("SOCKS4, and who insists on a password, are refused", async () => {
  const world = await aWorld({ hosts: () => [] });
  expect(await raw(world, byte(5, 1, 2))).toBe("\x05\xff");
  expect(await raw(world, byte(4, 1, 0, 80, 127, 0, 0, 1, 0))).toMatch(/^HTTP\/1\.1 400/);
});
