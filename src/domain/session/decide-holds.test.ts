/** When a session waits, and for whom: questions, holds, stops, restarts. */
import { describe, expect, test } from "vitest";
import { atWork, created, say, started } from "../../../test/fixtures/at-work.ts";
import { aMessage, asking, theSession, work } from "../../../test/fixtures/domain.ts";
import { app } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { messageId } from "../model/ids.ts";
import { known } from "../model/known.ts";
import { limits } from "../model/limits.ts";

describe("a question", () => {
  const ask = (story: Story, id: string) =>
    story.see({
      kind: "question_asked",
      session: theSession,
      turn: story.openTurn().id,
      questionId: id,
      text: `${id}?`,
      choices: ["yes"],
    });
  const answered = (story: Story, id: string) =>
    story.see({ kind: "question_answered", session: theSession, turn: story.openTurn().id, questionId: id });
  const openQuestion = () => ask(atWork(), "q1");
  const closedQuestion = () =>
    atWork().end(null, { result: { kind: "asked", questionId: "q1", text: "Redis?", choices: [] } });
  const answer = { kind: "answer", session: theSession, questionId: "q1", text: "Redis" } as const;

  test("within an open turn is told to a person once, and its answer goes into the turn", () => {
    const story = openQuestion();
    expect([story.session.phase.kind, story.notices()]).toEqual(["asking", ["question"]]);
    story.command(answer);
    expect(story.effects("answer_question")).toMatchObject([{ questionId: "q1", text: "Redis" }]);
    expect(story.session.phase.kind).toBe("asking");
    answered(story, "q1");
    expect([story.session.phase.kind, story.incident("question").closed?.as]).toEqual(["working", "answered"]);
  });

  test("that ended the turn is followed by a turn that brings the answer, and nothing else goes first", () => {
    const story = say(closedQuestion());
    expect(story.grant().session.phase.kind).toBe("asking");
    story.command(answer).turn();
    expect(story.messages()).toEqual(["start acknowledged", "message queued", "answer acknowledged"]);
  });

  test("that is over takes no answer", () => {
    const story = openQuestion().command({ ...answer, questionId: "q0" });
    expect([story.effects("answer_question"), story.world.why.at(-1)]).toEqual([
      [],
      "the question is over; the answer was not sent",
    ]);
  });

  test("dies with its process", () => {
    const story = openQuestion();
    story.see({ kind: "turn_probed", session: theSession, turn: story.openTurn().id, alive: known(false) });
    expect([story.session.phase.kind, story.incident("question").closed?.as, story.messages().at(-1)]).toEqual([
      "resting",
      "progressed",
      "restore queued",
    ]);
  });

  test("beside another is asked too, and stays when the other is answered", () => {
    const story = answered(ask(openQuestion(), "q2"), "q1");
    expect(story.session.phase).toMatchObject({ kind: "asking", question: { id: "q2" } });
    expect(story.notices()).toEqual(["question", "question"]);
  });

  test("does not keep the receipt of its message from counting", () => {
    const story = created(started()).grant();
    expect(ask(story, "q1").acknowledge().end("h1").messages()).toEqual(["start acknowledged"]);
  });

  test("is left by a restart", () => {
    const story = closedQuestion().command({ kind: "restart", session: theSession }).grant();
    expect([story.session.phase.kind, story.incident("question").closed?.as]).toEqual(["working", "resolved"]);
  });

  test("is answered by a person also when the queue is full", () => {
    const messages = Array.from({ length: limits.messagesQueuedMax }, (_, n) => aMessage({ id: messageId(`m${n}`) }));
    const story = new Story({}, work({ session: { phase: asking() }, change: null, messages })).command(answer);
    expect(story.messages().at(-1)).toBe("answer queued");
  });
});

