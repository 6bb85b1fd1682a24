/** A program in a network of its own, in the real sandbox: what it reaches, what it does not, and that it notices no other difference. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { bubblewrapForTests } from "../../../test/fixtures/bubblewrap.ts";
import { openGrantedNetwork } from "../../proxy/granted-network.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { listOwnFolders } from "../own-program.ts";
import { runProgram, type RunResult } from "../run.ts";
import { tryOwnNetwork, isolateNetwork, type Bridge } from "./own-network.ts";
import { noSandbox, type Sandbox } from "./sandbox.ts";

const sandbox = (await bubblewrapForTests()) ?? noSandbox;
const WITHIN_MS = 60_000;

async function listening(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, host, resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A service of this machine that says hello. */
const aService = (host?: string): Promise<number> =>
  listening(
    createHttp((request, response) => response.end(`hello ${request.url ?? ""}`)),
    host,
  );

type GrantOptions = {
  readonly hosts?: readonly string[];
  readonly previews?: readonly number[];
  readonly name?: string;
};

async function aGrant(root: string, { hosts = [], previews = [], name = "own" }: GrantOptions = {}) {
  const socket = join(root, name, "p.sock");
  const blocked: string[] = [];
  const open = () =>
    openGrantedNetwork(
      { socket, hosts, previews, log: null },
      {
        daemon: () => null,
        onBlocked: (target) => void blocked.push(target),
        resolve: async () => ["127.0.0.1"],
      },
    );
  const network = await open();
  onTestFinished(network.close);
  return { socket, blocked, network, open };
}

type Inside = {
  readonly box?: Sandbox;
  readonly env?: NodeJS.ProcessEnv;
  readonly writable?: readonly string[];
  readonly hidden?: readonly string[];
};

async function inside(script: string, bridge: Bridge | null, more: Inside = {}): Promise<RunResult> {
  const argv = [process.execPath, "--input-type=module", "-e", script] as const;
  return runIn(argv, bridge, more);
}

async function runIn(
  argv: readonly [string, ...string[]],
  bridge: Bridge | null,
  more: Inside = {},
): Promise<RunResult> {
  const { box = isolateNetwork(sandbox, bridge), env, writable = [], hidden = [] } = more;
  const [program, ...args] = box.wrap({ argv, cwd: "/", writable, hidden, readable: listOwnFolders(), readOnly: [] });
  return runProgram({ program, args, env: { PATH: process.env["PATH"], ...env }, timeoutMs: WITHIN_MS });
}

const bridgeTo = (socket: string, more: Partial<Bridge> = {}): Bridge => ({
  ...{ socket, daemonPort: null, forwarded: [] },
  ...more,
});

/** Tries each straight away, as a program would that heeds no proxy. */
const DIRECTLY = (targets: readonly (readonly [string, number])[]): string => `
import { connect } from "node:net";
const tried = await Promise.all(${JSON.stringify(targets)}.map(([host, port]) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: 3000 });
  const done = (word) => { socket.destroy(); resolve(word); };
  socket.once("connect", () => done("reached")).once("error", () => done("no")).once("timeout", () => done("no"));
})));
console.log(tried.join(" "));`;

