import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { fleetOf, machineAt, refusalBy, slownessOf, type Machine } from "./fleet.ts";

const GB = 1_000_000_000;
const idle: Machine = {
  freeMemoryBytes: 8 * GB,
  totalMemoryBytes: 16 * GB,
  load: 1,
  cores: 4,
  freeDiskBytes: 100 * GB,
};

test.each([
  ["an idle machine", {}, null],
  ["little memory", { freeMemoryBytes: 0.3 * GB }, /^only 300 MB of memory are free; .* 500 MB$/],
  ["a small machine with its share free", { freeMemoryBytes: 0.1 * GB, totalMemoryBytes: 1 * GB }, null],
  ["a small machine without it", { freeMemoryBytes: 0.04 * GB, totalMemoryBytes: 1 * GB }, /40 MB of memory/],
  ["a full disk", { freeDiskBytes: 0.2 * GB }, /^only 200 MB of disk are free/],
])("%s", (_, special, expected) => {
  const refusal = refusalBy({ ...idle, ...special });
  if (expected === null) expect(refusal).toBeNull();
  else expect(refusal).toMatch(expected);
});

test("a busy machine takes one at a time", () => {
  expect(slownessOf({ ...idle, load: 33 })).toMatch(/load 33.0.*below 32/);
  expect(slownessOf({ ...idle, load: 32 })).toBeNull();
  expect(slownessOf({ ...idle, load: 33 }, 100)).toBeNull();
});

test("this machine can be read", () => {
  const machine = machineAt(tmpdir());
  expect(Object.values(machine).every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
  expect(machine.totalMemoryBytes).toBeGreaterThanOrEqual(machine.freeMemoryBytes);
  const parts = { folder: tmpdir(), turnsMax: () => 7, nowMs: Date.now };
  expect(fleetOf({ ...parts, env: { AO_LOAD_PER_CORE: "100000" } })()).toMatchObject({ turnsMax: 7, slowedBy: null });
  if (machine.load > 0.1)
    expect(fleetOf({ ...parts, env: { AO_LOAD_PER_CORE: "0.00001" } })().slowedBy).toMatch(/one at a time/);
});
