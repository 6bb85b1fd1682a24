/** How long a crashed agent waits before it is started again, and what ends that wait. */
import { describe, expect, test } from "vitest";
import { atWork, created, say, started } from "../../../test/fixtures/at-work.ts";
import { theSession } from "../../../test/fixtures/domain.ts";
import { MINUTE } from "../../../test/fixtures/rules.ts";
import type { Story } from "../../../test/fixtures/story.ts";
import type { Command } from "../core/command.ts";
import { findNextDeadlineMs } from "../incident/deadlines.ts";
import { known } from "../model/known.ts";
import { limits } from "../model/limits.ts";
import { restartDelayMs } from "./restart-delay.ts";

const patient = { reactions: { "agent-exited": { retriesMax: 6 } } } as const;

const exit = (story: Story): Story => story.end(null, { result: { kind: "failed", why: "exit 3" } });
const die = (story: Story): Story =>
  story.see({ kind: "turn_probed", session: theSession, turn: story.openTurn().id, alive: known(false) });
const deadline = ({ world }: Story): number | null =>
  findNextDeadlineMs({ kind: "work", ...world, others: [] }, world.rules);
const isAtWork = (story: Story): boolean => story.session.phase.kind === "working";

/** How long the session waits after the next crash. */
function waitAfter(story: Story, crash: (story: Story) => Story): number {
  const crashedMs = story.world.minute * MINUTE;
  return (deadline(crash(story)) ?? 0) - crashedMs;
}

test("the first restart follows quickly, each later one waits longer, up to a maximum", () => {
  const waits = [0, 1, 2, 3, 4, 500].map(restartDelayMs);
  expect(waits).toEqual([2_000, 10_000, 50_000, 60_000, 60_000, 60_000]);
  expect(waits.at(-1)).toBe(limits.restartCapMs);
});

describe.for<[how: string, begin: () => Story, crash: (story: Story) => Story]>([
  ["exits before it reads its message", () => created(started(patient)).grant(), exit],
  ["is gone before it reads its message", () => created(started(patient)).grant(), die],
  ["exits after it read its message", () => atWork(patient), exit],
  ["is gone after it read its message", () => atWork(patient), die],
])("an agent that %s", ([, begin, crash]) => {
  test("begins no turn before its wait is over, and begins one then", () => {
    const story = crash(begin());
    expect(isAtWork(story.grant())).toBe(false);
    expect(deadline(story)).toBe(2_000);
    expect(
      isAtWork(
        story
          .later(1_999 / MINUTE)
          .due()
          .grant(),
      ),
    ).toBe(false);
    expect(isAtWork(story.waitForRestart().grant())).toBe(true);
  });

  test("waits longer after each crash of the same trouble", () => {
    const story = begin();
    const waits = [waitAfter(story, crash)];
    for (let n = 1; n < 3; n += 1) waits.push(waitAfter(story.waitForRestart().grant(), crash));
    expect(waits).toEqual([2_000, 10_000, 50_000]);
  });
});

test("an agent that works again and crashes later waits as briefly as the first time", () => {
  const story = exit(exit(atWork(patient)).waitForRestart().turn())
    .waitForRestart()
    .turn()
    .end("h1");
  expect(waitAfter(say(story).turn(), exit)).toBe(2_000);
});

test("an agent that ends without a receipt waits, too, before its message goes out again", () => {
  const story = created(started()).grant().end(null);
  expect([isAtWork(story.grant()), deadline(story)]).toEqual([false, 2_000]);
  expect(waitAfter(story.waitForRestart().grant(), () => story.end(null))).toBe(10_000);
});

test("a person's words that crashed an agent unread wait before they go out again", () => {
  const story = exit(say(atWork().end("h1")).grant());
  expect(isAtWork(story.grant())).toBe(false);
  expect(isAtWork(story.waitForRestart().grant())).toBe(true);
});

test.for<[what: string, command: Command]>([
  ["sends a message", { kind: "send", session: theSession, text: "Go on" }],
  ["restarts it", { kind: "restart", session: theSession }],
  ["resumes it", { kind: "resume", session: theSession }],
])("a person who %s does not wait", ([, command]) => {
  expect(isAtWork(exit(atWork()).command(command).grant())).toBe(true);
});

test("a person's second message does not overtake the first, which crashed the agent unread", () => {
  const story = exit(say(atWork().end("h1"), "First").grant());
  say(story, "Second").grant();
  const { message } = story.openTurn();
  expect(story.world.messages.find(({ id }) => id === message)?.text).toBe("First");
});

test("what happens meanwhile does not start it earlier", () => {
  const story = exit(created(started()).grant());
  story.see({ kind: "issue_changed", session: theSession, as: "edited", text: "Do it well." });
  expect(isAtWork(story.grant())).toBe(false);
});

test("a wait that nothing is left to wait for has no deadline", () => {
  expect(deadline(exit(atWork({ reactions: { "agent-exited": { retriesMax: 0 } } })).waitForRestart())).toBe(null);
  const stopped = exit(atWork()).command({ kind: "stop", session: theSession, keepWorkspace: false });
  expect(deadline(stopped)).toBe(null);
});
