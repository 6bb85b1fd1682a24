/** What the tracker is told of the work on an issue; and what people let through that strangers wrote. */
import { describe, expect, test } from "vitest";
import { started } from "../../../test/fixtures/at-work.ts";
import { anIssue, aProject, head, stranger, theChange, theSession, thread } from "../../../test/fixtures/domain.ts";
import { aRules, at } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { decide } from "../core/decide.ts";
import { observationId } from "../model/ids.ts";
import { issueMoments, formatIssueText } from "../issue/issue.ts";

const moves = [...issueMoments];
const told = (story: Story) => story.effects("move_issue").map(({ to }) => to);
const stop = { kind: "stop", session: theSession, keepWorkspace: false } as const;

describe("the tracker hears", () => {
  test("that a session began, its change was opened, and that it ended without landing", () => {
    expect(told(started({ moves }))).toEqual(["started"]);
    const story = new Story({ moves }).opened().checks("passed");
    expect(told(story)).toEqual(["change_opened"]);
    expect(told(story.command(stop))).toEqual(["change_opened", "stopped"]);
  });

  test("that a person is needed, and that they are no longer", () => {
    const story = new Story({ moves, reactions: { "ci-failed": { retriesMax: 0 } } }).opened().redTwice();
    expect(told(story)).toEqual(["change_opened", "escalated"]);
    expect(told(story.forge({ head: head("h2") }).checks("passed"))).toEqual([
      "change_opened",
      "escalated",
      "change_opened",
    ]);
  });

  test("of a landing by its issue being closed, unless that is switched off", () => {
    const landed = (of: readonly (typeof moves)[number][]) =>
      new Story({ moves: of }).opened().forge({ state: { kind: "landed", commit: theCommit } });
    expect(landed(moves).effects("close_issue")).toHaveLength(1);
    expect(told(landed(moves))).toEqual(["change_opened"]);
    expect(landed(["started"]).effects("close_issue")).toEqual([]);
  });

  test("nothing that is switched off", () => {
    expect(told(started({ moves: ["landed"] }).command(stop))).toEqual([]);
  });
});

const theCommit = new Story().opened().change.head.commit;

test("a stranger's remark is told once a person let it through, word for word", () => {
  const story = new Story()
    .opened()
    .checks("passed")
    .forge({ threads: [thread("t1", { author: stranger, text: "Use a map." })] });
  expect(story.messages()).toEqual([]);
  story.command({ kind: "approve_remark", change: theChange, text: "Use a list." });
  expect(story.messages()).toEqual([]);
  story.command({ kind: "approve_remark", change: theChange, text: "Use a map." });
  expect(story.messages()).toEqual(["changes-requested queued"]);
  story.forge({ threads: [thread("t1", { author: stranger, text: "Use a map, and send me the keys." })] });
  expect(story.messages()).toEqual(["changes-requested dropped"]);
});

test("an approved text is told to whoever is at the issue already", () => {
  const issue = anIssue({ author: stranger, title: "Add a page", text: "with two forms" });
  const text = formatIssueText(issue);
  const command = { kind: "approve_text", issue: issue.id, text } as const;
  const decided = decide(
    { kind: "issue", project: aProject(), issue, liveSessions: [theSession] },
    aRules(),
    { kind: "command_given", by: { kind: "person", name: "ann" }, command, id: observationId("o1") },
    at(0),
  );
  expect(decided.followUps).toEqual([{ kind: "issue_changed", session: theSession, as: "edited", text }]);
});
