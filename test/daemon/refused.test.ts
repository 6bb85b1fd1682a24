/** What keeps a daemon from starting is said in one sentence, with exit code 1, and changes nothing. */
import Database from "better-sqlite3";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aProject } from "../fixtures/domain.ts";
import { aDaemon, aHome, type DaemonProcess } from "../fixtures/daemon-process.ts";

function aHomeWithADatabase(): { readonly home: string; readonly file: string } {
  const home = aFolder();
  const file = join(home, "state.db");
  const store = openStore({ path: file });
  store.transaction(() => store.projects.save(aProject()));
  store.close();
  return { home, file };
}

/** One line, no stack. */
async function sentenceOf(daemon: DaemonProcess): Promise<string> {
  expect(await daemon.ended).toEqual({ code: 1, signal: null });
  expect(daemon.stdout()).toBe("");
  expect(daemon.stderr()).toMatch(/^ao daemon: [^\n]+\n$/);
  return daemon.stderr().slice("ao daemon: ".length).trim();
}

test("a database of a newer ao is named, told what to do about, and left byte for byte as it was", async () => {
  const { home, file } = aHomeWithADatabase();
  const db = new Database(file);
  db.pragma("user_version = 99");
  db.close();
  const before = readFileSync(file);
  const sentence = await sentenceOf(aDaemon(home));
  expect(sentence).toContain(file);
  expect(sentence).toContain("schema 99");
  expect(sentence).toContain("Upgrade ao");
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(join(home, "daemon.json"))).toBe(false);
});

test("a damaged database is named, told what to do about, and left byte for byte as it was", async () => {
  const { home, file } = aHomeWithADatabase();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096, 4096 * 3);
  writeFileSync(file, bytes);
  const sentence = await sentenceOf(aDaemon(home));
  expect(sentence).toContain(`${file} is damaged`);
  expect(sentence).toContain("Nothing was changed.");
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test("a file that is no database is named and left as it was; once it is mended the next daemon starts", async () => {
  const { home, file } = aHomeWithADatabase();
  const whole = readFileSync(file);
  const diary = "dear diary, ".repeat(1_000);
  writeFileSync(file, diary);
  expect(await sentenceOf(aDaemon(home))).toContain(`${file} is damaged`);
  expect(readFileSync(file, "utf8")).toBe(diary);
  writeFileSync(file, whole);
  await aDaemon(home).up();
});

test("a port given by hand that is taken is named with its holder, and the home is free for the next one at once", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const home = aHome();
  const sentence = await sentenceOf(aDaemon(home, { port }));
  expect(sentence).toContain(`port ${port} is taken by `);
  expect(sentence).toContain(`(process ${process.pid}). Stop that one, or choose another port with --port.`);
  expect(existsSync(join(home, "daemon.json"))).toBe(false);
  await aDaemon(home).up();
});

test("a port that nobody insists on is the next free one", async () => {
  const home = aHome();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "daemon.json"), JSON.stringify({ pid: 1, port, version: "0.0.0" }));
  const address = await aDaemon(home, { port: null }).up();
  expect(Number(new URL(address).port)).not.toBe(port);
  expect(Number(new URL(address).port)).toBeGreaterThanOrEqual(3000);
});

test("a port that is no port is told as such", async () => {
  expect(await sentenceOf(aDaemon(aHome(), { port: "http" }))).toBe(
    "--port http is not a valid port; give a number from 0 (any free one) to 65535.",
  );
});
