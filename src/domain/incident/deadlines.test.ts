/** The clock: escalation by time, the orchestrator agent's ten minutes, the ladder of a stuck agent. */
import { describe, expect, test } from "vitest";
import {
  anIncident,
  asking,
  aTurn,
  head,
  type SpecialWork,
  theSession,
  thread,
  told,
  work,
  working,
} from "../../../test/fixtures/domain.ts";
import { aRules, landing, MINUTE, type SpecialRules } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { findNextDeadlineMs } from "./deadlines.ts";
import { known } from "../model/known.ts";
import { addAnswered } from "../session/session.ts";

type Row = readonly [what: string, facts: SpecialWork, rules: SpecialRules, minute: number | null];
const owedSince = (minute: number, agentClockMs = 0) =>
  told(1, { owedBy: { kind: "agent", sinceMs: minute * MINUTE }, agentClockMs });

const interruptedAt = (minute: number, killed: boolean) =>
  working({
    lastSignMs: 3 * MINUTE,
    stuck: "interrupted",
    cutOff: { by: "recovery", then: "again", sinceMs: minute * MINUTE, killed },
  });

const answeredAt = (minute: number) => {
  const phase = asking(aTurn());
  return { ...phase, question: addAnswered(phase.question, phase.question.id, minute * MINUTE) };
};

const rows: readonly Row[] = [
  ["nothing to wait for", {}, {}, null],
  ["the agent owes a fix", { change: { incidents: [owedSince(5)] } }, {}, 35],
  [
    "the agent owes a fix and has used some of its time",
    { change: { incidents: [owedSince(5, 10 * MINUTE)] } },
    {},
    25,
  ],
  ["the agent has used all of its time", { change: { incidents: [owedSince(5, 99 * MINUTE)] } }, {}, 5],
  ["CI owes the next step", { change: { incidents: [anIncident({ owedBy: { kind: "ci" } })] } }, {}, null],
  [
    "a reviewer owes the next step",
    { change: { incidents: [anIncident({ trouble: "review", owedBy: { kind: "reviewer" } })] } },
    {},
    null,
  ],
  ["a person owes the next step", { change: { incidents: [anIncident()] } }, {}, null],
  [
    "the agent owes a fix and cannot act",
    { change: { incidents: [told(1, { owedBy: { kind: "agent", sinceMs: null } })] } },
    {},
    null,
  ],
  ["a person was told", { change: { incidents: [told(1, { escalation: { kind: "person", atMs: 0 } })] } }, {}, null],
  [
    "the incident is over",
    { change: { incidents: [{ ...owedSince(5), closed: { as: "green", atMs: 0 } }] } },
    {},
    null,
  ],
  [
    "escalation is by count",
    { change: { incidents: [owedSince(5)] } },
    { reactions: { "ci-failed": { escalateAfter: { kind: "attempts", n: 2 } } } },
    null,
  ],
  [
    "conflicts have no duration by default",
    { change: { incidents: [{ ...owedSince(5), trouble: "conflict" }] } },
    {},
    null,
  ],
  ["a turn is open", { session: { phase: working({ lastSignMs: 3 * MINUTE }) } }, {}, 13],
  ["a nudged turn", { session: { phase: working({ lastSignMs: 3 * MINUTE, stuck: "nudged" }) } }, {}, 23],
  ["an interrupted turn", { session: { phase: interruptedAt(23, false) } }, {}, 23.5],
  ["a turn that is being killed", { session: { phase: interruptedAt(23, true) } }, {}, 33.5],
  ["a turn that was raised", { session: { phase: working({ stuck: "raised" }) } }, {}, null],
  ["an answer is on its way", { session: { phase: answeredAt(4) } }, {}, 5],
  ["an idle take-over", { session: { hold: { by: "take_over", idleSinceMs: 2 * MINUTE, over: null } } }, {}, 17],
  [
    "the earliest of several",
    { session: { phase: working({ lastSignMs: 3 * MINUTE }) }, change: { incidents: [owedSince(-20)] } },
    {},
    10,
  ],
];

test.for(rows)("the next look when %s", ([, facts, rules, minute]) => {
  expect(findNextDeadlineMs(work(facts), aRules(rules))).toBe(minute === null ? null : minute * MINUTE);
});

