/** A session has one process at a time, and no deed is done under the feet of one. */
import { expect, test } from "vitest";
import { nothingAround } from "../../test/fixtures/around-turns.ts";
import { anEngine, type EngineRig } from "../../test/fixtures/daemon-engine.ts";
import { sent } from "../../test/fixtures/daemon-news.ts";
import { aSession, theSession } from "../../test/fixtures/domain.ts";
import { aRules, MINUTE } from "../../test/fixtures/rules.ts";
import { commitSha, turnId } from "../domain/model/ids.ts";
import { limits } from "../domain/model/limits.ts";
import { getOpenTurn } from "../domain/session/session.ts";
import { failed, ok, type CommonCode } from "../slots/result.ts";
import type { TurnLaunch } from "../slots/runtime.ts";

const before = turnId("t-before");

/** A session at rest whose last turn has ended. */
const restingAfter = () =>
  anEngine({
    facts: (store) => store.sessions.save(aSession({ lastTurn: before, turns: 1 }), { wants: null, dueMs: null }),
  });

/** The process of the turn before lives on until `isGone` says otherwise; that of a new one lives once it has begun. */
function lingers(rig: EngineRig, isGone: (looks: number) => boolean): void {
  let looks = 0;
  rig.plugins.on("runtime.look", ({ args: [turn] }) => {
    if (turn !== before) return { value: { kind: began(rig) === 0 ? "absent" : "running" } };
    looks += 1;
    return { value: isGone(looks) ? { kind: "exited", code: 0 } : { kind: "running" } };
  });
}

const signals = (rig: EngineRig) =>
  rig.plugins.calls.filter(({ name }) => name === "runtime.signal").map(({ args }) => args);
const began = (rig: EngineRig) => rig.plugins.asked("runtime.start").length;

test("a turn begins when the process of the one before is gone, which is left a moment to go by itself", async () => {
  const rig = await restingAfter();
  lingers(rig, (looks) => looks > 3);
  rig.take(sent("go on"));
  await rig.pass(0);
  expect(began(rig)).toBe(0);
  await rig.pass(limits.leaveMs);
  expect([began(rig), signals(rig)]).toEqual([1, []]);
});

test("one that does not go is killed first", async () => {
  const rig = await restingAfter();
  lingers(rig, () => signals(rig).length > 0);
  rig.take(sent("go on"));
  await rig.pass(2 * limits.leaveMs);
  expect([began(rig), signals(rig)]).toEqual([1, [[before, "kill"]]]);
});

test.for<[what: string, answer: Parameters<EngineRig["plugins"]["on"]>[1]]>([
  ["cannot be seen", () => failed("unavailable", "tmux did not answer")],
  ["cannot be killed", ({ args: [turn] }) => ({ value: { kind: turn === before ? "running" : "absent" } })],
])("while the process of the turn before %s, none begins", async ([, answer]) => {
  const rig = await restingAfter();
  rig.plugins.on("runtime.look", answer);
  rig.take(sent("go on"));
  await rig.pass(60_000);
  expect(began(rig)).toBe(0);
  lingers(rig, () => true);
  await rig.pass(120_000);
  expect(began(rig)).toBe(1);
});

test.for<[what: string, becomes: string, call: string, code: CommonCode]>([
  ["that the runtime refuses", "failed", "runtime.start", "refused"],
  ["that the agent refuses", "failed", "agent.launch", "refused"],
  ["that never came to be prepared", "failed", "agent.launch", "unavailable"],
  ["that may have begun", "unknown", "runtime.start", "unavailable"],
])("the message of a turn %s is %s", async ([, becomes, call, code]) => {
  const patient = aRules({ reactions: { "agent-stuck": { thresholdMs: 120 * MINUTE } } });
  const rig = await anEngine({ rules: patient });
  rig.plugins.on("runtime.look", () => ({ value: { kind: "absent" } }));
  rig.plugins.on(call, () => failed(code, "why it is so"));
  rig.take(sent("go on"));
  await rig.pass(60 * MINUTE);
  const [message] = rig.store.messages.ofSession(theSession, 10);
  expect(message?.state).toMatchObject({ kind: becomes, why: expect.stringContaining("why it is so") });
});

test("a workspace is not removed under a process whose turn has ended", async () => {
  const rig = await restingAfter();
  let isGone = false;
  lingers(rig, () => isGone);
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "stop", session: theSession, keepWorkspace: false },
  });
  await rig.pass(60_000);
  expect(rig.plugins.asked("workspace.remove")).toEqual([]);
  isGone = true;
  await rig.pass(60_000);
  expect([rig.plugins.asked("workspace.remove"), rig.store.sessions.get(theSession)?.phase.kind]).toEqual([
    [theSession],
    "ended",
  ]);
});

test("a turn that is killed is over at once, not at the next look", async () => {
  const rig = await anEngine({ sweepMs: 3_600_000 });
  rig.take(sent("one"));
  await rig.pass(0);
  rig.plugins.on("runtime.look", () => ({
    value: { kind: signals(rig).length > 1 ? "exited" : "running", code: 137 },
  }));
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "interrupt", session: theSession },
  });
  await rig.pass(limits.interruptGraceMs);
  const session = rig.store.sessions.get(theSession);
  expect(signals(rig).map(([, signal]) => signal)).toEqual(["interrupt", "kill"]);
  expect([session?.phase.kind, session === null ? null : getOpenTurn(session)]).toEqual(["resting", null]);
});

