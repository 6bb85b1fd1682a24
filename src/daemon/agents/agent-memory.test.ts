import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openAgentMemory } from "./agent-memory.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ao-memory-"))));
afterEach(() => rmSync(folder, { recursive: true }));
const open = () => openAgentMemory(join(folder, "agent-memory.json"), log);

test("nineteen of the last twenty turns took no more", () => {
  const memory = open();
  expect(memory.observedBytes("app/")).toBeNull();
  memory.record("app/", 100);
  expect(memory.observedBytes("app/")).toBe(100);
  for (let n = 1; n <= 20; n += 1) memory.record("app/", n);
  expect([memory.observedBytes("app/"), memory.observedBytes("app/css")]).toEqual([19, null]);
});

test("the next daemon knows it, and learns anew what it cannot read", () => {
  open().record("app/css", 1_000.5);
  expect(open().observedBytes("app/css")).toBe(1_001);
  for (const text of ["{", "[]", "null", '{"app/css":"much"}', '{"app/css":[-1]}']) {
    writeFileSync(join(folder, "agent-memory.json"), text);
    expect(open().observedBytes("app/css")).toBeNull();
  }
});

test("a file that cannot be written stops nothing", () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "");
  const memory = open();
  memory.record("app/", 5);
  expect(memory.observedBytes("app/")).toBe(5);
});
