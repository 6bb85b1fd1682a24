/** Real programs that take too much: by every means this machine has, only they end, and the turn says why. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessionId, turnId } from "../../../domain/model/ids.ts";
import { watchedOnly } from "../../../lib/ceiling/ceiling.ts";
import { findCeilings } from "../../../lib/ceiling/find-ceilings.ts";
import { findOwnCgroups } from "../../../lib/ceiling/own-cgroups.ts";
import type { RuntimePlugin, TurnLaunch } from "../../../slots/runtime.ts";
import { aFolder, until } from "../../../../test/fixtures/real-turns.ts";
import { createProcessRuntime } from "../process/process-runtime.ts";
import type { TurnHost } from "./turn-host.ts";
import { formatCeilingPrefix, createTurnLimits } from "./turn-limits.ts";

const MB = 1_000_000;
const nobody: TurnHost = {
  start: () => Promise.reject(new Error("no host is needed here")),
  write: () => Promise.reject(new Error("no host is needed here")),
};
const found = await findCeilings({ env: process.env, mayMove: false });
const all = found.means.name === "watched" ? [watchedOnly] : [found.means, watchedOnly];

describe.for(all.map((means) => [means.name, means] as const))("%s", ([, means]) => {
  let home: string;
  let runtime: RuntimePlugin;
  let peaks: [string, number][];
  beforeEach(() => {
    home = aFolder();
    peaks = [];
    const prefix = formatCeilingPrefix(home);
    const onEnd = (session: string, peakBytes: number) => void peaks.push([session, peakBytes]);
    const limits = createTurnLimits({ means, prefix, onEnd, everyMs: 200 });
    runtime = createProcessRuntime({ home, host: nobody, graceMs: 300, limits });
  });
  afterEach(async () => {
    for (const name of ["eater", "neighbour"]) await runtime.signal(turnId(name), "kill");
    await until(() => groupsLeft(home) === 0, "its groups are gone");
    rmSync(home, { recursive: true, force: true });
  });
  const start = (name: string, script: string, ceiling: TurnLaunch["ceiling"], session = `app-${name}`) =>
    runtime.start({
      ...{ turn: turnId(name), session: sessionId(session), cwd: home, stdin: "" },
      argv: [process.execPath, "-e", script],
      env: { PATH: "/usr/bin:/bin" },
      takesFrames: false,
      hasScreen: false,
      confinement: null,
      ...(ceiling === undefined ? {} : { ceiling }),
    });
  const read = (name: string, file: string): string => readFileSync(join(home, "turns", name, file), "utf8");
  const ended = (name: string) => until(() => existsSync(join(home, "turns", name, "exit")), `${name} ends`);

  test("the one that takes everything ends alone, with all that it started", async () => {
    const ceiling = { memoryBytes: 250 * MB, processes: 100 };
    const grow = "const kept = []; setInterval(() => kept.push(Buffer.alloc(10_000_000, 1)), 20)";
    // The parent stays small: it is the child that eats, and both must go.
    await start(
      "eater",
      `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(grow)}]); setInterval(() => {}, 1000)`,
      ceiling,
    );
    const wait = `setTimeout(() => {}, 3000); const kept = Buffer.alloc(60_000_000, 1)`;
    await start("neighbour", wait, ceiling);
    await ended("eater");
    await ended("neighbour");
    expect(read("eater", "cut")).toBe(`memory_limit ${250 * MB}\n`);
    expect(read("eater", "exit").trim()).toBe("137");
    expect([read("neighbour", "exit").trim(), existsSync(join(home, "turns", "neighbour", "cut"))]).toEqual([
      "0",
      false,
    ]);
    await until(() => peaks.length === 2, "both are known to be over");
    const [peak = 0] = peaks.flatMap(([session, bytes]) => (session === "app-neighbour" ? [bytes] : []));
    expect(peak).toBeGreaterThan(60 * MB);
    expect(peak).toBeLessThan(200 * MB);
  });

  test("the one that fills its folder ends alone, and the session has room to clean up in its next turn", async () => {
    const folder = join(home, "workspace");
    mkdirSync(folder);
    const ceiling = { memoryBytes: 2_000 * MB, processes: 100, disk: { bytes: 30 * MB, folders: [folder] } };
    const fill = (name: string): string =>
      `const file = require("fs").openSync(${JSON.stringify(join(folder, name))}, "a");
      setInterval(() => require("fs").writeSync(file, Buffer.alloc(1_000_000, 1)), 20)`;
    await start("eater", fill("big"), ceiling);
    await ended("eater");
    expect(read("eater", "cut")).toBe(`disk_limit ${30 * MB}\n`);
    const cleanUp = `setTimeout(() => require("fs").rmSync(${JSON.stringify(join(folder, "big"))}), 1500)`;
    await start("neighbour", cleanUp, ceiling, "app-eater");
    await ended("neighbour");
    expect([read("neighbour", "exit").trim(), existsSync(join(home, "turns", "neighbour", "cut"))]).toEqual([
      "0",
      false,
    ]);
  });

  test("a fork bomb stays below its own limit", async () => {
    const ceiling = { memoryBytes: 2_000 * MB, processes: 64 };
    const bomb = `
      const { spawn } = require("child_process");
      let n = 0, failed = 0;
      const timer = setInterval(() => {
        if (failed > 0 || n > 300) { clearInterval(timer); process.exitCode = 7; return console.log(n); }
        const child = spawn("/bin/sleep", ["2"], { stdio: "ignore" });
        child.on("error", () => { failed += 1; });
        n += 1;
      }, 10);`;
    await start("eater", bomb, ceiling);
    await ended("eater");
    expect(read("eater", "cut")).toBe("process_limit 64\n");
    if (means.name !== "watched") expect(Number(read("eater", "out"))).toBeLessThan(64);
  });

  test("a turn below its ceiling ends as it would have, and one without a ceiling has none", async () => {
    const wants = "const kept = Buffer.alloc(150_000_000, 1); setTimeout(() => process.exit(5), 700)";
    await start("eater", wants, { memoryBytes: 500 * MB, processes: 100 });
    await start("neighbour", wants, undefined);
    for (const name of ["eater", "neighbour"]) {
      await ended(name);
      expect([read(name, "exit").trim(), existsSync(join(home, "turns", name, "cut"))]).toEqual(["5", false]);
    }
  });
});

test.skipIf(found.means.name !== "cgroup v1")(
  "what the system ended is told also when no daemon was there to see it",
  async () => {
    const home = aFolder();
    const limits = createTurnLimits({ means: found.means, prefix: formatCeilingPrefix(home), everyMs: 3_600_000 });
    const runtime = createProcessRuntime({ home, host: nobody, limits });
    const turn = turnId("eater");
    await runtime.start({
      ...{ turn, session: sessionId("app-1"), cwd: home, stdin: "", env: { PATH: "/usr/bin:/bin" } },
      argv: [process.execPath, "-e", "const kept = []; setInterval(() => kept.push(Buffer.alloc(10_000_000, 1)), 10)"],
      takesFrames: false,
      hasScreen: false,
      confinement: null,
      ceiling: { memoryBytes: 200 * MB, processes: 100 },
    });
    await until(() => existsSync(join(home, "turns", turn, "exit")), "it ends");
    expect(readFileSync(join(home, "turns", turn, "cut"), "utf8")).toBe(`memory_limit ${200 * MB}\n`);
    expect(groupsLeft(home)).toBe(2);
    found.means.sweep(formatCeilingPrefix(home));
    expect(groupsLeft(home)).toBe(0);
    rmSync(home, { recursive: true });
  },
);

/** Groups of this home that are still there. */
function groupsLeft(home: string): number {
  const { memory, pids } = findOwnCgroups();
  const folders = new Set([memory, pids].flatMap((own) => (own === null ? [] : [own.folder])));
  const names = ["eater", "neighbour"].map((name) => `${formatCeilingPrefix(home)}${name}`);
  return [...folders].flatMap((folder) => names.filter((name) => existsSync(join(folder, name)))).length;
}
