/** Freeze windows, owners, protected paths, heads and clocks: the world sees what was passed over. */
import { describe, expect, test } from "vitest";
import { candidateId, changeId, sessionId } from "../../src/domain/model/ids.ts";
import type { PolicyRules, ReactionRule } from "../../src/domain/model/rules.ts";
import type { ForgeChange } from "./forge-state.ts";
import { SWEEP_MS } from "./agent-clock.ts";
import { checkQuiet } from "./liveness.ts";
import { isFrozenAt, wasFrozen } from "./policy-truth.ts";
import { aStandIn, type StandIn } from "./stand-in.ts";
import { plainRules } from "./swarm-rules.ts";
import { writer } from "./visitors.ts";

const HOUR_MS = 3_600_000;
const withPolicy = (policy: Partial<PolicyRules>) => ({ policy: { ...plainRules().policy, ...policy } });

describe("a freeze", () => {
  const weekend = { freeze: [{ from: 5 * 1440, to: 120 }] };
  const policy = { ...plainRules().policy, ...weekend };

  test("runs over the end of the week", () => {
    expect([0, 119, 120, 5 * 1440 - 1, 5 * 1440, 7 * 1440 - 1].map((at) => isFrozenAt(policy, at))).toEqual([
      ...[true, true, false],
      ...[false, true, true],
    ]);
  });

  test("that is over is remembered for as long as things settle", () => {
    const { clock } = aStandIn().world;
    clock.jump(3 * HOUR_MS);
    expect(wasFrozen(policy, clock, 0)).toBe(false);
    clock.awakeMs += HOUR_MS;
    expect([wasFrozen(policy, clock, HOUR_MS / 2), wasFrozen(policy, clock, 2 * HOUR_MS)]).toEqual([false, true]);
  });

  test("I20: nothing lands in it, but for what was on its way when it began", async () => {
    const frozen = aStandIn(withPolicy(weekend));
    await frozen.land(await frozen.change("feat(1)"));
    expect(frozen.broken()).toEqual(["I20"]);

    const begun = aStandIn(withPolicy({ freeze: [{ from: 60, to: 600 }] }));
    const change = await begun.change("feat(1)");
    begun.world.clock.jump(2 * HOUR_MS);
    await begun.land(change);
    expect(begun.broken()).toEqual([]);

    const over = aStandIn(withPolicy(weekend));
    over.world.clock.jump(3 * HOUR_MS);
    await over.land(await over.change("feat(1)"));
    expect(over.broken()).toEqual([]);
  });
});

test("I21: a path with owners needs the word of one of them, on the head that lands", async () => {
  const owned = withPolicy({ codeOwners: true });
  for (const [by, broken] of [
    ["bob", ["I21"]],
    ["ann", []],
  ] as const) {
    const daemon = aStandIn(owned);
    const change = await touching(daemon, "shared.txt");
    daemon.world.visitors.approve(daemon.project, change, writer(by));
    await daemon.land(change);
    expect([by, daemon.broken()]).toEqual([by, broken]);
  }
});

test("I22: a protected path, and our own settings, need a person's word", async () => {
  for (const path of ["shared.txt", "agent-orchestrator.yaml"]) {
    const bare = aStandIn(withPolicy({ protectedPaths: ["shared.txt"] }));
    await bare.land(await touching(bare, path));
    expect(bare.broken()).toEqual(["I22"]);

    const approved = aStandIn(withPolicy({ protectedPaths: ["shared.txt"] }));
    const change = await touching(approved, path);
    approved.world.visitors.approve(approved.project, change, writer("cyd"));
    await approved.land(change);
    expect(approved.broken()).toEqual([]);
  }
});

test("I23: what lands was built from the head that stands there", async () => {
  const daemon = aStandIn();
  const { plugin, state } = daemon.project.forge;
  const first = await daemon.change("feat(1)");
  const candidate = candidateId("k1");
  const base = { base: state.base, onto: state.baseHead.commit };
  const changes = [{ id: first.id, head: first.head.commit }];
  const built = await daemon.get(plugin.buildCandidate({ candidate, ...base, changes, strategy: "squash" }));
  if (built.kind !== "built") throw new Error("it was not built");
  await daemon.check({ id: first.id, head: built.made }, candidate);
  const { id, head, version } = await daemon.change("feat(1)\nfeat(2)");
  const judged = [{ id, head: head.commit, version }];
  await daemon.get(plugin.land({ candidate, ...base, made: built.made, changes: judged }));
  expect(daemon.broken()).toEqual(["I23"]);
});

