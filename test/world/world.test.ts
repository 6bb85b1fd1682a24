/** The world itself: the same seed is the same world, and its faults do what they say. */
import { describe, expect, test } from "vitest";
import { letMicrotasksRun, VirtualClock } from "./clock.ts";
import { noticeKinds } from "./desk.ts";
import { Gateway } from "./gateway.ts";
import { checkQuiet, type Lookups } from "./liveness.ts";
import { Random } from "./random.ts";
import { drawSwarm } from "./swarm.ts";
import { aStandIn } from "./stand-in.ts";
import { createWorld, type World } from "./world.ts";
import { ok } from "../../src/slots/result.ts";
import { messageId, sessionId, turnId } from "../../src/domain/model/ids.ts";
import { Faults, faultKinds, type FaultRates } from "./faults.ts";
import { Ledger } from "./ledger.ts";

const SEEDS = 40;

describe("chance", () => {
  test("a fork is the same however often its siblings were drawn from", () => {
    const left = new Random(7);
    for (let draw = 0; draw < 10; draw += 1) left.fork("other").next();
    expect(left.fork("mine").next()).toBe(new Random(7).fork("mine").next());
  });

  test("weights are kept, and what weighs nothing is never chosen", () => {
    const random = new Random(1);
    const drawn = Array.from({ length: 1_000 }, () => random.weighted({ often: 9, seldom: 1, never: 0 }));
    expect(drawn.filter((kind) => kind === "never")).toEqual([]);
    expect(drawn.filter((kind) => kind === "often").length).toBeGreaterThan(850);
  });

  test("the same seed draws the same world, other seeds draw others", () => {
    expect(drawSwarm(3)).toEqual(drawSwarm(3));
    const rules = new Set(Array.from({ length: SEEDS }, (_, seed) => JSON.stringify(drawSwarm(seed).projects)));
    expect(rules.size).toBe(SEEDS);
  });

  test("the same seed gives the same trace", async () => {
    const traces = await Promise.all([playAlone(5), playAlone(5), playAlone(6)]);
    expect(traces[0]).toBe(traces[1]);
    expect(traces[0]).not.toBe(traces[2]);
  });
});

describe("time", () => {
  test("events run in order of time, equal times in the order they were asked for", () => {
    const clock = new VirtualClock();
    const ran: number[] = [];
    for (const [at, n] of [
      [5, 1],
      [1, 2],
      [5, 3],
      [3, 4],
    ] as const)
      clock.after(at, () => ran.push(n));
    while (clock.step());
    expect(ran).toEqual([2, 4, 1, 3]);
  });

  test("a called-off event does not run", () => {
    const clock = new VirtualClock();
    const ran: number[] = [];
    clock.after(1, () => ran.push(1))();
    clock.after(2, () => ran.push(2));
    while (clock.step());
    expect(ran).toEqual([2]);
  });

  test("a closed lid moves the wall clock and nothing else", () => {
    const clock = new VirtualClock();
    const before = clock.wallMs;
    clock.after(10, () => {});
    clock.jump(1_000);
    expect([clock.wallMs - before, clock.awakeMs, clock.nextMs()]).toEqual([1_000, 0, 10]);
  });
});

test("I13: a request before the cool-down is over", async () => {
  const { gateway, clock, ledger } = aLimitedGateway();
  const first = await clock.drive(gateway.call("since", () => ok(null)));
  expect(first.ok ? null : first.error.code).toBe("rate_limited");
  const waitMs = first.ok ? 0 : (first.error.retryAfterMs ?? 0);
  await clock.drive(clock.sleep(waitMs));
  await clock.drive(gateway.call("since", () => ok(null)));
  expect(ledger.violations).toEqual([]);
  await clock.drive(clock.sleep(1));
  await clock.drive(gateway.call("since", () => ok(null)));
  expect(ledger.violations.map(({ invariant }) => invariant)).toEqual(["I13"]);
});

test("I13: a new daemon is not blamed for what the dead one was told", async () => {
  const { gateway, clock, ledger } = aLimitedGateway();
  await clock.drive(gateway.call("since", () => ok(null)));
  gateway.forget();
  await clock.drive(clock.sleep(1));
  await clock.drive(gateway.call("since", () => ok(null)));
  expect(ledger.violations).toEqual([]);
});

