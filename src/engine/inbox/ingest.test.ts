import { expect, test } from "vitest";
import { anEngine } from "../../../test/fixtures/daemon-engine.ts";
import { manySeen, poison, seen, sent } from "../../../test/fixtures/daemon-news.ts";
import { aRules } from "../../../test/fixtures/rules.ts";
import { issueId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";

const over = 44;
const tooMany = limits.inboxBatchMax + over;

test("when take returns, the news is on disk and decided, with what follows from it and what the scheduler grants", async () => {
  const rig = await anEngine({ rules: aRules() });
  rig.take(seen("50", { title: "Fix the cart" }));

  expect(rig.rows("SELECT id FROM issues")).toEqual([{ id: "50" }]);
  expect(rig.rows("SELECT id, issue FROM sessions WHERE issue = '50'")).toEqual([
    { id: "app-fix-the-cart", issue: "50" },
  ]);
  expect(rig.rows("SELECT kind, lane FROM outbox")).toEqual([
    { kind: "create_workspace", lane: "session:app-fix-the-cart" },
  ]);
  expect(rig.rows("SELECT kind, state FROM inbox")).toEqual([
    { kind: "issue_observed", state: "done" },
    { kind: "command_given", state: "done" },
    { kind: "issue_assigned", state: "done" },
  ]);
  expect(rig.rows("SELECT who, what, subject FROM audit")).toEqual([
    { who: "ao", what: "start_session", subject: "app-fix-the-cart" },
  ]);
});

test("the same dedup key counts once: in one batch, in the next one and after a restart", async () => {
  const rig = await anEngine();
  const arrival = { news: sent("hello"), dedupKey: "send:1" };
  rig.engine.take([arrival, arrival]);
  rig.engine.take([arrival]);
  rig.kill();
  await rig.start();
  rig.engine.take([arrival]);
  expect(rig.rows("SELECT id FROM messages")).toHaveLength(1);

  rig.engine.take([{ ...arrival, dedupKey: "send:2" }]);
  expect(rig.rows("SELECT id FROM messages")).toHaveLength(2);
});

test("news of a subject that nobody knows here is kept and changes nothing", async () => {
  const rig = await anEngine();
  rig.take({ kind: "turn_granted", session: "gone" as never });
  expect(rig.rows("SELECT kind, state FROM inbox")).toEqual([{ kind: "turn_granted", state: "done" }]);
  expect(rig.rows("SELECT seq FROM events")).toEqual([]);
});

test("a command that is refused when its turn comes changes nothing", async () => {
  const rig = await anEngine();
  const session = "app-nobody" as never;
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "send", session, text: "hello" },
  });
  expect(rig.rows("SELECT id FROM messages")).toEqual([]);
  expect(rig.complaints).toEqual([]);
});

test("an observation that cannot be decided is set aside with its error, and the others of its batch are decided", async () => {
  const rig = await anEngine();
  rig.take(seen("1"), poison("2"), seen("3"));

  expect(rig.rows("SELECT id FROM issues ORDER BY id")).toEqual([{ id: "1" }, { id: "3" }]);
  expect(rig.store.inbox.putAside(10)).toEqual([
    expect.objectContaining({ kind: "issue_observed", error: expect.stringContaining("TypeError") as string }),
  ]);
  expect(rig.store.inbox.undecided(10)).toEqual([]);
  expect(rig.complaints).toEqual([expect.stringContaining("could not be decided; it is set aside")]);
});

test("a person hears once of what was set aside, also after a restart", async () => {
  const rig = await anEngine();
  rig.take(poison("2"));
  await rig.pass(5 * 60_000);
  rig.kill();
  await rig.start();
  await rig.pass(5 * 60_000);

  const notices = rig.plugins.calls.filter((call) => call.name === "notifier.notify").map(({ args }) => args[0]);
  expect(notices).toEqual([
    expect.objectContaining({
      title: "set aside · issue_observed",
      message: expect.stringContaining("An observation (issue_observed) could not be decided") as string,
      level: "warning",
    }),
  ]);
});

test("what cannot be decided is not taken again under its dedup key", async () => {
  const rig = await anEngine();
  const arrival = { news: poison("2"), dedupKey: "issue:2:1" };
  rig.engine.take([arrival]);
  rig.engine.take([arrival]);
  expect(rig.store.inbox.putAside(10)).toHaveLength(1);
  expect(rig.complaints).toHaveLength(1);
});

test("what a full batch leaves over is decided at once, a batch at a time", async () => {
  const rig = await anEngine();
  rig.take(...manySeen(1, tooMany));
  expect(rig.store.inbox.undecided(tooMany)).toHaveLength(over);
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(limits.inboxBatchMax);

  await rig.pass(limits.tickMinMs);
  expect(rig.store.inbox.undecided(tooMany)).toEqual([]);
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(tooMany);
  expect(rig.store.issues.get(issueId(`i${tooMany}`))).not.toBeNull();
});

test("what a full batch left over is decided by the next daemon if this one dies", async () => {
  const rig = await anEngine();
  rig.take(...manySeen(1, tooMany));
  rig.kill();
  await rig.start();
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(tooMany);
  expect(rig.store.inbox.undecided(tooMany)).toEqual([]);
});
