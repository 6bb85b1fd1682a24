import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { ask } from "../../test/fixtures/daemon-ask.ts";
import { aHome } from "../../test/fixtures/daemon-process.ts";
import { version } from "../lib/version.ts";
import { lockHome } from "../store/home-lock.ts";
import { openStore } from "../store/open.ts";
import { startDaemon } from "./start.ts";

test("a daemon says where it is, in a file for its owner only and on the loopback interface", async () => {
  const home = aHome();
  const daemon = await startDaemon({ env: { AO_HOME: home }, port: 0 });
  const file = join(home, "daemon.json");
  const expected = { pid: process.pid, port: daemon.port, version };
  expect(daemon.home).toBe(home);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ ...expected, host: "127.0.0.1" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(`${file}.new`)).toBe(false);
  expect(await ask(daemon.port)).toMatchObject({ status: 200, body: expected });
  await daemon.stop();
});

test("a daemon that stopped has left: no file, no port, no lock, and a database that is whole", async () => {
  const home = aHome();
  const daemon = await startDaemon({ env: { AO_HOME: home }, port: 0 });
  await daemon.stop();
  expect(existsSync(join(home, "daemon.json"))).toBe(false);
  await expect(ask(daemon.port)).rejects.toThrow("ECONNREFUSED");
  lockHome(join(home, "daemon.lock")).release();
  const store = openStore({ path: join(home, "state.db") });
  expect(store.integrityCheck()).toEqual([]);
  expect(store.clock.read().lastTickMs).not.toBeNull();
  store.close();
});

test("a start that fails half-way gives everything back", async () => {
  const home = aHome();
  const other = await startDaemon({ env: { AO_HOME: aHome() }, port: 0 });
  const wrong = [{ port: other.port }, { port: 0, env: { AO_HOME: home, AO_FAILPOINT: "nowhere" } }];
  for (const options of wrong)
    await expect(startDaemon({ env: { AO_HOME: home }, ...options })).rejects.toThrow(/taken|failpoint/);
  const next = await startDaemon({ env: { AO_HOME: home }, port: 0 });
  await next.stop();
  await other.stop();
});

test("a second daemon on the home is refused before it has touched anything; on another home it is welcome", async () => {
  const home = aHome();
  const first = await startDaemon({ env: { AO_HOME: home }, port: 0 });
  const published = readFileSync(join(home, "daemon.json"), "utf8");
  await expect(startDaemon({ env: { AO_HOME: home }, port: 0 })).rejects.toThrow(
    `another ao daemon already runs on this home (it holds ${join(home, "daemon.lock")})`,
  );
  expect(readFileSync(join(home, "daemon.json"), "utf8")).toBe(published);
  const elsewhere = await startDaemon({ env: { AO_HOME: aHome() }, port: 0 });
  await elsewhere.stop();
  await first.stop();
});

test.for([
  ["removed", false],
  ["made anew by another", true],
] as const)("a daemon whose home was %s asks to end, and removes nothing there", async ([, madeAnew]) => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const home = aHome();
  const file = join(home, "daemon.json");
  const asked: string[] = [];
  const onShutDown = (how: string): void => void asked.push(how);
  const daemon = await startDaemon({ env: { AO_HOME: home }, port: 0, onShutDown });
  vi.advanceTimersByTime(6_000);
  expect(asked).toEqual([]);
  rmSync(home, { recursive: true });
  const theirs = JSON.stringify({ pid: process.pid + 1, port: 1, version });
  if (madeAnew) {
    mkdirSync(home);
    writeFileSync(join(home, "state.db"), "");
    writeFileSync(file, theirs);
  }
  vi.advanceTimersByTime(6_000);
  expect(asked).toEqual(["end"]);
  await daemon.stop();
  expect(existsSync(file) ? readFileSync(file, "utf8") : null).toBe(madeAnew ? theirs : null);
});
