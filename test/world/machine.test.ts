/** Processes, budgets and directories: what is lost or doubled there is called by name. */
import { expect, test } from "vitest";
import { sessionId } from "../../src/domain/model/ids.ts";
import { aStandIn, type StandIn } from "./stand-in.ts";

test("turns one after another are fine", async () => {
  const daemon = aStandIn();
  await daemon.turn("Do task(p1-i1)");
  await daemon.turn("Go on");
  expect(daemon.broken()).toEqual([]);
});

test("I2: a turn that begins while another of its session lives", async () => {
  const daemon = aStandIn();
  daemon.world.agents.script = () => "hang";
  await daemon.startTurn("Do task(p1-i1)");
  await daemon.startTurn("Go on");
  expect(daemon.broken()).toEqual(["I2"]);
});

test("I19: one agent more than the daemon was told to run, unless one of them has said its end", async () => {
  const daemon = aStandIn();
  daemon.world.machine.turnsMax = 2;
  daemon.world.agents.script = () => "hang";
  for (const name of ["s1", "s2"]) await daemon.startTurn("Do task(p1-i1)", { name });
  expect(daemon.broken()).toEqual([]);
  const [first] = daemon.world.machine.living();
  if (first === undefined) throw new Error("nothing runs");
  first.hasEnded = true;
  await daemon.startTurn("Do task(p1-i1)", { name: "s3" });
  expect(daemon.broken()).toEqual([]);
  await daemon.startTurn("Do task(p1-i1)", { name: "s4" });
  expect(daemon.broken()).toEqual(["I19"]);
});

test("I19: one agent more than the project was told to run", async () => {
  const daemon = aStandIn({ turnsMax: 1 });
  daemon.world.agents.script = () => "hang";
  await daemon.startTurn("Do task(p1-i1)");
  expect(daemon.broken()).toEqual([]);
  await daemon.startTurn("Do task(p1-i1)", { name: "s2" });
  expect(daemon.broken()).toEqual(["I19"]);
});

test("a reboot kills what ran, and a daemon's death does not", async () => {
  const daemon = aStandIn();
  daemon.world.agents.script = () => "hang";
  await daemon.startTurn("Do task(p1-i1)");
  daemon.world.daemonDied();
  expect([...daemon.world.machine.living()]).toHaveLength(1);
  daemon.world.reboot();
  expect([...daemon.world.machine.living()]).toHaveLength(0);
});

test("I6: a directory that is removed with work in it alone", async () => {
  const daemon = aStandIn();
  await leaveDirt(daemon);
  await daemon.get(daemon.project.workspaces.plugin.remove(daemon.spec(sessionId("s1"))));
  expect(daemon.broken()).toEqual(["I6"]);
});

test("a directory that is removed after its work was rescued, and comes back with it, loses nothing", async () => {
  const daemon = aStandIn();
  const { plugin } = daemon.project.workspaces;
  await leaveDirt(daemon);
  await daemon.get(plugin.rescue(daemon.spec(sessionId("s1"))));
  await daemon.get(plugin.remove(daemon.spec(sessionId("s1"))));
  await daemon.workspace();
  daemon.project.workspaces.judgeNothingLost();
  expect((await daemon.get(plugin.inspect(daemon.spec(sessionId("s1"))))).dirty).toBe(true);
  expect(daemon.broken()).toEqual([]);
});

test("I6: a directory that is removed under its agent", async () => {
  const daemon = aStandIn();
  daemon.world.agents.script = () => "hang";
  await daemon.startTurn("Do task(p1-i1)");
  await daemon.get(daemon.project.workspaces.plugin.remove(daemon.spec(sessionId("s1"))));
  expect(daemon.broken()).toEqual(["I6"]);
});

test("I6: a person's push that is replaced by a head without it", async () => {
  const daemon = aStandIn();
  const change = await daemon.change("feat(1)");
  const found = daemon.project.forge.state.changes.get(change.id);
  if (found === undefined) throw new Error("the change is not there");
  daemon.world.visitors.push(daemon.project, found);
  const theirs = found.moves.at(-1)?.commit ?? change.head.commit;
  const { head } = await daemon.get(daemon.project.workspaces.plugin.inspect(daemon.spec(sessionId("s1"))));
  const request = {
    session: sessionId("s1"),
    branch: change.branch,
    base: "main",
    head: head.commit,
    title: "",
    body: "",
  };
  await daemon.get(daemon.project.forge.plugin.publish({ ...request, replaces: { kind: "exactly", commit: theirs } }));
  expect(daemon.broken()).toEqual(["I6"]);
});

test("I7: a budget may be overrun by one turn, not by two", async () => {
  const daemon = aStandIn({ perSession: { usd: 2, tokens: null } });
  const session = () => daemon.world.sessions.all.get(sessionId("s1"))?.spentUsd ?? 0;
  for (let turn = 0; session() <= 3; turn += 1) {
    expect(daemon.broken()).toEqual([]);
    await daemon.turn(`Go on ${turn}`);
  }
  expect(daemon.broken()).toEqual(["I7"]);
});

async function leaveDirt(daemon: StandIn): Promise<void> {
  daemon.world.agents.script = () => "leave_dirty";
  await daemon.turn("Do task(p1-i1)");
}
