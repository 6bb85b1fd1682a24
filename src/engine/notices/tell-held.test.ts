import { expect, test } from "vitest";
import { projectId } from "../../domain/model/ids.ts";
import { known, unknown } from "../../domain/model/known.ts";
import type { NoticeTiming } from "../../domain/incident/notice-timing.ts";
import { failed, ok } from "../../slots/result.ts";
import type { Notice } from "../../slots/notifier.ts";
import { openStore } from "../../store/open.ts";
import { tellHeld } from "./tell-held.ts";

const quietAt = 100;
const timing: NoticeTiming = { quiet: [{ from: quietAt, to: quietAt + 60 }], digestEveryMs: null, digestOf: [] };

/** Two notices that are due on a channel that keeps a record of what it took. */
function aDesk({ remembers = true } = {}) {
  const store = openStore({ memory: true });
  const told: Notice[] = [];
  let answers = 0;
  const channel = {
    name: "desk",
    notify: async (notice: Notice) => {
      told.push(notice);
      answers += 1;
      return answers === 1 ? failed("unavailable", "sent, perhaps") : ok(null);
    },
    wasSent: async (key: string) =>
      ok(remembers ? known(told.some((notice) => notice.key === key)) : unknown("no record is kept")),
  };
  for (const key of ["a", "b"]) {
    const notice: Notice = { key, title: key, message: "m", level: "action", sessionId: null, url: null };
    const row = { notice: key, notifier: "desk", project: projectId("shop"), due_ms: 1, doc: JSON.stringify(notice) };
    store.heldNotices.hold(row);
  }
  const tell = (minute: number) =>
    tellHeld({
      store,
      timing: () => timing,
      channelOf: () => channel,
      clock: { wallMs: () => 5, weekMinute: () => minute },
    });
  return { tell, told, waiting: () => store.heldNotices.due(5).length };
}

test("what is held waits while it is quiet again", async () => {
  const { tell, told, waiting } = aDesk();
  await tell(quietAt + 30);
  expect([told.length, waiting()]).toEqual([0, 2]);
});

test.each([
  ["is told once where the channel knows what it was sent", true, 1],
  ["is told again where nobody can tell", false, 2],
])("a message of several whose answer got lost %s", async (_, remembers, times) => {
  const { tell, told, waiting } = aDesk({ remembers });
  await tell(0);
  expect(waiting()).toBe(2);
  await tell(0);
  await tell(0);
  expect([told.length, waiting()]).toEqual([times, 0]);
});