describe("I24: the agent's clock", () => {
  const ciFailed: Partial<ReactionRule> = { retriesMax: 4, escalateAfter: { kind: "time", ms: HOUR_MS } };
  const { reactions } = plainRules();
  const timed = { reactions: { ...reactions, "ci-failed": { ...reactions["ci-failed"], ...ciFailed } } };

  /** Red, told, and then so long with the agent and with the checks before a person is told. */
  async function escalated(agentMs: number, checksMs: number, sleepMs = 0): Promise<readonly string[]> {
    const daemon = aStandIn(timed);
    const red = await daemon.change("broken(1)");
    daemon.world.sessions.meet(sessionId("s1"), daemon.project.id, red.branch);
    await daemon.check(red, "run-1");
    daemon.world.clock.awakeMs += agentMs / 2;
    if (sleepMs > 0) daemon.world.clock.jump(sleepMs);
    daemon.world.clock.awakeMs += agentMs / 2;
    await daemon.change("broken(1)\nbroken(2)");
    daemon.world.clock.awakeMs += checksMs;
    const notice = { key: "n1", title: `ci · ${red.id}`, message: "Checks failed", level: "urgent" } as const;
    const about = { kind: "set_aside", what: "x" } as const;
    await daemon.get(daemon.project.desk.plugin.notify({ ...notice, sessionId: null, url: null, about }));
    return daemon.broken();
  }

  test("stands still while the checks have the next step", async () => {
    expect(await escalated(0.5 * HOUR_MS, HOUR_MS)).toEqual(["I24"]);
  });

  test("does not stop for a head that is shown again after the daemon died", async () => {
    const daemon = aStandIn(timed);
    const { forge, ci } = daemon.project;
    const red = await daemon.change("broken(1)");
    await daemon.get(forge.plugin.read(red.id));
    daemon.world.daemonDied();
    await daemon.check(red, "run-1");
    daemon.world.clock.awakeMs += HOUR_MS / 2;
    await daemon.get(forge.plugin.read(red.id));
    daemon.world.clock.awakeMs += HOUR_MS / 2;
    expect(ci.hasRun(red.head.tree)).toBe(true);
    const clock = forge.state.changes.get(red.id)?.ci.agentClock;
    expect(clock?.totalMs()).toBeGreaterThanOrEqual(HOUR_MS);
  });

  test("runs through as much of a sleep as the daemon had planned to be silent", async () => {
    const plannedMs = SWEEP_MS;
    expect(await escalated(HOUR_MS - plannedMs, 0, 8 * HOUR_MS)).toEqual([]);
    expect(await escalated(HOUR_MS - plannedMs, 0, plannedMs / 2)).toEqual(["I24"]);
    expect(await escalated(HOUR_MS / 2, 0, 8 * HOUR_MS)).toEqual(["I24"]);
  });

  test("runs while the agent has it", async () => {
    expect(await escalated(HOUR_MS, 0)).toEqual([]);
  });
});

test("I25: what a turn cost is counted once", async () => {
  const daemon = aStandIn();
  await daemon.turn("Do task(p1-i1)");
  const id = sessionId("s1");
  const spentUsd = daemon.world.sessions.all.get(id)?.spentUsd ?? 0;
  const nothing = { messageWith: () => null, acknowledged: [], queues: [] };
  const session = { id, isLive: true, openTurn: null, spentUsd };
  checkQuiet(daemon.world, { ...nothing, sessions: [session] });
  expect(daemon.broken()).toEqual([]);
  checkQuiet(daemon.world, { ...nothing, sessions: [{ ...session, spentUsd: 2 * spentUsd }] });
  expect(daemon.broken()).toEqual(["I25"]);
});

async function touching(daemon: StandIn, path: string): Promise<ForgeChange> {
  const { path: at } = await daemon.workspace();
  const directory = daemon.project.workspaces.at(at);
  if (directory === undefined) throw new Error("there is no directory");
  daemon.project.workspaces.commit(directory, { more: new Map([[path, "feat(1)"]]), parents: [], by: "agent" });
  const { id } = await daemon.publish();
  const change = daemon.project.forge.state.changes.get(changeId(id));
  if (change === undefined) throw new Error("there is no change");
  return change;
}
