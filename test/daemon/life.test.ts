/** A daemon's life and death as a process of its own. */
import { existsSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { buildDefaultRules } from "../../src/config/rules.ts";
import { lockHome } from "../../src/store/home-lock.ts";
import { openStore } from "../../src/store/open.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { ask } from "../fixtures/daemon-ask.ts";
import { aDaemon, aHome, published } from "../fixtures/daemon-process.ts";
import { aProject, aSession, theSession, working } from "../fixtures/domain.ts";

test("a daemon says where it is, answers only under its own name, and on SIGTERM leaves a home that is free", async () => {
  const home = aHome();
  const daemon = aDaemon(home);
  const address = await daemon.up();
  const port = Number(new URL(address).port);
  expect(daemon.stdout()).toBe(`ao daemon: ${address} (home ${home})\n`);
  expect(await ask(port)).toMatchObject({ status: 200, body: { pid: daemon.pid, port } });
  expect((await ask(port, { host: "evil.example" })).status).toBe(403);
  const { body } = await ask(port);
  expect(published(home)).toEqual({ ...Object(body), host: "127.0.0.1" });
  const modeOf = (...name: readonly string[]): number => statSync(join(home, ...name)).mode & 0o777;
  expect([modeOf(), modeOf("daemon.json"), modeOf("state.db"), modeOf("logs", "daemon.log")]).toEqual([
    0o700, 0o600, 0o600, 0o600,
  ]);

  daemon.kill("SIGTERM");
  expect(await daemon.ended).toEqual({ code: 0, signal: null });
  expect(daemon.stderr()).toBe("");
  expect(existsSync(join(home, "daemon.json"))).toBe(false);
  expect(existsSync(join(home, "state.db-wal"))).toBe(false);
  lockHome(join(home, "daemon.lock")).release();
});

test("a daemon that is told to end as soon as it is seen, ends as any other", async () => {
  const home = aHome();
  const daemon = aDaemon(home);
  await vi.waitFor(() => published(home), { timeout: 30_000, interval: 1 });
  daemon.kill("SIGTERM");
  expect(await daemon.ended).toEqual({ code: 0, signal: null });
  expect(existsSync(join(home, "daemon.json"))).toBe(false);
});

test.skipIf(!existsSync("/dev/full"))("a log that cannot be written does not stop the daemon", async () => {
  const home = aHome();
  mkdirSync(join(home, "logs"), { recursive: true });
  symlinkSync("/dev/full", join(home, "logs", "daemon.log"));
  const daemon = aDaemon(home);
  await daemon.up();
  daemon.kill("SIGTERM");
  expect((await daemon.ended).code).toBe(0);
  // It lies on the same disk as a rule, and would fail like the log.
  expect(daemon.stderr()).toBe("");
});

test("a second daemon on the home exits 1 with a sentence, also while the first is stopped, and changes nothing", async () => {
  const home = aHome();
  const first = aDaemon(home);
  await first.up();
  const before = published(home);
  const sentence = `ao daemon: another ao daemon already runs on this home (it holds ${join(home, "daemon.lock")}). Use that one, or stop it with \`ao stop\` first.\n`;

  const second = aDaemon(home);
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.stderr()).toBe(sentence);

  first.kill("SIGSTOP");
  const third = aDaemon(home);
  expect(await third.ended).toEqual({ code: 1, signal: null });
  expect(third.stderr()).toBe(sentence);

  first.kill("SIGCONT");
  expect(published(home)).toEqual(before);
  await first.up();
});

test("after kill -9 the next one starts at once and takes the place of the dead one, and SIGINT ends it as well", async () => {
  const home = aHome();
  const first = aDaemon(home);
  await first.up();
  first.kill("SIGKILL");
  expect(await first.ended).toEqual({ code: null, signal: "SIGKILL" });
  expect(published(home)).toMatchObject({ pid: first.pid });

  const second = aDaemon(home);
  await second.up();
  expect(published(home)).toMatchObject({ pid: second.pid });
  second.kill("SIGINT");
  expect((await second.ended).code).toBe(0);
});

/** A home whose agent has shown no sign for so long that the first tick nudges it, and does no more. */
function aHomeWithADeadline(): string {
  const home = aFolder();
  const lastSignMs = Date.now() - buildDefaultRules().reactions["agent-stuck"].thresholdMs;
  const store = openStore({ path: join(home, "state.db") });
  store.transaction(() => {
    store.projects.save(aProject());
    store.sessions.save(aSession({ phase: working({ lastSignMs }) }), { wants: null, dueMs: 1 });
  });
  store.close();
  return home;
}

function nudges(home: string): number {
  const store = openStore({ path: join(home, "state.db") });
  const { length } = store.outbox.unfinishedOfLane(`session:${theSession}`);
  store.close();
  return length;
}

test("AO_FAILPOINT really kills, after the commit or before it, and the next daemon finds what was committed", async () => {
  const home = aHomeWithADeadline();
  const before = aDaemon(home, { env: { AO_FAILPOINT: "commit:before:1" } });
  expect(await before.ended).toEqual({ code: null, signal: "SIGKILL" });
  expect(nudges(home)).toBe(0);

  const after = aDaemon(home, { env: { AO_FAILPOINT: "commit:after:1" } });
  expect(await after.ended).toEqual({ code: null, signal: "SIGKILL" });
  expect(after.stdout()).toBe("");
  expect(nudges(home)).toBe(1);

  const next = aDaemon(home);
  await next.up();
  next.kill("SIGTERM");
  expect((await next.ended).code).toBe(0);
  expect(nudges(home)).toBe(1);
});
