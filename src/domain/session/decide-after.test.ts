/** A session that begins when another one has landed. */
import { expect, test } from "vitest";
import { aNewSession, created } from "../../../test/fixtures/at-work.ts";
import { theSession, work } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { sessionId } from "../model/ids.ts";

const waiting = (): Story =>
  new Story({}, work({ session: null, change: null })).command({
    kind: "start_session",
    session: { ...aNewSession(), after: sessionId("app-6") },
  });

const made = (story: Story): number => story.effects("create_workspace").length;

test("nothing is made for it before, and its task waits", () => {
  const story = waiting().grant();
  expect([story.session.phase, story.messages()]).toEqual([
    { kind: "preparing", step: "waiting", after: "app-6" },
    ["start queued"],
  ]);
  expect(made(story)).toBe(0);
});

test("it begins when the other has landed, once", () => {
  const story = waiting().see({ kind: "wait_over", session: theSession, landed: true });
  story.see({ kind: "wait_over", session: theSession, landed: true });
  expect(made(story)).toBe(1);
  expect(created(story).turn().session.phase.kind).toBe("working");
});

test("it is a person's matter when the other ended without landing; a restart begins it all the same", () => {
  const story = waiting().see({ kind: "wait_over", session: theSession, landed: false });
  expect(story.incident("effect")).toMatchObject({
    summary: "Not started: app-6 ended without landing",
    escalation: { kind: "person" },
  });
  expect(made(story)).toBe(0);
  story.command({ kind: "restart", session: theSession });
  expect([story.session.phase.kind, made(story)]).toEqual(["preparing", 1]);
  expect(story.incident("effect").closed?.as).toBe("resolved");
});
