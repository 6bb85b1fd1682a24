import { expect, test } from "vitest";
import {
  aChange,
  anIssue,
  anIssueSnapshot,
  aProject,
  asked,
  asking,
  aSnapshot,
  aTurn,
  check,
  head,
  type SpecialWork,
  theChange,
  theMessage,
  theSession,
  theTurn,
  work,
  working,
} from "../../../test/fixtures/domain.ts";
import type { Facts } from "./facts.ts";
import { commitSha, observationId, treeSha, turnId, type TurnId } from "../model/ids.ts";
import { known } from "../model/known.ts";
import { explainLate } from "./late-news.ts";
import type { News } from "./observation.ts";
import { noUsage } from "../model/usage.ts";

const late = (facts: Facts, news: News) => explainLate(facts, { ...news, id: observationId("o1") });
const lateFor = (facts: SpecialWork, news: News) => late(work(facts), news);

const ofTurn = (turn: TurnId): readonly News[] => [
  { kind: "turn_written", session: theSession, turn, message: theMessage },
  { kind: "turn_acknowledged", session: theSession, turn, message: theMessage },
  { kind: "turn_progressed", session: theSession, turn, words: "x" },
  { kind: "question_asked", session: theSession, turn, questionId: "q1", text: "?", choices: [] },
  { kind: "question_answered", session: theSession, turn, questionId: "q1" },
  {
    kind: "turn_ended",
    session: theSession,
    turn,
    result: { kind: "done" },
    head: known(head("h1")),
    dirty: false,
    usage: noUsage,
    words: "",
  },
  { kind: "turn_probed", session: theSession, turn, alive: known(false) },
];

test.for(ofTurn(theTurn).map((news) => [news.kind, news] as const))("%s is news of the open turn", ([, news]) => {
  expect(lateFor({ session: { phase: working() } }, news)).toBeNull();
  expect(lateFor({ session: { phase: asking(aTurn()) } }, news)).toBeNull();
});

test.for(ofTurn(turnId("t0")).map((news) => [news.kind, news] as const))("%s of another turn is late", ([, news]) => {
  expect(lateFor({ session: { phase: working() } }, news)).toBe("a turn that is over");
  expect(lateFor({ session: {} }, news)).toBe("a turn that is over");
  expect(lateFor({ session: null }, news)).toBe("a turn that is over");
});

test("a snapshot of a change is news only when its version is higher", () => {
  const seen = (version: number): News => ({
    kind: "change_observed",
    project: aChange().project,
    change: aSnapshot({ version }),
  });
  expect([1, 4, 5, 6].map((version) => lateFor({ change: { version: 5 } }, seen(version)) === null)).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(lateFor({ change: null }, seen(1))).toBeNull();
});

test("a snapshot of an issue is news only when its version is higher", () => {
  const facts = (issue: ReturnType<typeof anIssue> | null): Facts => ({
    kind: "issue",
    project: aProject(),
    issue,
    liveSessions: [],
  });
  const seen = (version: number): News => ({
    kind: "issue_observed",
    project: aProject().id,
    issue: anIssueSnapshot({ version }),
  });
  expect([4, 5, 6].map((version) => late(facts(anIssue({ version: 5 })), seen(version)) === null)).toEqual([
    false,
    false,
    true,
  ]);
  expect(late(facts(null), seen(1))).toBeNull();
  // The tracker's settings are others now; the issue is not.
  expect(late(facts(anIssue({ version: 5, isWanted: false })), seen(5))).toBeNull();
  expect(late(facts(anIssue({ version: 6, isWanted: false })), seen(5))).not.toBeNull();
});

test.for<[what: string, tree: string, n: number, isNews: boolean]>([
  ["the run that was asked for", "h1-tree", 2, true],
  ["an older run of the same tree", "h1-tree", 1, false],
  ["a run of an older tree", "h0-tree", 2, false],
])("results of %s are news: %s", ([, tree, n, isNews]) => {
  const news: News = {
    kind: "checks_finished",
    of: { kind: "change", change: theChange, tree: treeSha(tree) },
    n,
    results: [check("passed")],
  };
  expect(lateFor({ change: { round: asked({ n: 2 }) } }, news) === null).toBe(isNews);
  expect(lateFor({ change: {} }, news)).toBe("checks of an older head or run");
});

test("a refusal is news only of the head that is on its way", () => {
  const news: News = { kind: "publish_refused", session: theSession, head: commitSha("h2"), theirs: commitSha("x") };
  expect(lateFor({ session: { publishing: commitSha("h2") } }, news)).toBeNull();
  expect(lateFor({ session: { publishing: commitSha("h3") } }, news)).toBe("a head that is no longer on its way");
  expect(lateFor({ session: null }, news)).toBe("a head that is no longer on its way");
});

test("commands are never late", () => {
  expect(
    lateFor(
      {},
      { kind: "command_given", by: { kind: "person", name: "maria" }, command: { kind: "pause", session: theSession } },
    ),
  ).toBeNull();
});
