/** Who resumes a session lets go on what had failed: it is tried again, not only forgotten. */
import { expect, test } from "vitest";
import { atWork, aNewSession, created, say, started } from "../../../test/fixtures/at-work.ts";
import { theSession, work } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import type { Command } from "../core/command.ts";
import type { EffectKind } from "../core/effect.ts";
import { sessionId } from "../model/ids.ts";

const order = (kind: "pause" | "resume"): Command => ({ kind, session: theSession });
const fail = (story: Story, effect: EffectKind): Story =>
  story.see({ kind: "effect_failed", subject: { kind: "session", session: theSession }, effect, why: "no space" });
const endedWithoutLanding = (): Story =>
  new Story({}, work({ session: null, change: null }))
    .command({ kind: "start_session", session: { ...aNewSession(), after: sessionId("app-6") } })
    .see({ kind: "wait_over", session: theSession, landed: false });

test.for<[what: string, make: () => Story, made: number]>([
  ["whose workspace could not be made", () => fail(started(), "create_workspace"), 2],
  ["whose set-up failed", () => fail(created(started({ setup: true })), "run_setup").obey({ setup: false }), 2],
  ["that waited for one that did not land", endedWithoutLanding, 1],
])("a session %s gets its workspace", ([, make, made]) => {
  const story = make().command(order("resume"));
  expect([story.effects("create_workspace").length, story.incident("effect").closed?.as]).toEqual([made, "resolved"]);
  expect(story.session.phase).toEqual({ kind: "preparing", step: "workspace" });
  expect(created(story).grant().session.phase.kind).toBe("working");
});

test("a workspace that is on its way is not made a second time", () => {
  const story = started().command(order("pause")).command(order("resume"));
  expect([story.effects("create_workspace").length, story.session.hold]).toEqual([1, null]);
});

test("a head that could not be published is published", () => {
  const story = fail(atWork().end("h1"), "publish_head");
  expect(story.effects("publish_head")).toHaveLength(1);
  expect(story.command(order("resume")).effects("publish_head")).toMatchObject([{ head: "h1" }, { head: "h1" }]);
});

test("while a turn is open nothing is published before its end", () => {
  const story = fail(say(atWork().end("h1")).grant(), "publish_head").command(order("resume"));
  expect(story.effects("publish_head")).toHaveLength(1);
});