test("I5: a notice that is sent twice, and a trouble that is told twice", async () => {
  const notice = {
    key: "1",
    title: "idle · s1",
    message: "Nothing",
    level: "info",
    sessionId: null,
    url: null,
  } as const;
  const twice = aStandIn();
  await twice.get(twice.project.desk.plugin.notify(notice));
  await twice.get(twice.project.desk.plugin.notify(notice));
  expect(twice.broken()).toEqual(["I5"]);

  const again = aStandIn();
  await again.get(again.project.desk.plugin.notify(notice));
  await again.get(again.project.desk.plugin.notify({ ...notice, key: "2" }));
  expect(again.broken()).toEqual(["I5"]);

  const ci = aStandIn();
  const { id } = await ci.change("broken(1)");
  for (const key of ["1", "2"])
    await ci.get(ci.project.desk.plugin.notify({ ...notice, key, title: `ci · ${id}`, message: key }));
  expect(ci.broken()).toEqual(["I5"]);
});

test("I5: being shown what happened before is a reason to tell again, being shown nothing is none", async () => {
  const daemon = aStandIn();
  const { id, branch, head } = await daemon.change("work");
  const { forge, desk, git } = daemon.project;
  const tell = (key: string) => daemon.get(desk.plugin.notify({ ...readyNotice(id), key }));
  const { sha } = git.commit({ parents: [head.commit], files: new Map([["a", "b"]]), by: "person" });
  const change = forge.state.changes.get(id);
  if (change === undefined) return expect.unreachable(`${branch} has no change`);
  forge.state.moveHead(change, sha);
  await tell("1");
  await daemon.get(forge.plugin.read(id));
  await tell("2");
  expect(daemon.broken()).toEqual([]);
  await tell("3");
  expect(daemon.broken()).toEqual(["I5"]);
});

const readyNotice = (change: string) => ({
  title: `${noticeKinds.ready} · ${change}`,
  message: "Land it",
  level: "action" as const,
  sessionId: null,
  url: null,
});

