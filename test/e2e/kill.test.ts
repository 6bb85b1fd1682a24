/**
 * The daemon is killed again and again while agents work and people write to them: no line of an agent is missing, and no
 * message is lost or handed over twice.
 */
import { expect, test } from "vitest";
import { findUsableTmux } from "../../src/plugins/runtime/tmux/usable-tmux.ts";
import { Deaths, KilledDaemon, type Death } from "../fixtures/killed-daemon.ts";
import { MarkedAgents, seeded } from "../fixtures/marked-agents.ts";
import type { RuntimeKind } from "../fixtures/real-turns.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
const KILLS = isLong ? 200 : 40;
const SESSIONS = 8;
/** In one life of the daemon. */
const WRITTEN = 2;

/** Every named point, the rarest first, and between them a moment after a commit. */
function deathOf(n: number, deaths: Deaths, random: () => number): Death {
  const some = 1 + Math.floor(random() * 6);
  if (n % 2 === 0) return { kind: "after_commit", n: some, ms: Math.floor(random() * 50) };
  const name = deaths.rarest();
  return { kind: "failpoint", name, n: name === "recover" || deaths.of(name) === 0 ? 1 : some };
}

const hasTmux = (await findUsableTmux()).ok;
const runtimes: readonly RuntimeKind[] = isLong && hasTmux ? ["process", "tmux"] : ["process"];

test.each(runtimes)(
  `${KILLS} kills while ${SESSIONS} agents work on %s: no line is missing, no message lost or doubled`,
  async (runtime) => {
    const random = seeded(7);
    const agents = new MarkedAgents({ runtime, sessions: SESSIONS, random });
    const daemon = new KilledDaemon(agents.home);
    daemon.live();
    await agents.addProject();
    await daemon.end();

    agents.startSessions();
    const deaths = new Deaths();
    for (let n = 0; n < KILLS; n += 1) {
      for (let k = 0; k < WRITTEN; k += 1) agents.write();
      deaths.add(await daemon.die(deathOf(n, deaths, random)));
    }
    process.stdout.write(`${KILLS} kills on ${runtime}: ${String(deaths)}\n`);
    expect(deaths.of(deaths.rarest()), `kills at ${deaths.rarest()}`).toBeGreaterThan(0);
    expect(deaths.of("after_commit"), "kills a moment after a commit").toBeGreaterThan(KILLS / 4);

    daemon.live();
    await agents.allRead();
    agents.expectNothingLostOrDoubled();
    agents.expectWholeTurns();
    await daemon.end();
  },
  1_800_000,
);
