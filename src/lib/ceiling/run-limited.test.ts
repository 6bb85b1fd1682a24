/** Programs that are waited for, by every means this machine has. */
import { describe, expect, test } from "vitest";
import { watchedOnly, type Ceiling, type CeilingMeans } from "./ceiling.ts";
import { findCeilings } from "./find-ceilings.ts";
import { describeBreach } from "./ceiling.ts";
import { runLimited } from "./run-limited.ts";

const MB = 1_000_000;
const { means: best } = await findCeilings({ env: process.env, mayMove: false });
const all = best.name === "watched" ? [watchedOnly] : [best, watchedOnly];
const script = (text: string) => ({ program: "/bin/sh", args: ["-c", text], timeoutMs: 60_000 });
/** `tail` keeps all of it until somebody reads, and nobody does. */
const EATS = "head -c 1000000000 /dev/zero | tail -c 1000000000 | sleep 30; echo late";

describe.for(all.map((means) => [means.name, means] as const))("%s", ([, means]) => {
  const limited = (text: string, ceiling: Partial<Ceiling> = {}, more: { readonly signal?: AbortSignal } = {}) =>
    runLimited(
      { ...script(text), ...more },
      { means, ceiling: { memoryBytes: 200 * MB, processes: 200, ...ceiling }, prefix: "ao-test-" },
    );

  test("one that stays below its ceiling ends as it would have", async () => {
    expect(await limited("cat; echo out; echo err >&2; exit 3")).toEqual({
      ...{ ok: true, code: 3, stdout: "out\n", stderr: "err\n" },
    });
  });

  test("one that takes too much is ended with all that it started", async () => {
    expect(await limited(EATS)).toMatchObject({ ok: false, reason: "memory_limit" });
  });

  test("one that forks too much fails by it", async () => {
    const forks = "for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 5 & done; wait; exit 3";
    expect(await limited(forks, { processes: 12 })).toMatchObject({ ok: false, reason: "process_limit" });
  });

  test("one that is called off was called off", async () => {
    const signal = AbortSignal.timeout(300);
    expect(await limited("sleep 30", {}, { signal })).toMatchObject({ ok: false, reason: "aborted" });
  });
});

test("a means that cannot make a group now leaves the program to be watched", async () => {
  const full: CeilingMeans = {
    ...watchedOnly,
    wrap: () => {
      throw Object.assign(new Error("no room"), { code: "ENOSPC" });
    },
  };
  const limits = { means: full, ceiling: { memoryBytes: 200 * MB, processes: 200 }, prefix: "ao-test-" };
  expect(await runLimited(script("echo here"), limits)).toMatchObject({ ok: true, code: 0, stdout: "here\n" });
});

test("without limits it is only run", async () => {
  expect(await runLimited(script("exit 4"), undefined)).toMatchObject({ ok: true, code: 4 });
});

test.each([
  ["memory_limit", "took more memory than its limit of 2.0 GB and was ended (memory_limit)"],
  ["process_limit", "wanted more than 64 processes and threads, its limit (process_limit)"],
  ["out_of_memory", "was ended by the system, which had no memory left (out_of_memory)"],
] as const)("%s in words", (breach, words) => {
  expect(describeBreach(breach, { memoryBytes: 2_000 * MB, processes: 64 })).toBe(words);
});
