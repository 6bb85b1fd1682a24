/** `ao list` on a real daemon that knows a thousand sessions at rest. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { projectId } from "../src/domain/model/ids.ts";
import { runProgram } from "../src/lib/run.ts";
import { fileStore, idleSession } from "./fleet.ts";
import { installed, medians, timed } from "./installed.ts";
import { withRealDaemon } from "./real-daemon.ts";
import { atMost, type Line } from "./report.ts";

const STORED = 1_000;
const ROUNDS = 20;

export function benchList(): Promise<readonly Line[]> {
  return withRealDaemon({ files: 20, agent: ["true"], turnsMax: 5 }, async ({ home, restart }) => {
    await restart(() => storeSessions(home));
    const folder = installed();
    try {
      const ao = join(folder, "ao");
      const env = { ...process.env, AO_HOME: home };
      const all = await runProgram({ program: ao, args: ["list", "--json"], env, timeoutMs: 30_000 });
      const listed: unknown = JSON.parse(all.stdout);
      if (!Array.isArray(listed) || listed.length !== STORED) throw new Error(`ao list: ${all.stdout}${all.stderr}`);
      const [list = 0] = await medians(ROUNDS, [() => timed(ao, ["list"], env)]);
      return [atMost(`ao list with ${STORED.toLocaleString("en")} sessions at rest`, list, 150, "ms")];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

function storeSessions(home: string): void {
  const store = fileStore(home);
  store.transaction(() => {
    for (let n = 0; n < STORED; n += 1)
      store.sessions.save(idleSession(projectId("app"), n), { wants: null, dueMs: null });
  });
  store.close();
}