describe("time", () => {
  const toldStory = (rules: SpecialRules = {}) => new Story(rules).opened().redTwice();

  test("up escalates once, and the agent may go on", () => {
    const story = toldStory().later(29).due();
    expect(story.notices()).toEqual([]);
    story.later(1).due().later(60).due();
    expect(story.notices()).toEqual(["ci"]);
    expect(story.messages()).toEqual(["ci-failed queued"]);
  });

  test("stands still while CI runs, and goes on with the next failure", () => {
    const story = toldStory()
      .turn()
      .later(20)
      .end("h2")
      .forge({ head: head("h2") })
      .later(600)
      .due();
    expect(story.notices()).toEqual([]);
    story.checks("failed").later(9).due();
    expect(story.notices()).toEqual([]);
    expect(story.later(1).due().notices()).toEqual(["ci"]);
  });

  test("stands still while the reviewer reads", () => {
    const story = new Story()
      .opened()
      .forge({ threads: [thread("t1")] })
      .turn()
      .later(20)
      .end("h2")
      .later(600)
      .due();
    expect(story.notices()).toEqual([]);
  });

  test("stands still while a prepared message waits for a person", () => {
    const story = toldStory({ reactions: { "ci-failed": { auto: false } } })
      .later(600)
      .due();
    expect(story.notices()).toEqual(["reaction_prepared"]);
  });

  test("stands still while a person owes the agent an answer, and goes on after it", () => {
    const story = toldStory().turn();
    const turn = story.openTurn().id;
    story
      .later(20)
      .see({ kind: "question_asked", session: theSession, turn, questionId: "q1", text: "?", choices: [] })
      .later(60)
      .due();
    expect(story.notices()).toEqual(["question"]);
    story.see({ kind: "question_answered", session: theSession, turn, questionId: "q1" }).later(9).due();
    expect(story.notices()).toEqual(["question"]);
    expect(story.later(1).due().notices()).toEqual(["question", "ci"]);
  });

  test("stands still while a person has paused the session, and goes on after it", () => {
    const story = toldStory().later(20).command({ kind: "pause", session: theSession }).later(60).due();
    expect(story.notices()).toEqual([]);
    story.command({ kind: "resume", session: theSession }).later(9).due();
    expect(story.notices()).toEqual([]);
    expect(story.later(1).due().notices()).toEqual(["ci"]);
  });

  test("after an escalation by time, used-up retries do not escalate again", () => {
    const story = toldStory()
      .turn()
      .later(31)
      .due()
      .end("h2")
      .forge({ head: head("h2") })
      .checks("failed");
    story
      .turn()
      .end("h3")
      .forge({ head: head("h3") })
      .checks("failed");
    expect([story.notices(), story.incident("ci").attempts]).toEqual([["ci"], 2]);
  });
});