describe("a hold", () => {
  const held = (command: "pause" | "take_over") =>
    created(started()).command(
      command === "pause"
        ? { kind: "pause", session: theSession }
        : { kind: "take_over", session: theSession, clients: 1 },
    );

  test("by a pause lets no automatic turn begin, but a person's does", () => {
    const story = held("pause").grant();
    expect(story.session.phase.kind).toBe("resting");
    say(story).turn();
    expect(story.messages()).toEqual(["start queued", "message acknowledged"]);
  });

  test("by a take-over lets no turn begin at all, until it is released", () => {
    const story = say(held("take_over")).grant();
    expect(story.session.phase.kind).toBe("resting");
    expect(story.command({ kind: "release", session: theSession }).grant().session.phase.kind).toBe("working");
  });

  test("by a pause outlives a take-over", () => {
    const story = held("pause").command({ kind: "take_over", session: theSession, clients: 1 });
    expect(story.command({ kind: "release", session: theSession }).session.hold).toEqual({ by: "pause" });
    const left = held("pause").command({ kind: "take_over", session: theSession, clients: 0 }).later(15).due();
    expect(left.session.hold).toEqual({ by: "pause" });
  });

  test("by a used-up budget is not lifted by resume while the budget is as it was", () => {
    const story = atWork()
      .end("h1", { usage: { usd: 5, tokens: 0 } })
      .command({ kind: "resume", session: theSession });
    expect([story.session.hold, story.incident("budget").closed]).toEqual([{ by: "trouble" }, null]);
    expect(story.world.why.at(-1)).toBe("its budget is used up: raise policy.budget.perSession, then resume it");
    expect(story.notices()).toEqual(["budget"]);
  });

  test("is lifted by resume", () => {
    expect(held("pause").command({ kind: "resume", session: theSession }).grant().session.phase.kind).toBe("working");
  });
});

describe("a stop", () => {
  test("ends the open turn, rescues the work, drops what waited, and begins nothing any more", () => {
    const story = say(atWork()).command({ kind: "stop", session: theSession, keepWorkspace: false });
    expect([story.effects("stop_turn").length, story.effects("remove_workspace").length]).toEqual([1, 1]);
    expect(story.messages()).toEqual(["start acknowledged", "message dropped"]);
    say(story).grant();
    expect([story.session.phase.kind, story.messages().length]).toEqual(["ending", 2]);
  });

  test("of a message that was being read leaves it unknown", () => {
    const story = created(started()).grant();
    const turn = story.openTurn();
    story
      .see({ kind: "turn_written", session: theSession, turn: turn.id, message: turn.message })
      .command({ kind: "stop", session: theSession, keepWorkspace: true });
    expect(story.messages()).toEqual(["start unknown"]);
    expect(story.effects("remove_workspace")).toMatchObject([{ keep: true }]);
  });

  test("is undone by restore: workspace, conversation, and a turn that says what happened", () => {
    const story = atWork().command({ kind: "stop", session: theSession, keepWorkspace: false });
    story
      .see({ kind: "workspace_removed", session: theSession, rescueRef: "r" })
      .command({ kind: "restore", session: theSession });
    expect([story.session.phase.kind, story.effects("create_workspace").length, story.messages().at(-1)]).toEqual([
      "preparing",
      2,
      "restore queued",
    ]);
    const assigned = { kind: "issue_assigned", project: app, issue: "41", session: theSession };
    expect(story.world.followUps).toEqual([assigned, assigned]);
  });

  test("is not undone before it is over", () => {
    const story = atWork()
      .command({ kind: "stop", session: theSession, keepWorkspace: false })
      .command({ kind: "restore", session: theSession });
    expect(story.session.phase.kind).toBe("ending");
  });
});

test("restart begins the turn again in the same conversation and lifts the hold of an exit", () => {
  const story = atWork().command({ kind: "restart", session: theSession });
  expect([story.effects("interrupt_turn").length, story.messages()]).toEqual([1, ["start acknowledged"]]);
  story.end(null, { result: { kind: "interrupted" } });
  expect(story.messages()).toEqual(["start acknowledged", "restore queued"]);
  expect(story.turn().session.turns).toBe(2);
});

test("restart of a workspace that could not be made makes it again", () => {
  const story = started().see({
    kind: "effect_failed",
    effect: "create_workspace",
    subject: { kind: "session", session: theSession },
    why: "disk full",
  });
  expect(story.notices()).toEqual(["effect"]);
  story.command({ kind: "restart", session: theSession });
  expect([story.effects("create_workspace").length, story.incident("effect").closed?.as]).toEqual([2, "resolved"]);
});

test("a full queue refuses machines, never a person", () => {
  const messages = Array.from({ length: limits.messagesQueuedMax }, (_, n) => aMessage({ id: messageId(`m${n}`) }));
  const story = new Story({}, work({ change: null, messages })).see({
    kind: "issue_changed",
    session: theSession,
    as: "edited",
    text: "x",
  });
  expect(story.world.messages).toHaveLength(limits.messagesQueuedMax);
  expect(story.command({ kind: "send", session: theSession, text: "x" }).world.messages).toHaveLength(
    limits.messagesQueuedMax + 1,
  );
});

test("an idle take-over ends by itself, one with a client does not", () => {
  const idle = new Story().command({ kind: "take_over", session: theSession, clients: 0 }).later(15).due();
  expect(idle.session.hold).toBeNull();
  const busy = new Story().command({ kind: "take_over", session: theSession, clients: 1 }).later(60).due();
  expect(busy.session.hold?.by).toBe("take_over");
});
