import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { computeCeiling } from "../config/resolve/agent-ceiling.ts";
import { formatAgentKind } from "../domain/schedule/board.ts";
import { projectId } from "../domain/model/ids.ts";
import type { MachineMemory } from "../lib/machine-memory.ts";
import {
  createFleet,
  createMachine,
  measureMemory,
  explainNoStart,
  explainSlowness,
  type FleetAgent,
  type FleetParts,
} from "./fleet.ts";

const MB = 1_000_000;
const GB = 1_000 * MB;
const idle: MachineMemory = {
  freeBytes: 8 * GB,
  totalBytes: 16 * GB,
  pressure: { some: 0, full: 0 },
  processes: { count: 400, max: 32_768 },
};

test("a full disk takes no further session", () => {
  expect(explainNoStart({ freeDiskBytes: 100 * GB })).toBeNull();
  expect(explainNoStart({ freeDiskBytes: 0.2 * GB })).toMatch(/^only 200 MB of disk are free/);
});

test("a busy machine takes one at a time", () => {
  expect(explainSlowness({ cores: 4, load: 33 })).toMatch(/load 33.0.*below 32/);
  expect(explainSlowness({ cores: 4, load: 32 })).toBeNull();
  expect(explainSlowness({ cores: 4, load: 33 }, 100)).toBeNull();
});

test.each<[string, Partial<MachineMemory>, ReturnType<typeof measureMemory>]>([
  ["an idle machine", {}, { freeBytes: 7.5 * GB, refusedBy: null, slowedBy: null }],
  [
    "a small machine keeps a share",
    { freeBytes: 3 * GB, totalBytes: 4 * GB },
    { ...nothingElse(), freeBytes: 2.8 * GB },
  ],
  [
    "a tiny one keeps what the daemon may still take",
    { freeBytes: 380 * MB, totalBytes: 420 * MB },
    { ...nothingElse(), freeBytes: 240 * MB },
  ],
  ["less than what is kept", { freeBytes: 100 * MB }, { ...nothingElse(), freeBytes: -400 * MB }],
  ["nobody measures", { pressure: null, processes: null }, { ...nothingElse(), freeBytes: 7.5 * GB }],
  [
    "programs that wait for memory",
    { pressure: { some: 21.5, full: 0 } },
    {
      ...{ freeBytes: 7.5 * GB, refusedBy: null },
      slowedBy: "programs wait 21.5 % of the time for memory; one at a time",
    },
  ],
  [
    "a machine that does nothing but wait",
    { pressure: { some: 60, full: 6 } },
    {
      ...{ freeBytes: 7.5 * GB, refusedBy: null },
      slowedBy: "all programs wait 6 % of the time for memory; one at a time",
    },
  ],
  [
    "hardly any processes left",
    { processes: { count: 91, max: 100 } },
    { freeBytes: 7.5 * GB, refusedBy: "91 of at most 100 processes are taken", slowedBy: null },
  ],
])("%s", (_, special, expected) => {
  expect(measureMemory({ ...idle, ...special }, 120 * MB)).toEqual(expected);
});

function nothingElse() {
  return { refusedBy: null, slowedBy: null };
}

const limits = { memoryBytes: null, processes: 1_024, diskBytes: 20_000 * MB, reservationBytes: 500 * MB };

test.each([
  ["a quarter of the machine", 64 * GB, null, 16 * GB],
  ["at least two gigabytes", 6 * GB, null, 2 * GB],
  ["all that a small one has", 1 * GB, null, 1 * GB],
  ["what the settings say", 64 * GB, 3 * GB, 3 * GB],
])("an agent may take %s", (_, totalBytes, memoryBytes, expected) => {
  expect(computeCeiling({ ...limits, memoryBytes }, totalBytes)).toEqual({ memoryBytes: expected, processes: 1_024 });
});

const app = projectId("app");
const parts: FleetParts = {
  ...{ folder: tmpdir(), turnsMax: () => 7, nowMs: Date.now, env: { AO_LOAD_PER_CORE: "100000" } },
  agents: () => [],
  used: () => new Map(),
  observedBytes: () => null,
};

test("this machine can be read", () => {
  const { totalBytes, freeBytes, load } = createMachine(tmpdir());
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
  expect(createFleet(parts).limits()).toMatchObject({ turnsMax: 7, slowedBy: null });
  if (load > 0.1)
    expect(createFleet({ ...parts, env: { AO_LOAD_PER_CORE: "0.00001" } }).limits().slowedBy).toMatch(/one at a time/);
});

test("an agent needs what its settings say, more if its turns took more, and never more than its ceiling", () => {
  const agents = () => [
    { project: app, specialist: null, limits },
    { project: app, specialist: "big", limits },
    { project: app, specialist: "small", limits: { ...limits, memoryBytes: 600 * MB } },
  ];
  const observed = new Map([
    [formatAgentKind(app, "big"), 900 * MB],
    [formatAgentKind(app, "small"), 700 * MB],
  ]);
  const use = { memoryBytes: 40 * MB, residentBytes: 60 * MB, tmpfsBytes: 0, processes: 3 };
  const used = () => new Map([["app-1", use]]);
  const fleet = createFleet({ ...parts, agents, used, observedBytes: (kind) => observed.get(kind) ?? null });
  expect(fleet.limits().memory).toMatchObject({
    expectedBytes: new Map([
      ["app/", 500 * MB],
      ["app/big", 900 * MB],
      ["app/small", 600 * MB],
    ]),
    usedBytes: new Map([["app-1", 40 * MB]]),
    otherwiseBytes: 500 * MB,
  });
});

test("a project that is added right after the machine was read counts at once", () => {
  const agents: FleetAgent[] = [];
  const fleet = createFleet({ ...parts, agents: () => agents });
  expect(fleet.limits().memory?.otherwiseBytes).toBe(0);
  agents.push({ project: app, specialist: null, limits });
  expect(fleet.limits().memory).toMatchObject({
    expectedBytes: new Map([["app/", 500 * MB]]),
    otherwiseBytes: 500 * MB,
  });
});

test("memory is short when it is not enough for one more agent", () => {
  const needing = (reservationBytes: number) => () => [
    { project: app, specialist: null, limits: { ...limits, reservationBytes } },
  ];
  expect(createFleet({ ...parts, agents: needing(1) }).isShortOfMemory()).toBe(false);
  expect(createFleet({ ...parts, agents: needing(1e15) }).isShortOfMemory()).toBe(true);
});