describe("when all is quiet", () => {
  const nothing: Lookups = { sessions: [], messageWith: () => null, acknowledged: [], queues: [] };

  test("L1: a red change of which nobody was told", async () => {
    const daemon = aStandIn();
    const { id } = await daemon.change("broken(1)");
    await aWhile(daemon.world);
    checkQuiet(daemon.world, nothing);
    expect(daemon.broken()).toEqual(["L1"]);
    expect(daemon.world.violations[0]?.detail).toContain(id);
  });

  test("L1 is kept by a notice", async () => {
    const daemon = aStandIn();
    const { id } = await daemon.change("broken(1)");
    const notice = { key: "1", title: `ci · ${id}`, message: "", level: "info", sessionId: null, url: null } as const;
    await daemon.get(daemon.project.desk.plugin.notify(notice));
    await aWhile(daemon.world);
    checkQuiet(daemon.world, nothing);
    expect(daemon.broken()).toEqual([]);
  });

  test("L2: a change that could land and did not", async () => {
    const daemon = aStandIn();
    await daemon.change("feat(1)");
    await aWhile(daemon.world);
    checkQuiet(daemon.world, nothing);
    expect(daemon.broken()).toEqual(["L2"]);
  });

  test("L2: a red main that matters for nothing need not be told", async () => {
    const daemon = aStandIn();
    daemon.world.visitors.commitToMain(daemon.project, true);
    await aWhile(daemon.world);
    checkQuiet(daemon.world, nothing);
    expect(daemon.world.violations).toEqual([]);
  });

  test("L2: a red main of which nobody was told", async () => {
    const daemon = aStandIn({ watchesBase: true });
    daemon.world.visitors.commitToMain(daemon.project, true);
    await aWhile(daemon.world);
    checkQuiet(daemon.world, nothing);
    const notice = {
      key: "1",
      title: `${noticeKinds.baseRed} · p1`,
      message: "",
      level: "info",
      sessionId: null,
      url: null,
    } as const;
    await daemon.get(daemon.project.desk.plugin.notify(notice));
    checkQuiet(daemon.world, nothing);
    expect(daemon.world.violations).toHaveLength(1);
  });

  test("L2: a question of which nobody was told", async () => {
    const daemon = aStandIn();
    daemon.world.agents.script = () => "ask_at_end";
    await daemon.turn("Do task(p1-i1)");
    checkQuiet(daemon.world, { ...nothing, sessions: [liveSession(daemon.world)] });
    expect(daemon.broken()).toEqual(["L2"]);
  });

  test("a question that was never told is over when its session was stopped and brought back", async () => {
    const daemon = aStandIn();
    daemon.world.agents.script = () => "ask_at_end";
    await daemon.turn("Do task(p1-i1)");
    const { plugin } = daemon.project.workspaces;
    await daemon.get(plugin.remove(daemon.spec(sessionId("s1"))));
    await daemon.workspace();
    checkQuiet(daemon.world, { ...nothing, sessions: [liveSession(daemon.world)] });
    expect(daemon.broken()).toEqual([]);
  });

  test("L2: a session that may spend nothing more, and nobody was told", async () => {
    const daemon = aStandIn({ perSession: { usd: 0.01, tokens: null } });
    await daemon.turn("Do task(p1-i1)");
    const quiet: Lookups = { ...nothing, sessions: [liveSession(daemon.world)] };
    checkQuiet(daemon.world, quiet);
    expect(daemon.broken()).toEqual(["L2"]);
    const notice = {
      key: "1",
      title: "budget · s1",
      message: "",
      level: "urgent",
      sessionId: null,
      url: null,
    } as const;
    await daemon.get(daemon.project.desk.plugin.notify(notice));
    checkQuiet(daemon.world, quiet);
    expect(daemon.world.violations).toHaveLength(1);
  });

  test("L3: an open turn without a process, and a process without an open turn", async () => {
    const daemon = aStandIn();
    daemon.world.agents.script = () => "hang";
    await daemon.startTurn("Do task(p1-i1)");
    checkQuiet(daemon.world, {
      ...nothing,
      sessions: [{ ...liveSession(daemon.world), openTurn: turnId("another") }],
    });
    expect(daemon.world.violations.map(({ invariant }) => invariant)).toEqual(["L3", "L3"]);
  });

  test("I10 and I17: a receipt that nobody wrote, a queue that has no end", () => {
    const { world, broken } = aStandInWithBroken();
    checkQuiet(world, { ...nothing, acknowledged: [messageId("m1")], queues: [{ name: "inbox", length: 2, max: 1 }] });
    expect(broken()).toEqual(["I10", "I17"]);
  });

  test("I11: accepted words that nobody ever read", async () => {
    const { world, broken } = aStandInWithBroken();
    world.daemonStarted({ onHint: () => {}, commands: async () => "accepted" });
    world.people.order("ann", { kind: "send", session: sessionId("s1"), text: "Listen: say(1)" });
    await world.clock.drive(Promise.resolve());
    const sessions = [liveSession(world)];
    checkQuiet(world, { ...nothing, sessions, messageWith: () => "dropped" });
    expect(broken()).toEqual([]);
    checkQuiet(world, { ...nothing, sessions, messageWith: () => "queued" });
    expect(broken()).toEqual(["I11"]);
  });
});

function liveSession({ sessions }: World): Lookups["sessions"][number] {
  const id = sessionId("s1");
  return { id, isLive: true, openTurn: null, spentUsd: sessions.all.get(id)?.spentUsd ?? 0 };
}

/** A world whose people and agents are left to themselves. */
async function playAlone(seed: number): Promise<string> {
  const world = createWorld({ seed });
  const asked: Promise<unknown>[] = [];
  world.daemonStarted({ onHint: () => {}, commands: async () => "refused" });
  for (let step = 0; step < 400 && world.clock.step(); step += 1) {
    for (const { slots } of world.projects) asked.push(slots.tracker.since(null));
    await letMicrotasksRun();
  }
  expect(asked.length).toBeGreaterThan(100);
  return world.ledger.trace;
}

function aLimitedGateway() {
  const clock = new VirtualClock();
  const ledger = new Ledger(clock);
  const random = new Random(1);
  const rates = Object.fromEntries(faultKinds.map((kind) => [kind, kind === "rate_limited" ? 1 : 0])) as FaultRates;
  const faults = new Faults(rates, random, ledger);
  const scene = { clock, ledger, random, faults, mood: { quiet: true, calm: false }, daemon: { generation: 1 } };
  return { gateway: new Gateway(scene, "forge"), clock, ledger };
}

function aStandInWithBroken() {
  const daemon = aStandIn();
  return { world: daemon.world, broken: () => daemon.broken() };
}

function aWhile(world: World): Promise<void> {
  return world.clock.drive(world.clock.sleep(3 * 3_600_000));
}
