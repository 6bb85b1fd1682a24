import { describe, expect, test } from "vitest";
import { aChange, aSession, anIncident, work } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { aRules } from "../../../test/fixtures/rules.ts";
import { isNearlyFull } from "./handover.ts";
import { incidentId } from "../model/ids.ts";
import { limits } from "../model/limits.ts";
import type { Context } from "../model/usage.ts";

const full: Context = { used: 90, window: 100 };

test.each<[Context | null, number, boolean]>([
  [{ used: 84, window: 100 }, 85, false],
  [{ used: 85, window: 100 }, 85, true],
  [{ used: 170_000, window: 200_000 }, 85, true],
  [{ used: 99, window: 100 }, 0, false],
  [null, 1, false],
])("of %j at %i per cent: %s", (context, handoverAt, expected) => {
  expect(isNearlyFull(aSession({ context }), aRules({ handoverAt }))).toBe(expected);
});

/** A session whose conversation is nearly full, and a person's words for it. */
function nearlyFull(special = {}, text = "Go on."): Story {
  const stuck = anIncident({ id: incidentId("i8"), trouble: "idle", summary: "The agent left no commit" });
  const session = aSession({ context: full, lastWords: "Half of it is done.", incidents: [stuck], ...special });
  const change = aChange({ incidents: [anIncident({ id: incidentId("i9"), summary: "Checks failed: test" })] });
  return new Story({}, work({ session, change })).command({ kind: "send", session: session.id, text });
}

const handoverIn = (story: Story): string | undefined => {
  const deed = story.effects("start_turn").at(-1);
  return deed?.kind === "start_turn" ? deed.handover : undefined;
};

describe("a nearly full conversation", () => {
  test("is handed over with task, plan, diff, what is open, the last words and the message", () => {
    const story = nearlyFull({ plan: "- [x] read\n- [ ] write" }).grant();
    const told = handoverIn(story) ?? "";
    for (const part of [
      "The task:\nLimit logins to five a minute.",
      "- [ ] write",
      `${story.change.paths.length} files, ${story.change.diffLines} lines:`,
      "Still open:\n- Checks failed: test",
      "Your last words were:\nHalf of it is done.",
      "What is to be done now:\nGo on.",
    ])
      expect(told).toContain(part);
    expect(told).not.toContain("The agent left no commit");
    expect(story.world.why).toContain("the conversation continues in a fresh one: 90 % of its context was used");
    expect(story.world.messages.at(-1)?.text).toBe("Go on.");
  });

  test("is no longer full once the fresh one has read its message, and not before", () => {
    const story = nearlyFull().grant();
    expect(story.session.context).toEqual(full);
    story.acknowledge();
    expect(story.session.context).toBe(null);
    story
      .end(null, { context: { used: 10, window: 100 } })
      .command({ kind: "send", session: story.session.id, text: "Next." });
    expect(handoverIn(story.grant())).toBe(undefined);
  });

  test("is handed over again when the fresh one died unread", () => {
    const story = nearlyFull()
      .grant()
      .end(null, { result: { kind: "failed", why: "gone" } });
    story.command({ kind: "resume", session: story.session.id }).grant();
    expect(story.effects("start_turn")).toHaveLength(2);
    expect(handoverIn(story)).toContain("Go on.");
  });

  test("has the task once, and nothing is told twice", () => {
    const told = handoverIn(nearlyFull({}, "Again: Limit logins to five a minute.").grant()) ?? "";
    expect(told.split("Limit logins to five a minute.")).toHaveLength(2);
    expect(told).not.toContain("The plan");
  });

  test("has the message in full, whatever the project's own words are and however long it is", () => {
    const own = nearlyFull();
    own.world.rules = aRules({ prompts: { handover: "Fresh." } });
    expect(handoverIn(own.grant())).toBe("Fresh.\n\n---\nThe task was:\nLimit logins to five a minute.\n\nGo on.");
    const long = "x".repeat(limits.messageTextMax - 100);
    expect(handoverIn(nearlyFull({}, long).grant())).toBe(long);
  });
});
