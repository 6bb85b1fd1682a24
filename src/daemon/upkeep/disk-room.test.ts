import { expect, test } from "vitest";
import type { DiskSettings } from "../../config/resolve/daemon-settings.ts";
import { openDiskRoom } from "./disk-room.ts";

const GB = 1_000_000_000;
const MINUTE_MS = 60_000;

function aRoom({
  freeBytes = 100 * GB,
  settings = {},
  homeBytes = 0,
  canFree = Infinity,
}: {
  freeBytes?: number;
  settings?: Partial<DiskSettings>;
  homeBytes?: number;
  canFree?: number;
}) {
  const [wanted, measured] = [[] as number[], [] as number[]];
  const state = { nowMs: Date.parse("2026-01-01T00:00:00Z"), freeBytes, homeBytes, canFree };
  const room = openDiskRoom({
    ...{
      folder: "/home",
      log: { info: () => {}, warn: () => {}, error: () => {} },
      nowMs: () => state.nowMs,
    },
    settings: () => ({ homeBytesMax: null, keepFreeBytes: null, ...settings }),
    readDisk: () => ({ freeBytes: state.freeBytes, totalBytes: 200 * GB }),
  });
  const look = (minutes = 0): Promise<void> => {
    state.nowMs += minutes * MINUTE_MS;
    return room.look({
      measureHome: async () => (measured.push(state.homeBytes), state.homeBytes),
      makeRoom: async (bytes) => {
        wanted.push(bytes);
        const freed = Math.min(bytes, state.canFree);
        return freed === 0 ? [] : [{ what: "cache of a project", path: "/home/cache/app", bytes: freed }];
      },
    });
  };
  return { room, state, look, wanted, measured };
}

test("with enough room nothing is looked for", async () => {
  const { look, wanted, measured, room } = aRoom({});
  await look();
  expect([wanted, measured, room.refusedBy(), room.findings()]).toEqual([[], [], null, []]);
});

test("below the reserve room is made for what is missing, and again only after a while", async () => {
  const { look, wanted, room } = aRoom({ freeBytes: 0.5 * GB });
  await look();
  await look(1);
  expect(wanted).toEqual([1.5 * GB]);
  await look(5);
  expect(wanted).toHaveLength(2);
  expect(room.findings()).toEqual([
    expect.objectContaining({ state: "ok", text: "1 old thing was removed to make room: 1.5 GB, 2026-01-01T00:06Z" }),
  ]);
});

test("a home beyond its bound is made smaller; what cannot go lets new sessions wait until it fits", async () => {
  const bound = { settings: { homeBytesMax: 50 * GB }, homeBytes: 60 * GB, canFree: 4 * GB };
  const { look, wanted, room, state, measured } = aRoom(bound);
  await look();
  expect(wanted).toEqual([10 * GB]);
  expect(room.refusedBy()).toMatch(/takes 56\.0 GB of at most 50\.0 GB/);
  expect(room.findings().map(({ state: one }) => one)).toEqual(["ok", "broken"]);
  state.homeBytes = 40 * GB;
  await look(5);
  expect(room.refusedBy()).toBeNull();
  await look(30);
  expect(measured).toHaveLength(2);
});
