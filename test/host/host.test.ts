/** The host as a process: one per home, started when needed, gone when it holds nothing, older or newer than its daemon. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sessionId, turnId } from "../../src/domain/model/ids.ts";
import { createHostClient } from "../../src/host/client.ts";
import { formatHostSocket } from "../../src/host/socket-path.ts";
import { createProcessRuntime } from "../../src/plugins/runtime/process/process-runtime.ts";
import type { ConfinedLaunch } from "../../src/slots/runtime.ts";
import { aViewer } from "../fixtures/a-viewer.ts";
import { aFolder, aHost, endHost, HOST_PROGRAM, hostPid, lives, until } from "../fixtures/real-turns.ts";

const cleanUps: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function theHost(more: { readonly idleMs?: number } = {}) {
  const host = aHost(more);
  cleanUps.push(host.dispose);
  const runtime = createProcessRuntime({ home: host.home, host: host.client, graceMs: 300 });
  cleanUps.push(async () => void (await runtime.signal(turn, "kill")));
  return { ...host, runtime, fileOf: (name: string) => join(host.home, "turns", turn, name) };
}

const turn = turnId("turn-1");
const a = (lines: string, stdio: "frames" | "screen"): ConfinedLaunch => ({
  confinement: null,
  turn,
  session: sessionId("shop-1"),
  cwd: "/",
  argv: ["/bin/sh", "-c", lines],
  env: { PATH: "/usr/bin:/bin" },
  stdin: "first\n",
  takesFrames: stdio === "frames",
  hasScreen: stdio === "screen",
});

const program = ["/bin/sh", "-c", "echo here; cat"] as const;
const replay = ["/bin/true"] as const;

test("many who need it at once start one host", async () => {
  const { home } = theHost();
  const clients = Array.from({ length: 6 }, () => createHostClient({ home, hostProgram: HOST_PROGRAM }));
  const viewers = await Promise.all(
    clients.map((client, n) => aViewer(client, { program: ["/bin/sh", "-c", `echo I am ${n}; cat`], replay })),
  );
  await Promise.all(viewers.map((viewer, n) => viewer.sees(`I am ${n}`)));
  const hosts = readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && environmentOf(name).includes(`AO_HOME=${home}`),
  );
  const pid = await hostPid(home);
  await until(() => hosts.filter((each) => lives(Number(each))).length <= 1, "the others have ended");
  expect(hosts.map(Number)).toContain(pid);
  for (const client of clients) client.close();
});

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch (error) {
    return error instanceof Error ? "" : String(error);
  }
}

test("it is called ao host, knows little, and only its owner can speak to it", async () => {
  const { home, client } = theHost();
  await aViewer(client, { program, replay });
  const pid = await hostPid(home);
  expect(readFileSync(`/proc/${pid}/cmdline`, "utf8")).toMatch(/^ao host/);
  const names = environmentOf(String(pid))
    .split("\0")
    .filter(Boolean)
    .map((line) => line.split("=")[0]);
  expect(
    names.filter((name) => !["HOME", "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "AO_HOME"].includes(name ?? "")),
  ).toEqual([]);
  expect(statSync(formatHostSocket(home)).mode & 0o077).toBe(0);
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  expect(stat.slice(stat.lastIndexOf(")")).split(" ")[4]).toBe(String(pid));
});

test("it ends by itself when it has held nothing for a while, and is started again when needed", async () => {
  const { home, client } = theHost({ idleMs: 1_000 });
  const viewer = await aViewer(client, { program, replay });
  const pid = (await hostPid(home)) ?? 0;
  viewer.close();
  await until(() => !lives(pid), "it ends");
  expect(existsSync(formatHostSocket(home))).toBe(false);
  await aViewer(client, { program, replay });
  expect(await hostPid(home)).not.toBe(pid);
});

test("it does not end while a turn is in its hands", async () => {
  const { home, client, runtime, fileOf } = theHost({ idleMs: 300 });
  await runtime.start(a(`cat`, "frames"));
  const begun = Date.now();
  const pid = await hostPid(home);
  for (const n of [1, 2, 3, 4]) {
    expect(await runtime.write({ turn, frameId: `f${n}`, bytes: `${n}\n` })).toEqual({ ok: true, value: "written" });
    await until(() => Date.now() - begun > n * 200, "time goes by");
  }
  expect(await hostPid(home)).toBe(pid);
  await until(() => readFileSync(fileOf("out"), "utf8") === "first\n1\n2\n3\n4\n", "the frames arrive");
  client.close();
});

test("a frame that is asked for again after the turn is over was written, and another one is not", async () => {
  const { runtime, fileOf } = theHost();
  await runtime.start(a(`read one; read two; echo "$one $two"`, "frames"));
  const frame = { turn, frameId: "message:1", bytes: "second\n" };
  expect(await runtime.write(frame)).toEqual({ ok: true, value: "written" });
  await until(() => existsSync(fileOf("exit")), "the turn ends");
  expect(readFileSync(fileOf("out"), "utf8")).toBe("first second\n");
  expect(await runtime.write(frame)).toEqual({ ok: true, value: "written" });
  expect(await runtime.write({ ...frame, frameId: "message:2" })).toMatchObject({ error: { code: "gone" } });
});

test("when the host is killed, the stdin it held ends, and with it the turn", async () => {
  const { home, runtime, fileOf } = theHost();
  await runtime.start(a(`cat; echo eof`, "frames"));
  expect(await runtime.write({ turn, frameId: "f1", bytes: "one\n" })).toEqual({ ok: true, value: "written" });
  await until(() => readFileSync(fileOf("out"), "utf8").includes("one\n"), "the frame arrives");
  await endHost(home, "SIGKILL");
  await until(() => existsSync(fileOf("exit")), "the turn ends");
  expect(readFileSync(fileOf("out"), "utf8")).toBe("first\none\neof\n");
  expect(await runtime.write({ turn, frameId: "f1", bytes: "one\n" })).toEqual({ ok: true, value: "written" });
  expect(await runtime.write({ turn, frameId: "f2", bytes: "two\n" })).toMatchObject({ error: { code: "gone" } });
});

test("frames that nobody reads are refused before they fill the memory", async () => {
  const { runtime } = theHost();
  await runtime.start(a(`sleep 300`, "frames"));
  const bytes = "x".repeat(3 * 1024 * 1024);
  const answers = [];
  for (const n of [1, 2, 3, 4]) answers.push((await runtime.write({ turn, frameId: `f${n}`, bytes })).ok);
  expect(answers).toEqual([true, true, false, false]);
});

test("a home with a long path has its socket elsewhere, in a private folder", async () => {
  const folder = aFolder();
  const home = join(folder, "x".repeat(120));
  mkdirSync(home);
  const client = createHostClient({ home, hostProgram: HOST_PROGRAM });
  cleanUps.push(async () => {
    client.close();
    await endHost(home);
    rmSync(folder, { recursive: true, force: true });
    rmSync(join(formatHostSocket(home), ".."), { recursive: true, force: true });
  });
  const viewer = await aViewer(client, { program: ["/bin/sh", "-c", "echo here; cat"], replay });
  await viewer.sees("here");
  expect(formatHostSocket(home).startsWith(folder)).toBe(false);
  expect(statSync(join(formatHostSocket(home), "..")).mode & 0o777).toBe(0o700);
});

test("an older host says that it does not know what a newer daemon asks", async () => {
  const { home, client } = theHost();
  await aViewer(client, { program, replay });
  const socket = connect(formatHostSocket(home));
  const heard: string[] = [];
  socket.on("data", (bytes) => heard.push(bytes.toString()));
  socket.write(`${JSON.stringify({ id: 7, ask: "dance" })}\n`);
  await until(() => heard.join("").includes(`"id":7`), "it answers");
  expect(JSON.parse(heard.join("").split("\n")[1] ?? "")).toMatchObject({ id: 7, ok: false, code: "unknown" });
  socket.write("nonsense\n");
  await until(() => socket.destroyed || socket.readyState !== "open", "nonsense ends the connection");
});

test("a host that cannot be started is told with the place where it says why", async () => {
  const home = aFolder();
  cleanUps.push(() => rmSync(home, { recursive: true }));
  const client = createHostClient({ home, hostProgram: ["no-such-program"] });
  const answer = await client.write({ directory: "/nowhere", frameId: "f", bytes: "" });
  expect(answer).toMatchObject({
    ok: false,
    error: { code: "unavailable", message: expect.stringContaining("no-such-program") as string },
  });
});
