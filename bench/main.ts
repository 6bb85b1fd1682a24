/** `npm run bench [NAME…]`: each benchmark prints a ratio to a reference measured in the same run. */
import { benchBoot } from "./boot.ts";
import { benchBusy } from "./busy.ts";
import { benchCli } from "./cli.ts";
import { benchCrowd } from "./crowd.ts";
import { benchCycles } from "./cycles.ts";
import { benchFlood } from "./flood.ts";
import { benchGrowth } from "./growth.ts";
import { benchIdle } from "./idle.ts";
import { benchLanding } from "./landing.ts";
import { benchList } from "./list.ts";
import { benchLoop } from "./loop.ts";
import type { Line } from "./report.ts";
import { benchSetup } from "./setup.ts";
import { benchStart } from "./start.ts";
import { benchTold } from "./told.ts";
import { benchWorkspace } from "./workspace.ts";

const benchmarks: Readonly<Record<string, () => Promise<readonly Line[]>>> = {
  // Boot goes first: it measures the memory of a process that has done nothing else.
  boot: benchBoot,
  // Loaded only when asked for: the browser's driver would count as memory of the boot.
  board: async () => (await import("./board.ts")).benchBoard(),
  diff: async () => (await import("./diff.ts")).benchDiff(),
  screen: async () => (await import("./screen.ts")).benchScreen(),
  busy: benchBusy,
  cli: benchCli,
  crowd: benchCrowd,
  cycles: benchCycles,
  flood: benchFlood,
  // The schema of GitHub would count as memory of the boot, too.
  github: async () => (await import("./github.ts")).benchGithub(),
  growth: benchGrowth,
  idle: benchIdle,
  landing: benchLanding,
  list: benchList,
  loop: benchLoop,
  setup: benchSetup,
  start: benchStart,
  told: benchTold,
  workspace: benchWorkspace,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`);
  process.exit(2);
}

let allHold = true;
for (const [name, run] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const { what, measured, goal, holds } of await run()) {
    console.log(`${holds ? "holds" : "FAILS"}  ${what.padEnd(66)} ${measured.padEnd(40)} ${goal}`);
    allHold &&= holds;
  }
}
process.exitCode = allHold ? 0 : 1;
