import { expect, test } from "vitest";
import { aMessage, aSession, theSession, work, working } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { messageId, turnId } from "../model/ids.ts";
import type { Session } from "../session/session.ts";

const [told, waiting] = [messageId("told"), messageId("waiting")];
const turns = [turnId("t8"), turnId("t9")];

function restored(session: Partial<Session> = {}): Story {
  const messages = [told, waiting].map((id) => aMessage({ id, state: { kind: "queued" } }));
  const facts = work({ session: aSession({ turns: 3, lastTurn: turnId("t3"), ...session }), messages });
  return new Story({}, facts).command({ kind: "recall_turns", session: theSession, turns, messages: [told] });
}

test("what was told in a turn that is not known any more is not told again; what waits still waits", () => {
  const { world } = restored();
  expect(world.messages.map(({ state }) => state.kind)).toEqual(["unknown", "queued"]);
  expect(world.effects).toEqual([]);
});

test("the next turn waits for the process of the last one, known or not, and counts on from it", () => {
  expect(restored().world.session).toMatchObject({ turns: 5, lastTurn: "t9" });
});

test("while a turn is open its own process is the one that is waited for", () => {
  expect(restored({ phase: working(), lastTurn: turnId("t3") }).world.session).toMatchObject({
    turns: 5,
    lastTurn: "t3",
  });
});
