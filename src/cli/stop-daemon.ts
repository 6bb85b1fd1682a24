/** `ao stop` alone: the daemon ends, agents live on and are found again. */
import { homeOf } from "../config/home.ts";
import { daemonClient } from "./daemon-client.ts";
import { readDaemonFile } from "./parse-daemon-file.ts";
import type { Io } from "./render/io.ts";
import { span } from "./render/line.ts";
import { show } from "./show.ts";

export async function stopDaemon(io: Io): Promise<void> {
  const isUp = readDaemonFile(homeOf(io.env).daemon) !== null;
  if (isUp) await daemonClient(io.env).stopDaemon({});
  const said = isUp ? "the daemon stops; agents live on and are found again" : "the daemon is not running";
  show(io, {
    json: () => ({ stopped: isUp }),
    records: () => [[isUp ? "stopped" : "not running"]],
    lines: () => [[span(said)]],
  });
}