describe("a silent agent", () => {
  const silent = (rules: SpecialRules = {}) =>
    new Story(rules).command({ kind: "send", session: theSession, text: "Do it" }).turn();
  const stuck = (story: Story) => story.openTurn().stuck;
  const refuse = (story: Story) => story.see({ kind: "steer_refused", session: theSession, turn: story.openTurn().id });

  test("is left alone within the threshold", () => {
    expect(stuck(silent().later(9).due())).toBe("none");
  });

  test("is nudged, then interrupted, each once, each with the whole threshold to help", () => {
    const story = silent().later(10).due().due();
    expect([stuck(story), story.effects("steer_turn").length]).toEqual(["nudged", 1]);
    expect(stuck(story.later(9).due())).toBe("nudged");
    story.later(1).due().due();
    expect([stuck(story), story.effects("interrupt_turn").length, story.notices()]).toEqual(["interrupted", 1, []]);
  });

  test("that cannot be spoken to is interrupted at once, and not made to wait for nothing", () => {
    const story = refuse(silent().later(10).due());
    expect([stuck(story), story.effects("interrupt_turn").length]).toEqual(["interrupted", 1]);
    story.end(null, { result: { kind: "failed", why: "exit 130" } });
    expect([story.messages().at(-1), story.incident("stuck").attempts]).toEqual(["restore queued", 1]);
  });

  test("that shows a sign before it is known to be deaf is not interrupted", () => {
    const story = silent().later(10).due();
    story.see({ kind: "turn_progressed", session: theSession, turn: story.openTurn().id, words: "Back" });
    expect(refuse(story).effects("interrupt_turn")).toEqual([]);
  });

  test("whose turn ends by the interrupt begins again in the same conversation", () => {
    const story = silent()
      .later(10)
      .due()
      .later(10)
      .due()
      .end(null, { result: { kind: "interrupted" } });
    expect([story.messages().at(-1), story.incident("stuck").attempts]).toEqual(["restore queued", 1]);
  });

  test("that does not end by the interrupt is killed, and begins again in the same conversation", () => {
    const story = silent().later(10).due().later(10).due().later(0.4).due();
    expect(story.effects("stop_turn")).toEqual([]);
    story.later(0.1).due().due();
    expect([story.effects("stop_turn").length, story.notices()]).toEqual([1, []]);
    story.see({ kind: "turn_probed", session: theSession, turn: story.openTurn().id, alive: known(false) });
    expect([story.messages().at(-1), story.incident("stuck").attempts]).toEqual(["restore queued", 1]);
    expect(story.incident("stuck").closed).toBeNull();
  });

  test("that shows a sign while it is being killed begins again all the same", () => {
    const story = silent().later(10).due().later(10).due().later(1).due();
    const turn = story.openTurn().id;
    story
      .see({ kind: "turn_progressed", session: theSession, turn, words: "Back" })
      .see({ kind: "turn_probed", session: theSession, turn, alive: known(false) });
    expect([story.messages().at(-1), story.notices()]).toEqual(["restore queued", []]);
  });

  test("that had asked a question before it was cut off is answered, not restarted", () => {
    const story = silent().later(10).due().later(10).due();
    story.end(null, { result: { kind: "asked", questionId: "q1", text: "?", choices: [] } });
    expect([story.session.phase.kind, story.notices()]).toEqual(["asking", ["question"]]);
  });

  test("whose process cannot even be killed is a person's matter", () => {
    const story = silent().later(10).due().later(10).due().later(1).due().later(9.5).due().due();
    expect([stuck(story), story.notices()]).toEqual(["raised", ["stuck"]]);
  });

  test("that works again after the interrupt is neither killed nor raised", () => {
    const story = silent().later(10).due().later(10).due();
    story.see({ kind: "turn_progressed", session: theSession, turn: story.openTurn().id, words: "Back" });
    story.later(5).due();
    expect([story.effects("stop_turn"), story.notices(), story.openTurn().cutOff]).toEqual([[], [], null]);
  });

  test("that is silent again after its restart goes straight to a person", () => {
    const story = silent()
      .later(10)
      .due()
      .later(10)
      .due()
      .end(null, { result: { kind: "interrupted" } })
      .turn()
      .later(10)
      .due();
    expect([stuck(story), story.notices(), story.effects("steer_turn").length]).toEqual(["raised", ["stuck"], 1]);
  });

  test("with the rule on notify goes straight to a person", () => {
    const story = silent({ reactions: { "agent-stuck": { action: { kind: "notify" } } } })
      .later(10)
      .due();
    expect([story.notices(), story.effects("steer_turn")]).toEqual([["stuck"], []]);
  });

  test("that shows a sign starts the wait anew", () => {
    const story = silent().later(8);
    story
      .see({ kind: "turn_progressed", session: theSession, turn: story.openTurn().id, words: "Still here" })
      .later(8)
      .due();
    expect([stuck(story), story.session.lastWords, story.session.steps]).toEqual(["none", "Still here", undefined]);
    const steps = { done: 3, of: 7 };
    story.see({ kind: "turn_progressed", session: theSession, turn: story.openTurn().id, words: "", steps });
    expect([story.session.lastWords, story.session.steps]).toEqual(["Still here", steps]);
  });

  test("that shows a sign after a person was told needs nobody any more", () => {
    const story = silent({ reactions: { "agent-stuck": { action: { kind: "notify" } } } })
      .later(10)
      .due();
    story.see({ kind: "turn_progressed", session: theSession, turn: story.openTurn().id, words: "Back" });
    expect(story.incident("stuck").closed?.as).toBe("progressed");
  });

  test("that finishes after all ends the trouble", () => {
    expect(silent().later(10).due().end("h1").incident("stuck").closed?.as).toBe("progressed");
  });
});

test("a question stops the watch over the turn", () => {
  const story = new Story(landing).command({ kind: "send", session: theSession, text: "Do it" }).turn();
  story.see({
    kind: "question_asked",
    session: theSession,
    turn: story.openTurn().id,
    questionId: "q1",
    text: "?",
    choices: [],
  });
  story.later(600).due();
  expect([story.notices(), story.effects("steer_turn")]).toEqual([["question"], []]);
});
