/** What people do to an issue while a session works on it: edited, approved, closed, opened again. */
import { describe, expect, test } from "vitest";
import {
  anIssue,
  anIssueSnapshot,
  aProject,
  perhaps,
  stranger,
  theChange,
  theSession,
} from "../../test/fixtures/domain.ts";
import { aRules, at } from "../../test/fixtures/rules.ts";
import { Story } from "../../test/fixtures/story.ts";
import { decide } from "./decide.ts";
import type { IssueFacts } from "./facts.ts";
import { commitSha, observationId } from "./ids.ts";
import type { IssueSnapshot } from "./issue.ts";

describe("an issue", () => {
  const facts = (special: Partial<IssueFacts> = {}): IssueFacts => ({
    kind: "issue",
    project: aProject(),
    issue: anIssue(),
    liveSessions: [theSession],
    ...special,
  });
  const observed = (before: IssueFacts, issue: Partial<IssueSnapshot>) =>
    decide(
      before,
      aRules(),
      {
        kind: "issue_observed",
        id: observationId("o"),
        project: aProject().id,
        issue: anIssueSnapshot({ version: 2, ...issue }),
      },
      at(0),
    ).followUps;

  test.for<[what: string, before: Partial<IssueFacts>, seen: Partial<IssueSnapshot>, as: string[]]>([
    ["edited by someone with access", {}, { text: "more" }, ["edited"]],
    ["edited by a stranger", { issue: anIssue({ author: stranger }) }, { author: stranger, text: "more" }, []],
    [
      "edited by a stranger, in words that were approved",
      { issue: anIssue({ author: stranger, approvedTexts: ["Rate-limit the login form\n\nmore"] }) },
      { author: stranger, text: "more" },
      ["edited"],
    ],
    ["edited by somebody of whom nobody knows just now whether they may", {}, { text: "more", author: perhaps }, []],
    [
      "edited so, and then the tracker knows",
      { issue: anIssue({ text: "more", author: perhaps, isUntold: true }) },
      { text: "more" },
      ["edited"],
    ],
    ["not edited while the tracker did not know who wrote it", { issue: anIssue({ author: perhaps }) }, {}, []],
    ["relabelled", {}, { labels: ["x"] }, []],
    ["closed", {}, { state: { kind: "closed", as: "done" } }, ["closed"]],
    ["opened again", { issue: anIssue({ state: { kind: "closed", as: "done" } }) }, {}, ["reopened"]],
    ["seen for the first time", { issue: null }, {}, []],
    ["edited while nobody works on it", { liveSessions: [] }, { text: "more" }, []],
  ])("that was %s", ([, before, seen, as]) => {
    expect(observed(facts(before), seen).map((news) => (news.kind === "issue_changed" ? news.as : news.kind))).toEqual(
      as,
    );
  });

  test("whose text was approved keeps the approval, once", () => {
    const approve = (before: IssueFacts) =>
      decide(
        before,
        aRules(),
        {
          kind: "command_given",
          id: observationId("o"),
          by: "maria",
          command: { kind: "approve_text", issue: anIssue().id, text: "x" },
        },
        at(0),
      ).next;
    expect(approve(approve(facts()) as IssueFacts)).toMatchObject({ issue: { approvedTexts: ["x"] } });
  });

  test("that was edited is told to the agent and becomes its task", () => {
    const story = new Story().see({ kind: "issue_changed", session: theSession, as: "edited", text: "Limit to ten." });
    expect(story.messages()).toEqual(["nudge queued"]);
    expect(story.session.task).toBe("Limit to ten.");
  });

  test("that was closed holds the session and asks once; opened again it goes on", () => {
    const story = new Story().see({ kind: "issue_changed", session: theSession, as: "closed", text: "" });
    expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["issue_closed"]]);
    story.see({ kind: "issue_changed", session: theSession, as: "reopened", text: "" });
    expect([story.session.hold, story.incident("issue_closed").closed?.as]).toEqual([null, "resolved"]);
  });

  test("that our own landing closed is not asked about", () => {
    const story = new Story().opened().see({ kind: "change_landed", change: theChange, commit: commitSha("m1") });
    story.see({ kind: "issue_changed", session: theSession, as: "closed", text: "" });
    expect(story.notices()).toEqual([]);
  });
});
