/** How long the command line takes beside an empty program on the same Node: `node -e 0`. Runs are interleaved. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fixtureDaemon } from "../src/cli/testing/fixture-daemon.ts";
import { aFleet } from "../src/cli/testing/views.ts";
import { installed, medians, timed } from "./installed.ts";
import { timesAtMost, type Line } from "./report.ts";

const ROUNDS = 40;

export async function benchCli(): Promise<readonly Line[]> {
  const daemon = await fixtureDaemon({ listSessions: () => [...aFleet], listProjects: () => [] });
  const folder = installed();
  const ao = join(folder, "ao");
  const env = { ...process.env, AO_HOME: daemon.home };
  try {
    const [empty = 0, version = 0, help = 0, list = 0] = await medians(ROUNDS, [
      () => timed(process.execPath, ["-e", "0"], env),
      () => timed(ao, ["--version"], env),
      () => timed(ao, ["--help"], env),
      () => timed(ao, ["list"], env),
    ]);
    return [
      timesAtMost("ao --version beside node -e 0", version, empty, 1.5),
      timesAtMost("ao --help beside node -e 0", help, empty, 1.5),
      timesAtMost("ao list, the daemon running, beside node -e 0", list, empty, 2.5),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await daemon.close();
  }
}
