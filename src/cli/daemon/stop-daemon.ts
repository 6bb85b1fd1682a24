/** `ao stop` alone: the daemon ends, agents live on and are found again. */
import { setTimeout as pause } from "node:timers/promises";
import { resolveHome } from "../../config/home.ts";
import { findLiving } from "./connect.ts";
import { createDaemonClient } from "./daemon-client.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { endSupervisors, findSupervisors } from "./find-supervisors.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { createSpan } from "../render/line.ts";
import { runWithProgress } from "../render/progress.ts";
import { showAnswer } from "../show.ts";

export async function stopDaemon(io: Io): Promise<void> {
  const isUp = await endDaemon(io);
  const said = isUp
    ? "the daemon has stopped; agents keep running, and `ao start` finds them again"
    : "the daemon is not running";
  showAnswer(io, {
    json: () => ({ stopped: isUp }),
    records: () => [[isUp ? "stopped" : "not running"]],
    lines: () => [[createSpan(said)]],
  });
}

/** What is under way in it has ten seconds. */
const GONE_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** Resolves when it is gone, so that the next one can start at once. False: there was none, nor one about to come. */
export async function endDaemon(io: Io): Promise<boolean> {
  const home = resolveHome(io.env);
  const place = findLiving(home);
  if (place === null) {
    const waiting = await findSupervisors(home);
    await endSupervisors(waiting);
    return waiting.length > 0;
  }
  await createDaemonClient(io.env).stopDaemon({});
  await runWithProgress(io, "stopping the daemon", async () => {
    const untilMs = Date.now() + GONE_WITHIN_MS;
    while (isAlive(place.pid)) {
      if (Date.now() > untilMs)
        throw new CliFailure({
          code: "not_stopped",
          message: `the daemon was asked to stop and is still there (process ${place.pid})`,
          try: [`kill ${place.pid}`],
        });
      await pause(LOOK_EVERY_MS);
    }
  });
  return true;
}
