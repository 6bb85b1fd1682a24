/** Which threads a message about a later review names. */
import { describe, expect, test } from "vitest";
import { head, thread } from "../../../test/fixtures/domain.ts";
import type { SpecialRules } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { unknown } from "../model/known.ts";
import { limits } from "../model/limits.ts";

const patient = { reactions: { "changes-requested": { retriesMax: 5 } } } as const;

/** The threads that the last message names. */
const namedIn = ({ world }: Story): readonly string[] =>
  [...(world.messages.at(-1)?.text.matchAll(/Please look at (t\d)/g) ?? [])].map(([, id = ""]) => id);

describe("a review that follows another", () => {
  const first = (rules = {}) => new Story(rules).opened().forge({ threads: [thread("t1")] });
  const second = { threads: [thread("t1"), thread("t2")] };

  test.for<[state: string, rules: SpecialRules, messages: readonly string[]]>([
    ["is queued", {}, ["changes-requested dropped", "changes-requested queued"]],
    ["waits for a person's key", { autonomy: "propose" }, ["changes-requested dropped", "changes-requested prepared"]],
  ])("joins its message while that %s, as one attempt", ([, rules, messages]) => {
    const story = first(rules).forge(second);
    expect(story.messages()).toEqual(messages);
    expect(namedIn(story)).toEqual(["t1", "t2"]);
    expect(story.world.messages.at(-1)?.cause).toMatchObject({ attempt: 1 });
  });

  test("joins it with the other threads that were still to be told", () => {
    const story = first().turn().forge(second);
    story.forge({ threads: [...second.threads, thread("t3")] });
    expect(namedIn(story)).toEqual(["t2", "t3"]);
    expect(story.incident("review").attempts).toBe(2);
  });

  test.for<[what: string, answered: (story: Story) => Story]>([
    ["is being worked on", (story) => story.turn()],
    ["is on its way to the agent", (story) => story.grant()],
    ["was answered in words", (story) => story.turn().end(null, { words: "It is right as it is." })],
    [
      "was answered with a commit",
      (story) =>
        story
          .turn()
          .end("h2")
          .forge({ head: head("h2") }),
    ],
  ])("names no thread that %s", ([, answered]) => {
    expect(namedIn(answered(first()).forge(second))).toEqual(["t2"]);
  });

  test("names a thread again that a person went on with", () => {
    const story = first().turn().end(null, { words: "No." });
    story.forge({ threads: [thread("t1", { text: "Please look at t1\n\nmaria: I insist" }), thread("t2")] });
    expect(namedIn(story)).toEqual(["t1", "t2"]);
  });

  test("answers only what its own message named", () => {
    const story = first().turn().forge(second).end(null, { words: "No." }).turn().end(null, { words: "Neither." });
    expect(story.effects("answer_thread").map(({ thread: id, text }) => [id, text])).toEqual([
      ["t1", "No."],
      ["t2", "Neither."],
    ]);
  });

  test("names what the agent never read, though it was on its way", () => {
    const story = first().grant().forge(second);
    for (let n = 0; n < limits.deliveriesMax; n += 1) story.end(null).waitForRestart().grant();
    expect(story.messages()).toEqual(["changes-requested failed", "changes-requested queued"]);
    story.forge({ labels: ["x"], ...second });
    expect(namedIn(story)).toEqual(["t1", "t2"]);
  });

  test("is not told again while the author of one that was told is in doubt", () => {
    const author = { kind: "person", name: "maria", canWrite: unknown("it did not answer") } as const;
    const story = first(patient).turn().end(null, { words: "No." });
    story.forge({ threads: [thread("t1", { author }), thread("t2")] }).turn();
    expect(namedIn(story)).toEqual(["t2"]);
    const before = story.messages();
    expect(story.end(null, { words: "No." }).forge(second).messages()).toEqual(before);
  });
});
