/** What the engine tells those who show it to people. */
import { expect, test } from "vitest";
import { anEngine } from "../../test/fixtures/daemon-engine.ts";
import { sent } from "../../test/fixtures/daemon-news.ts";
import { aProject, theSession } from "../../test/fixtures/domain.ts";
import { limits } from "../domain/model/limits.ts";
import { getOpenTurn } from "../domain/session/session.ts";
import { failed } from "../slots/result.ts";

test("what goes alongside a command is written with it, once, and its id names what follows", async () => {
  const rig = await anEngine();
  const request = { route: "sendMessage", hash: "h", ref: { message: "o-1.1" }, answer: null };
  const alongside = (): void => rig.store.requests.add({ key: "k", ...request }, 0);
  const arrival = { news: sent("hello"), dedupKey: "http:k", id: "o-1", alongside };
  rig.engine.take([arrival]);
  rig.engine.take([{ ...arrival, id: "o-2", alongside: () => expect.unreachable("it was taken before") }]);

  expect(rig.rows("SELECT id FROM messages")).toEqual([{ id: "o-1.1" }]);
  expect(rig.rows("SELECT key FROM requests")).toEqual([{ key: "k" }]);
});

test("when what goes alongside fails, the command is not taken", async () => {
  const rig = await anEngine();
  const alongside = (): never => {
    throw new Error("no");
  };
  expect(() => rig.engine.take([{ news: sent("hello"), alongside }])).toThrow("no");
  expect(rig.rows("SELECT id FROM messages")).toEqual([]);
});

test("whoever asked hears of each commit until they ask no more", async () => {
  const rig = await anEngine();
  let heard = 0;
  const stop = rig.engine.onCommit(() => void (heard += 1));
  rig.take(sent("one"));
  expect(heard).toBe(1);
  stop();
  rig.take(sent("two"));
  expect(heard).toBe(1);
});

test("each turn is remembered in its order", async () => {
  const rig = await anEngine();
  rig.take(sent("one"));
  await rig.pass(0);
  const session = rig.store.sessions.get(theSession);
  const turn = session === null ? null : getOpenTurn(session);
  expect(rig.store.turns.ofSession(theSession)).toEqual([
    { id: turn?.id, session: theSession, n: session?.turns, message: turn?.message, startedMs: expect.any(Number) },
  ]);
});

test("a turn that cannot be looked at is not known, with the reason and since when, until it is seen again", async () => {
  const rig = await anEngine();
  rig.take(sent("one"));
  await rig.pass(0);
  const session = rig.store.sessions.get(theSession);
  const turn = session === null ? undefined : getOpenTurn(session)?.id;
  if (turn === undefined) return expect.unreachable("a turn is open");
  rig.plugins.on("runtime.look", () => failed("unavailable", "tmux did not answer"));
  rig.engine.lookAtTurn(theSession);
  await rig.pass(0);
  const first = rig.engine.notKnown(turn);
  expect(first).toMatchObject({ why: "tmux did not answer" });
  await rig.pass(60_000);
  expect(rig.engine.notKnown(turn)).toEqual(first);

  rig.plugins.on("runtime.look", () => ({ value: { kind: "running" } }));
  await rig.pass(60_000);
  expect(rig.engine.notKnown(turn)).toBeNull();
});

test("a credential that rests is used again as soon as its limit is over, not at the next look at everything", async () => {
  const restsMs = 4_000;
  const rig = await anEngine({
    facts: (store, nowMs) =>
      store.projects.save(aProject({ parked: [{ credential: "key", untilWallMs: nowMs + restsMs }] })),
  });
  const isAtWork = (): boolean => rig.store.sessions.get(theSession)?.phase.kind === "working";
  rig.take(sent("go on"));
  await rig.pass(restsMs - 1);
  expect(isAtWork()).toBe(false);
  await rig.pass(limits.tickMinMs);
  expect(isAtWork()).toBe(true);
});
