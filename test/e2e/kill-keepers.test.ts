/**
 * Who holds terminals is killed while agents work: the host, and the tmux server. A turn on files does not notice. One on
 * a screen dies with it: its session goes on in a new turn, and no message is lost or handed over twice.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatTmuxSocket } from "../../src/lib/process/tmux-socket.ts";
import { createTmuxServer } from "../../src/plugins/runtime/tmux/tmux-server.ts";
import { findUsableTmux } from "../../src/plugins/runtime/tmux/usable-tmux.ts";
import { KilledDaemon } from "../fixtures/killed-daemon.ts";
import { MarkedAgents, seeded, until } from "../fixtures/marked-agents.ts";
import { hostPid, lives, type RuntimeKind } from "../fixtures/real-turns.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
const KILLS = isLong ? 50 : 3;
const SESSIONS = isLong ? 8 : 4;
const tmux = await findUsableTmux();

type Keeper = { readonly name: string; readonly pid: (home: string) => Promise<number | null> };

const host: Keeper = { name: "the host", pid: hostPid };
const server: Keeper = {
  name: "the tmux server",
  pid: async (home) => {
    if (!tmux.ok) return null;
    const asked = await createTmuxServer(tmux.program, formatTmuxSocket(home)).ask(["display-message", "-p", "#{pid}"]);
    return asked.ok ? Number(asked.value) : null;
  },
};

type Way = { readonly runtime: RuntimeKind; readonly drive: "turns" | "terminal"; readonly keeper: Keeper };

const ways: readonly Way[] = [
  { runtime: "tmux", drive: "turns", keeper: server },
  { runtime: "tmux", drive: "terminal", keeper: server },
  { runtime: "process", drive: "terminal", keeper: host },
];

for (const { runtime, drive, keeper } of ways) {
  const what = drive === "turns" ? "on files: they do not notice" : "on a screen: their sessions go on";
  test.skipIf(runtime === "tmux" && !tmux.ok)(
    `${keeper.name} is killed ${KILLS} times under agents ${what}${tmux.ok ? "" : " (needs tmux)"}`,
    async () => {
      const random = seeded(11);
      const agents = new MarkedAgents({ runtime, drive, sessions: SESSIONS, restarts: 100, random });
      const daemon = new KilledDaemon(agents.home);
      daemon.live();
      await agents.addProject();
      agents.startSessions();
      for (let n = 0; n < KILLS; n += 1) {
        const before = agents.turns();
        for (let k = 0; k < SESSIONS; k += 1) agents.write();
        await until(() => agents.turns() > before);
        await killed(keeper, agents.home);
        // The daemon, too, now and then: the next one finds what the first had no time to see.
        if (n % 3 === 2) {
          await daemon.killNow();
          daemon.live();
        }
      }
      await agents.allRead();
      if (drive === "terminal") {
        agents.expectNothingDoubled();
        expect(agents.turns("no ending"), "turns that were cut off").toBeGreaterThan(0);
      } else {
        agents.expectNothingLostOrDoubled();
        agents.expectWholeTurns();
      }
      expect(complaintsIn(agents.home)).toEqual([]);
      await daemon.end();
    },
    1_200_000,
  );
}

async function killed(keeper: Keeper, home: string): Promise<void> {
  let pid: number | null = null;
  await until(async () => (pid = await keeper.pid(home)) !== null);
  if (pid === null) return;
  process.kill(pid, "SIGKILL");
  await until(() => pid !== null && !lives(pid));
}

function complaintsIn(home: string): readonly string[] {
  const lines = readFileSync(`${home}/logs/daemon.log`, "utf8").split("\n");
  return lines.filter((line) => line.includes('"level":50'));
}
