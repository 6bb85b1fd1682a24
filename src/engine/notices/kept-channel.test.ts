import { expect, test } from "vitest";
import { app } from "../../../test/fixtures/rules.ts";
import { known } from "../../domain/model/known.ts";
import { ok } from "../../slots/result.ts";
import type { Notice } from "../../slots/notifier.ts";
import { openStore } from "../../store/open.ts";
import { keptChannel } from "./kept-channel.ts";
import { tellHeld } from "./tell-held.ts";

const aNotice = (key: string): Notice => ({
  ...{ key, title: key, message: "m", level: "action", sessionId: null, url: null },
});

/** Quiet hours until minute 60; the channel says what it was sent, `onItsWay` is what it has not taken in yet. */
function aQuietChannel({ onItsWay = [] as string[] } = {}) {
  const store = openStore({ memory: true });
  const told: string[] = [];
  const clock = { wallMs: () => minute * 60_000, weekMinute: (wallMs = minute * 60_000) => wallMs / 60_000 };
  let minute = 0;
  const keeping = {
    ...{ store, clock },
    timing: () => ({ quiet: [{ from: 0, to: 60 }], digestEveryMs: null, digestOf: [] }),
  };
  const channel = {
    name: "notifier",
    notify: async ({ title }: Notice) => {
      told.push(title);
      return ok(null);
    },
    wasSent: async (key: string) => ok(known(told.includes(key) || onItsWay.includes(key))),
  };
  const kept = keptChannel(keeping, app, channel);
  const tellInTheMorning = async (): Promise<readonly string[]> => {
    minute = 61;
    await tellHeld({ ...keeping, channelOf: () => channel, mayStillArrive: () => false });
    return told;
  };
  return { kept, tellInTheMorning };
}

test("what is held in quiet hours is told in one message", async () => {
  const { kept, tellInTheMorning } = aQuietChannel();
  for (const key of ["a", "b"]) await kept.notify(aNotice(key));
  expect(await tellInTheMorning()).toEqual(["2 notices"]);
});

test("what an attempt before the quiet hours may have told is asked for by itself, and told with nothing else", async () => {
  const { kept, tellInTheMorning } = aQuietChannel({ onItsWay: ["told"] });
  for (const key of ["told", "untold"]) await kept.notify({ ...aNotice(key), maybeSent: true });
  await kept.notify(aNotice("new"));
  expect(await tellInTheMorning()).toEqual(["new", "untold"]);
});