describe.skipIf(sandbox.name === "none")("a program in a network of its own", () => {
  test("reaches no service of this machine, no neighbor and no address, with and without a bridge", async () => {
    const [service, service6] = [await aService(), await aService("::1")];
    const targets = [
      ["127.0.0.1", service],
      ["::1", service6],
      ["0.0.0.0", service],
      ["::ffff:127.0.0.1", service],
      ["169.254.169.254", 80],
      ["fe80::1", 80],
      ["192.0.2.1", 80],
    ] as const;
    const outside = await inside(DIRECTLY(targets.slice(0, 4)), null, { box: sandbox });
    expect(outside.stdout.trim()).toBe("reached reached reached reached");
    const { socket } = await aGrant(aFolder());
    for (const bridge of [null, bridgeTo(socket)])
      expect((await inside(DIRECTLY(targets), bridge)).stdout.trim()).toBe("no no no no no no no");
  });

  test("reaches a listed host by way of the proxy, and is told of any other", async () => {
    const service = await aService("127.0.0.2");
    const grant = await aGrant(aFolder(), { hosts: [`127.0.0.2:${service}`] });
    const script = `
const said = async (url) => { const answer = await fetch(url); return answer.status + " " + (await answer.text()).trim(); };
const refused = (url) => said(url).catch((error) => String(error.cause?.cause?.message ?? error.cause?.code));
console.log(await said("http://127.0.0.2:${service}/a"));
console.log(await refused("http://evil.example/"));
console.log(await refused("https://evil.example/"));
console.log(await refused("http://127.0.0.1:${service}/"));`;
    const { stdout, stderr } = await inside(script, bridgeTo(grant.socket));
    const tunnel = "Proxy response (403) !== 200 when HTTP Tunneling\n";
    expect(stdout, stderr).toBe(`200 hello /a\n${tunnel}${tunnel}ECONNREFUSED\n`);
    expect(grant.blocked).toEqual(["evil.example:80", "evil.example:443"]);
  });

  test("finds services of this machine that are listed where they are outside", async () => {
    const service = await aService();
    const grant = await aGrant(aFolder(), { hosts: [`localhost:${service}`] });
    const bridge = bridgeTo(grant.socket, { forwarded: [`localhost:${service}`, "localhost:1"] });
    const script = `console.log(await (await fetch("http://127.0.0.1:${service}/db")).text())`;
    expect((await inside(script, bridge)).stdout).toBe("hello /db\n");
  });

  test("finds no socket but its own", async () => {
    const root = aFolder();
    const [own, other] = [await aGrant(root), await aGrant(root, { hosts: ["a.org"], name: "other" })];
    const script = `
import { readdirSync } from "node:fs";
import { connect } from "node:net";
console.log(readdirSync(${JSON.stringify(root)}).join());
connect(${JSON.stringify(other.socket)}).on("error", (error) => console.log(error.code)).on("connect", () => { console.log("reached"); process.exit(); });`;
    const { stdout } = await inside(script, bridgeTo(own.socket), { hidden: [root] });
    expect(stdout).toBe("own\nENOENT\n");
  });

  test("cannot replace the socket that others find", async () => {
    const grant = await aGrant(aFolder());
    const script = `
import { unlinkSync } from "node:fs";
try { unlinkSync(${JSON.stringify(grant.socket)}); console.log("removed"); } catch (error) { console.log(error.code); }`;
    expect((await inside(script, bridgeTo(grant.socket))).stdout).toBe("EROFS\n");
    expect(existsSync(grant.socket)).toBe(true);
  });

  test("keeps its exit code, its arguments and its environment", async () => {
    const { socket } = await aGrant(aFolder());
    const bridge = bridgeTo(socket);
    expect(await runIn(["sh", "-c", "exit 7"], bridge)).toMatchObject({ code: 7 });
    expect(await runIn(["sh", "-c", "kill -TERM $$"], bridge)).toMatchObject({ code: 143 });
    expect(await runIn(["no-such-program"], bridge)).toMatchObject({ code: 127 });
    expect(await runIn(["/etc/passwd"], bridge)).toMatchObject({ code: 126 });
    const argv = ["sh", "-c", 'printf "%s|" "$@" "$OWN"', "sh", "--", "a b", "$HOME", "x=y", ""] as const;
    expect(await runIn(argv, bridge, { env: { OWN: "o'w\nn" } })).toMatchObject({
      stdout: "--|a b|$HOME|x=y||o'w\nn|",
    });
    // What would spoil a Node of ours is for the program alone.
    expect(await runIn(["printenv", "NODE_OPTIONS"], bridge, { env: { NODE_OPTIONS: "--nonsense" } })).toMatchObject({
      stdout: "--nonsense\n",
    });
  });

  test("hears an interrupt, and has its network still", async () => {
    const service = await aService();
    const grant = await aGrant(aFolder(), { hosts: [`localhost:${service}`] });
    const script = `
process.on("SIGINT", async () => { console.log(await (await fetch("http://127.0.0.1:${service}/after")).text()); process.exit(3); });
process.kill(0, "SIGINT");
setTimeout(() => undefined, 60_000);`;
    const bridge = bridgeTo(grant.socket, { forwarded: [`localhost:${service}`] });
    // Inside a group of its own, so that bubblewrap and the test are spared; the bridge is in it, too.
    expect(await inside(script, bridge)).toMatchObject({ code: 3, stdout: "hello /after\n" });
  });

  test("leaves nothing running", async () => {
    const { socket } = await aGrant(aFolder());
    await runIn(["true"], bridgeTo(socket));
    const { stdout } = await runProgram({ program: "ps", args: ["-eo", "args"], timeoutMs: 10_000 });
    expect(stdout.split("\n").filter((line) => line.includes(socket))).toEqual([]);
  });

  test("has its network again when the proxy was away for a while", async () => {
    const root = aFolder();
    const service = await aService();
    const grant = await aGrant(root, { hosts: [`localhost:${service}`] });
    const marks = join(root, "marks");
    mkdirSync(marks);
    const script = `
import { existsSync, writeFileSync } from "node:fs";
const get = async (path) => (await (await fetch("http://127.0.0.1:${service}" + path)).text());
console.log(await get("/before"));
writeFileSync(${JSON.stringify(join(marks, "ready"))}, "");
while (!existsSync(${JSON.stringify(join(marks, "gone"))})) await new Promise((resolve) => setTimeout(resolve, 10));
console.log(await get("/after"));`;
    const bridge = bridgeTo(grant.socket, { forwarded: [`localhost:${service}`] });
    const ended = inside(script, bridge, { writable: [marks] });
    await expect.poll(() => existsSync(join(marks, "ready")), { timeout: WITHIN_MS }).toBe(true);
    grant.network.close();
    writeFileSync(join(marks, "gone"), "");
    await expect.poll(() => existsSync(grant.socket)).toBe(false);
    const again = await grant.open();
    onTestFinished(again.close);
    expect((await ended).stdout).toBe("hello /before\nhello /after\n");
  });

  test("shows its servers outside, at the ports it was given and at no other", async () => {
    const root = aFolder();
    const [given, other] = [await aFreePort(), await aFreePort()];
    const grant = await aGrant(root, { previews: [given] });
    const stop = join(root, "stop");
    mkdirSync(stop);
    const script = `
import { createServer } from "node:http";
import { existsSync } from "node:fs";
for (const port of [${given}, ${other}]) createServer((_, response) => response.end("page " + port)).listen(port, "127.0.0.1");
const timer = setInterval(() => { if (existsSync(${JSON.stringify(join(stop, "now"))})) process.exit(); }, 20);`;
    const ended = inside(script, bridgeTo(grant.socket), { writable: [stop] });
    const page = async (port: number): Promise<string> =>
      (await isOpen(port)) ? (await fetch(`http://127.0.0.1:${port}/`)).text() : "nothing";
    await expect.poll(() => page(given), { timeout: WITHIN_MS }).toBe(`page ${given}`);
    expect(await page(other)).toBe("nothing");
    writeFileSync(join(stop, "now"), "");
    await ended;
    await expect.poll(() => isOpen(given)).toBe(false);
  });

  test("is not started when its bridge cannot be, and says so", async () => {
    const { socket } = await aGrant(aFolder());
    const bridge = { ...bridgeTo(socket), daemonPort: 3128 };
    expect(await runIn(["echo", "ran"], { ...bridge, forwarded: ["x:3128"] })).toMatchObject({
      code: 0,
      stdout: "ran\n",
    });
    const shared: Sandbox = { name: "bubblewrap", wrap: ({ network: _, ...request }) => sandbox.wrap(request) };
    const box = isolateNetwork(shared, bridge);
    const taken = createServer();
    await new Promise<void>((resolve) => taken.once("error", () => resolve()).listen(3128, "127.0.0.1", resolve));
    onTestFinished(() => void taken.close());
    const ended = await runIn(["echo", "ran"], bridge, { box });
    expect(ended).toMatchObject({ code: 126, stdout: "" });
    expect(ended.stderr).toContain("the network bridge failed");
  });

  test("is possible where it was tried", async () => {
    expect(await tryOwnNetwork(sandbox)).toEqual({ ok: true, sandbox });
  });
});

test.for(["none", "seatbelt"] as const)("%s starts nothing that must not reach the network", async (name) => {
  const box: Sandbox = { name, wrap: ({ argv }) => argv };
  expect(await tryOwnNetwork(box)).toMatchObject({ ok: false, why: expect.stringContaining("`network: full`") });
  const request = { argv: ["true"], cwd: "/", writable: [], hidden: [], readOnly: [] } as const;
  expect(() => isolateNetwork(box, null).wrap(request)).toThrow("nothing was started");
});

async function aFreePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
