/**
 * Keeps the daemon up: a small process of its own, outside the terminal's session, that loads nothing it does not need.
 * A daemon that ended by itself is not missed, nor one that refused to start: it has said why. Any other death is
 * answered with a new daemon, a few times, then given up; the next `ao` command that needs one starts again.
 *
 * Arguments: the file that names the daemon's program, the log, then what is handed to the daemon.
 */
import { openSync, readFileSync, writeSync } from "node:fs";
import { attend, type Attended } from "../../lib/run.ts";
import { exitCodes } from "./exit-codes.ts";
import { argvIn } from "./parse-program.ts";
import { nextStart, type Death } from "./restarts.ts";

process.title = "ao supervisor";
// The terminal that started us may go; we and the daemon stay.
process.on("SIGHUP", () => undefined);

const [programFile = "", logFile = "", ...args] = process.argv.slice(2);
const log = openSync(logFile, "a", 0o600);

let daemon: Attended | null = null;
let isAskedToEnd = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    isAskedToEnd = true;
    daemon?.signal("SIGTERM");
  });
}

const deaths: Death[] = [];
for (;;) {
  const { code, signal } = await oneLife();
  if (isAskedToEnd || code === exitCodes.done || code === exitCodes.refused) break;
  if (code === exitCodes.replaced) continue;
  deaths.push({ atMs: Date.now() });
  const next = nextStart(deaths, Date.now());
  if (next.kind === "give_up") {
    say(
      "error",
      { code, signal },
      "the daemon died too often; it is not started again. `ao doctor` shows what is wrong",
    );
    process.exit(1);
  }
  say("warn", { code, signal, waitMs: next.waitMs }, "the daemon died; it is started again");
  await new Promise((resolve) => setTimeout(resolve, next.waitMs));
}
process.exit(0);

/** The program is named anew each time: an upgraded `ao` may lie elsewhere. */
async function oneLife(): Promise<Awaited<Attended["ended"]>> {
  const [program, ...first] = argvIn(readFileSync(programFile, "utf8"));
  const started = await attend({ program, args: [...first, ...args], stdout: log, stderr: log });
  if (!started.ok) {
    say("error", { error: started.error.message, program }, "the daemon could not be started");
    process.exit(1);
  }
  daemon = started;
  const ended = await started.ended;
  daemon = null;
  return ended;
}

/** In the form of the daemon's own lines. */
function say(level: "warn" | "error", facts: object, message: string): void {
  const line = { level: level === "warn" ? 40 : 50, time: new Date().toISOString(), ...facts, msg: message };
  writeSync(log, `${JSON.stringify(line)}\n`);
}