test("what was asked to end before it began is not begun", async () => {
  const rig = await anEngine();
  rig.plugins.on("workspace.refreshBase", ({ nth }) => (nth === 1 ? failed("unavailable", "git is busy") : "done"));
  rig.take(sent("one"));
  await rig.pass(0);
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "interrupt", session: theSession },
  });
  await rig.pass(60_000);
  expect([began(rig), rig.store.sessions.get(theSession)?.phase.kind]).toEqual([0, "resting"]);
});

test.for(["create_workspace", "run_setup"] as const)("%s is not done for a session that ends", async (kind) => {
  const rig = await anEngine();
  const effect = kind === "create_workspace" ? { kind } : { kind, path: "/w" };
  rig.ask({ ...effect, session: theSession, key: "k" });
  await rig.pass(0);
  expect(rig.plugins.calls.filter(({ name }) => name === "workspace.create" || name === "workspace.setup")).toEqual([]);
  expect(rig.store.outbox.byKey("k")?.outcome).toBe("done");
});

const preparing = { kind: "preparing", step: "setup" } as const;
const settingUp = () =>
  anEngine({ facts: (store) => store.sessions.save(aSession({ phase: preparing }), { wants: null, dueMs: null }) });
const setup = { kind: "run_setup", session: theSession, path: "/w", key: "setup" } as const;

/** It ends when it is called off, and not before. */
const longSetup = async ({ args: [, , calledOff] }: { readonly args: readonly unknown[] }) => {
  await calledOff;
  return failed("refused", "it was called off");
};

test("a stop does not wait for the set-up: it is called off, and nobody calls that a failure", async () => {
  const rig = await settingUp();
  rig.plugins.on("workspace.setup", longSetup);
  rig.ask(setup);
  await rig.pass(60_000);
  expect(rig.store.outbox.byKey("setup")?.outcome).toBeNull();
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "stop", session: theSession, keepWorkspace: false },
  });
  await rig.pass(limits.setupWantedPollMs);
  expect(rig.store.sessions.get(theSession)).toMatchObject({ phase: { kind: "ended" }, incidents: [] });
});

test("a daemon that stops calls the set-up off, and the next one runs it again", async () => {
  const rig = await settingUp();
  rig.plugins.on("workspace.setup", longSetup);
  rig.ask(setup);
  await rig.pass(0);
  const stopped = rig.engine.stop();
  await rig.pass(0);
  await stopped;
  expect(rig.store.outbox.byKey("setup")).toMatchObject({ outcome: null, error: "the daemon stops" });

  rig.plugins.on("workspace.setup", () => "done");
  rig.kill();
  await rig.start();
  await rig.pass(60_000);
  expect([rig.store.outbox.byKey("setup")?.outcome, rig.store.sessions.get(theSession)?.phase.kind]).toEqual([
    "done",
    "resting",
  ]);
});

test("a stop does not wait for a forge that is away", async () => {
  const publishing = commitSha("h1");
  const rig = await anEngine({
    facts: (store) => store.sessions.save(aSession({ head: publishing, publishing }), { wants: null, dueMs: null }),
  });
  rig.plugins.on("scm.publish", () => failed("unavailable", "the forge is away"));
  const replaces = { kind: "ancestors" } as const;
  rig.ask({ kind: "publish_head", session: theSession, head: publishing, replaces, key: "publish" });
  await rig.pass(60_000);
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "stop", session: theSession, keepWorkspace: false },
  });
  await rig.pass(0);
  expect([rig.store.sessions.get(theSession)?.phase.kind, rig.plugins.asked("workspace.rescue")]).toEqual([
    "ended",
    [theSession],
  ]);
});

test("a program is begun confined, when nothing runs beside its turn any more, and the daemon hears of it", async () => {
  const order: string[] = [];
  const rig = await anEngine({
    facts: (store) => store.sessions.save(aSession(), { wants: null, dueMs: null }),
    aroundTurns: {
      confine: async (launch) => {
        order.push("confine");
        return ok({ ...launch, confinement: null, argv: ["confined"] });
      },
      endBeside: async (_runtime, session) => void order.push(`end beside ${session}`),
      started: (_turn, session) => void order.push(`started ${session}`),
    },
  });
  rig.plugins.on("runtime.start", ({ args: [launch] }) => {
    order.push(`start ${(launch as TurnLaunch).argv[0]}`);
    return { value: "started" };
  });
  rig.take(sent("go on"));
  await rig.pass(0);
  expect(order).toEqual(["confine", `end beside ${theSession}`, "start confined", `started ${theSession}`]);
});

test("a program that cannot be confined is not begun", async () => {
  const rig = await anEngine({
    facts: (store) => store.sessions.save(aSession(), { wants: null, dueMs: null }),
    aroundTurns: { ...nothingAround, confine: async () => failed("refused", "there is no sandbox") },
  });
  rig.take(sent("go on"));
  await rig.pass(MINUTE);
  expect(began(rig)).toBe(0);
});
