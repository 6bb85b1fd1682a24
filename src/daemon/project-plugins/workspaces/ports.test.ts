import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../../store/testing/folder.ts";
import { Ports } from "./ports.ts";

function aHomeOf(...sessions: readonly string[]) {
  const home = aFolder();
  for (const session of sessions) mkdirSync(join(home, session));
  return () => new Ports({ folderOf: (session) => join(home, session), live: () => sessions });
}

function occupy(port: number): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve, reject) => void server.once("error", reject).listen(port, "127.0.0.1", () => resolve()));
}

test("a session keeps its ports, also when it uses them and after a restart of the daemon", async () => {
  const open = aHomeOf("app-1");
  const ports = await open().of("app-1");
  expect(new Set(ports).size).toBe(3);
  for (const port of ports) await occupy(port);
  expect(await open().of("app-1")).toEqual(ports);
});

test("no two live sessions share a port, asked for at once", async () => {
  const names = Array.from({ length: 20 }, (_, n) => `app-${n}`);
  const ports = aHomeOf(...names)();
  const all = (await Promise.all(names.map((name) => ports.of(name)))).flat();
  expect(new Set(all).size).toBe(60);
});

test("ports that another program holds are passed over", async () => {
  const [first] = await aHomeOf("app-1")().of("app-1");
  await occupy(first + 1);
  const ports = await aHomeOf("app-1")().of("app-1");
  expect(ports).not.toContain(first + 1);
});
