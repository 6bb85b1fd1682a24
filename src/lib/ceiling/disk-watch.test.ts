import { expect, test } from "vitest";
import { openDiskWatch } from "./disk-watch.ts";

const GB = 1_000_000_000;
const ROUND_MS = 2_000;

/** A disk and a clock of our own; a look at a folder takes `lookMs`. */
function aDisk({ lookMs = 1_000 } = {}) {
  const sizes = new Map<string, number>();
  const looks: string[] = [];
  let [nowMs, free] = [0, 500 * GB];
  const watch = openDiskWatch({
    nowMs: () => nowMs,
    freeBytesAt: () => free,
    measure: async (folder) => {
      looks.push(folder);
      nowMs += lookMs;
      return { bytes: sizes.get(folder) ?? 0, isWhole: true };
    },
  });
  return {
    watch,
    looks,
    grow: (folder: string, bytes: number) => {
      sizes.set(folder, (sizes.get(folder) ?? 0) + bytes);
      free -= bytes;
    },
    free: (bytes: number) => void (free += bytes),
    rounds: async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        nowMs += ROUND_MS;
        watch.round();
        await new Promise(setImmediate);
      }
    },
  };
}

test("while nothing grows, looks take a fiftieth of the time, one after another", async () => {
  const { watch, looks, rounds } = aDisk();
  const names = Array.from({ length: 30 }, (_, n) => `/w${n}`);
  for (const name of names) watch.add(name, { bytes: 20 * GB, folders: [name] });
  await rounds(1_500);
  expect(looks.length).toBeGreaterThan(40);
  expect(looks.length).toBeLessThanOrEqual((1_500 * ROUND_MS) / 50_000 + 1);
  expect(new Set(looks.slice(0, 30)).size).toBe(30);
});

test("one that could be beyond its ceiling, for all that the disk tells, is looked at at once", async () => {
  const { watch, looks, grow, rounds } = aDisk();
  for (const name of ["/a", "/b"]) watch.add(name, { bytes: 20 * GB, folders: [name] });
  await rounds(1);
  grow("/b", 19 * GB);
  await rounds(5);
  expect(looks).toEqual([]);
  grow("/b", 2 * GB);
  await rounds(6);
  expect(looks.toSorted()).toEqual(["/a", "/b"]);
  expect([watch.usedBytes("/a"), watch.usedBytes("/b")]).toEqual([0, 21 * GB]);
});

test("what others free meanwhile hides nobody", async () => {
  const { watch, grow, free, rounds } = aDisk();
  watch.add("/a", { bytes: 20 * GB, folders: ["/a"] });
  for (let n = 0; n < 5; n += 1) {
    await rounds(1);
    grow("/a", 5 * GB);
    await rounds(1);
    free(5 * GB);
  }
  await rounds(2);
  expect(watch.usedBytes("/a")).toBe(25 * GB);
});

test("all its folders count, and one that was let go is not looked at any more", async () => {
  const { watch, looks, grow, rounds } = aDisk();
  watch.add("turn", { bytes: GB, folders: ["/workspace", "/logs"] });
  await rounds(1);
  grow("/logs", 2 * GB);
  await rounds(1);
  expect(watch.usedBytes("turn")).toBe(2 * GB);
  watch.remove("turn");
  grow("/logs", 2 * GB);
  await rounds(60);
  expect(looks).toEqual(["/workspace", "/logs"]);
  expect(watch.usedBytes("turn")).toBeNull();
});

test("whoever asks is told what one takes now, not what it took at the last look", async () => {
  const { watch, grow } = aDisk();
  watch.add("/a", { bytes: 20 * GB, folders: ["/a"] });
  grow("/a", 3 * GB);
  expect(await watch.look("/a")).toBe(3 * GB);
  grow("/a", 2 * GB);
  expect([watch.usedBytes("/a"), await watch.look("/a"), watch.usedBytes("/a")]).toEqual([3 * GB, 5 * GB, 5 * GB]);
  expect(await watch.look("/b")).toBeNull();
});
