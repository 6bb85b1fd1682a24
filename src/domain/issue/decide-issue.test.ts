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
} from "../../../test/fixtures/domain.ts";
import { aRules, at } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { decide } from "../core/decide.ts";
import type { IssueFacts } from "../core/facts.ts";
import { commitSha, observationId } from "../model/ids.ts";
import { formatIssueText, type IssueSnapshot } from "./issue.ts";
import type { Observation } from "../core/observation.ts";

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

  type Step = { readonly seen: Partial<IssueSnapshot> } | { readonly approved: string };
  const words = (text: string) => formatIssueText(anIssue({ text }));
  const observationOf = (step: Step, n: number): Observation => {
    const id = observationId(`o${n}`);
    if ("seen" in step) {
      const issue = anIssueSnapshot({ version: n + 2, ...step.seen });
      return { kind: "issue_observed", id, project: aProject().id, issue };
    }
    const command = { kind: "approve_text", issue: anIssue().id, text: step.approved } as const;
    return { kind: "command_given", id, by: { kind: "person", name: "maria" }, command };
  };

  test.for<[what: string, before: IssueFacts["issue"], seen: Partial<IssueSnapshot>, why: readonly string[]]>([
    ["is new", null, {}, ["is open"]],
    ["is new and not asked for", null, { isWanted: false }, ["is open, and the tracker's settings do not ask for it"]],
    ["is new and a stranger's", null, { author: stranger }, ["waits for a person's approval of its text"]],
    ["was closed long ago", null, { state: { kind: "closed", as: "done" }, isWanted: false }, ["is closed"]],
    ["lost its label", anIssue(), { isWanted: false }, ["is no longer wanted by the tracker's settings"]],
    ["got it back", anIssue({ isWanted: false }), {}, ["is wanted again by the tracker's settings"]],
    ["got another one", anIssue(), { labels: ["x"] }, []],
  ])("that %s is written down as such", ([, issue, seen, why]) => {
    const decision = decide(facts({ issue }), aRules(), observationOf({ seen }, 0), at(0));
    expect(decision.why).toEqual(why.map((words) => `issue ${anIssue().id} ${words}`));
  });

  test("whose text was approved keeps the approval, once", () => {
    const approve = (before: IssueFacts) =>
      decide(
        before,
        aRules(),
        {
          kind: "command_given",
          id: observationId("o"),
          by: { kind: "person", name: "maria" },
          command: { kind: "approve_text", issue: anIssue().id, text: "x" },
        },
        at(0),
      ).next;
    expect(approve(approve(facts()) as IssueFacts)).toMatchObject({ issue: { approvedTexts: ["x"] } });
  });

  test.for<[what: string, steps: readonly Step[], told: readonly number[]]>([
    [
      "edited by someone with access is told once",
      [{ seen: { text: "more" } }, { seen: { text: "more", labels: ["x"] } }],
      [1, 0],
    ],
    [
      "relabelled while nobody knew who wrote it was not edited",
      [{ seen: { author: perhaps, labels: ["x"] } }, { seen: {} }],
      [0, 0],
    ],
    [
      "edited by a stranger is told once, when that text is approved",
      [
        { seen: { author: stranger, text: "more" } },
        { approved: words("more") },
        { seen: { author: stranger, text: "more", labels: ["x"] } },
      ],
      [0, 1, 0],
    ],
    ["approved though its author may write is no news", [{ approved: formatIssueText(anIssue()) }], [0]],
    [
      "approved in words that it no longer has is told when the tracker knows its author",
      [{ seen: { author: perhaps, text: "more" } }, { approved: words("less") }, { seen: { text: "more" } }],
      [0, 0, 1],
    ],
  ])("that was %s", ([, steps, told]) => {
    let before = facts();
    const heard = steps.map((step, n) => {
      const { next, followUps } = decide(before, aRules(), observationOf(step, n), at(0));
      if (next.kind === "issue") before = next;
      return followUps.length;
    });
    expect(heard).toEqual(told);
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
