/**
 * Agents through the whole loop: a turn, checks, for a third of them a failure told and mended, a candidate, the landing.
 * How long the last one takes, beside the ideal schedule of the same turns and checks on the same slots.
 */
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { idealSeconds, type Work } from "./ideal.ts";
import { withRealDaemon, type RealDaemon, type Setting } from "./real-daemon.ts";
import { timesAtMost, type Line } from "./report.ts";

const SIZES = [10, 30] as const;
const TURNS = 5;
const CHECK_S = 0.3;
/** A turn that mends a failure. */
const MEND_S = 1;
const ALLOWED = 1.2;
const WITHIN_MS = 600_000;

/** Told as `<seconds> <red or green>`: how long its turns take, and what its first head is. */
const AGENT = `name=$AO_SESSION; read -r seconds first < "$AO_PROMPT_FILE"
case $AO_REASON in start) echo "$first" > "$name.txt"; sleep "$seconds" ;; *) echo green > "$name.txt"; sleep ${MEND_S} ;; esac
git add "$name.txt"; git commit -qm "$AO_REASON"`;
const CHECK = `sleep ${CHECK_S}; ! grep -q red app-*.txt`;

export async function benchLoop(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const size of SIZES) lines.push(await benchSize(size));
  return lines;
}

function benchSize(size: number): Promise<Line> {
  const setting: Setting = {
    files: 200,
    agent: ["sh", "-c", AGENT],
    turnsMax: TURNS,
    project: { sandbox: "none", checks: { test: ["sh", "-c", CHECK] } },
    file: { policy: { preset: "hands-off" }, reactions: { "approved-and-green": { auto: true, action: "merge" } } },
  };
  return withRealDaemon(setting, async (daemon) => {
    const work = Array.from({ length: size }, (_, n) => workOf(n));
    const slots = { turns: TURNS, checks: Math.max(1, Math.floor(availableParallelism() / 2)) };
    const idealMs = idealSeconds(work, slots) * 1_000;
    const tookMs = await landAll(daemon, work);
    return timesAtMost(`${size} agents through the whole loop, of the ideal schedule`, tookMs, idealMs, ALLOWED);
  });
}

/** 3 to 5 seconds; every third begins with a red head. */
function workOf(n: number): Work {
  const seconds = 3 + ((n * 7) % 11) / 5;
  return { turnsS: n % 3 === 0 ? [seconds, MEND_S] : [seconds], checkS: CHECK_S };
}

async function landAll({ client }: RealDaemon, work: readonly Work[]): Promise<number> {
  const startedAt = performance.now();
  for (const [n, { turnsS }] of work.entries()) {
    const prompt = `${turnsS[0] ?? 0} ${turnsS.length > 1 ? "red" : "green"}\n`;
    await client.startSession({ projectId: "app", name: `loop-${n}`, prompt });
  }
  while ((await client.listSessions({})).length > 0) {
    if (performance.now() - startedAt > WITHIN_MS) throw new Error("not all have landed");
    await delay(20);
  }
  const tookMs = performance.now() - startedAt;
  const ended = await client.listSessions({ all: true });
  const landed = ended.filter(({ change }) => change?.state === "landed").length;
  if (landed !== work.length) throw new Error(`${landed} of ${work.length} have landed`);
  return tookMs;
}
