/** Boot with ten thousand stored sessions, a thousand of them live: looked at, reconciled, dispatching. */
import { engineOn, fileStore, fill, inFolder, session } from "./fleet.ts";
import { atMost, type Line } from "./report.ts";

const STORED = 10_000;
const LIVE = 1_000;
const PROBE_MS = 1;

export function benchBoot(): Promise<readonly Line[]> {
  return inFolder(async (folder) => {
    const filled = fileStore(folder);
    fill(filled, { stored: STORED, live: LIVE });
    filled.close();
    const startedAt = performance.now();
    const store = fileStore(folder);
    const { engine, calls } = engineOn(store, PROBE_MS);
    await engine.start();
    engine.take([
      {
        news: {
          kind: "command_given",
          by: { kind: "person", name: "bench" },
          command: { kind: "interrupt", session: session(0, true).id },
        },
      },
    ]);
    while (calls.interrupts === 0) await new Promise((resolve) => setImmediate(resolve));
    const seconds = (performance.now() - startedAt) / 1000;
    const megabytes = process.memoryUsage().rss / 1024 / 1024;
    await engine.stop();
    store.close();
    return [
      atMost(`boot with ${STORED} sessions, ${LIVE} live, until the first effect`, seconds, 3, "s"),
      atMost("memory after that boot", megabytes, 200, "MB"),
    ];
  });
}
