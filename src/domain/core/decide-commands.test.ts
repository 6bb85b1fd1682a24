/** What a person's word does in every phase: interrupt, restart, stop, pause, resume, take over, release, answer, send. */
import { describe, expect, test } from "vitest";
import { atWork, created, say, started } from "../../../test/fixtures/at-work.ts";
import { theSession, thread } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import type { Command } from "./command.ts";
import { known } from "../model/known.ts";

const order = (kind: "interrupt" | "restart" | "pause" | "resume" | "release" | "restore"): Command => ({
  kind,
  session: theSession,
});
const stop: Command = { kind: "stop", session: theSession, keepWorkspace: false };
const takeOver: Command = { kind: "take_over", session: theSession, clients: 1 };
const answer: Command = { kind: "answer", session: theSession, questionId: "q1", text: "Redis" };

const unread = () => created(started()).grant();
const askingInside = () => {
  const story = atWork();
  const question = { questionId: "q1", text: "Redis?", choices: [] };
  return story.see({ kind: "question_asked", session: theSession, turn: story.openTurn().id, ...question });
};
const askingAfter = () =>
  atWork().end(null, { result: { kind: "asked", questionId: "q1", text: "Redis?", choices: [] } });
const gone = (story: Story) =>
  story.see({ kind: "turn_probed", session: theSession, turn: story.openTurn().id, alive: known(false) });
const phase = (story: Story) => story.session.phase.kind;
const waiting = (story: Story) => story.messages().filter((message) => message.endsWith("queued"));

const removed = (story: Story) =>
  story.command(stop).see({ kind: "workspace_removed", session: theSession, rescueRef: "r" });
const restored = (story: Story) => removed(story).command(order("restore"));
const failedForGood = () => atWork().end(null, { result: { kind: "never_started", why: "not found" } });

/** Every way in which an agent may end its turn when it is asked to. */
const endings: readonly [what: string, end: (story: Story) => Story][] = [
  ["says that it was interrupted", (story) => story.end(null, { result: { kind: "interrupted" } })],
  ["fails, with the code of the signal", (story) => story.end(null, { result: { kind: "failed", why: "exit 130" } })],
  ["ends well, having tidied up", (story) => story.end(null, { result: { kind: "done" } })],
  ["is gone without a word", gone],
];

describe("an interrupt", () => {
  test.for(endings)("of a turn that %s leaves the session at rest, and nobody is blamed", ([, end]) => {
    const story = end(atWork().command(order("interrupt")));
    expect([phase(story), waiting(story), story.notices()]).toEqual(["resting", [], []]);
    expect([story.session.incidents, story.session.hold]).toEqual([[], null]);
    expect(story.grant().session.phase.kind).toBe("resting");
  });

  test.for(endings)("of a turn that %s before it read its message leaves that unknown", ([, end]) => {
    const story = end(unread().command(order("interrupt")));
    expect([phase(story), story.messages()]).toEqual(["resting", ["start unknown"]]);
  });

  test("publishes what the turn has left", () => {
    const story = atWork()
      .command(order("interrupt"))
      .end("h1", { result: { kind: "interrupted" } });
    expect(story.effects("publish_head")).toMatchObject([{ head: "h1" }]);
  });

  test("that is not obeyed ends the process after a grace, once", () => {
    const story = atWork().command(order("interrupt")).later(0.4).due();
    expect(story.effects("stop_turn")).toEqual([]);
    story.later(0.1).due().later(5).due();
    expect([story.effects("interrupt_turn").length, story.effects("stop_turn").length]).toEqual([1, 1]);
    expect([phase(gone(story)), story.notices()]).toEqual(["resting", []]);
  });

  test("of an agent that goes on talking is still meant", () => {
    const story = atWork().command(order("interrupt"));
    story.see({ kind: "turn_progressed", session: theSession, turn: story.openTurn().id, words: "One moment" });
    expect(story.later(1).due().effects("stop_turn")).toHaveLength(1);
  });

  test("of a turn that waits for an answer ends the question with it", () => {
    const story = askingInside().command(order("interrupt")).later(1).due();
    expect(story.effects("stop_turn")).toHaveLength(1);
    expect([phase(gone(story)), story.incident("question").closed?.as, waiting(story)]).toEqual([
      "resting",
      "progressed",
      [],
    ]);
  });

  test("at the provider's limit parks the credential and begins nothing by itself", () => {
    const story = atWork()
      .command(order("interrupt"))
      .end(null, { result: { kind: "limit_reached", untilWallMs: 9_000_000 } });
    expect([story.world.project.parked.length, waiting(story)]).toEqual([1, []]);
  });

  test("before the turn was begun takes its message back", () => {
    const story = unread().command(order("interrupt"));
    story.see({ kind: "turn_withdrawn", session: theSession, turn: story.openTurn().id });
    expect([phase(story), story.messages()]).toEqual(["resting", ["start dropped"]]);
  });

  test.for<[what: string, make: () => Story]>([
    ["preparing", () => started()],
    ["at rest", () => created(started())],
    ["with a question and no turn", askingAfter],
    ["ending", () => atWork().command(stop)],
  ])("of a session %s changes nothing", ([, make]) => {
    const story = make();
    const before = story.session;
    expect(story.command(order("interrupt")).session).toEqual(before);
    expect(story.effects("interrupt_turn")).toEqual([]);
  });
});

describe("a restart", () => {
  test.for(endings)("of a turn that %s goes on in the same conversation, once", ([, end]) => {
    const story = end(atWork().command(order("restart")));
    expect([waiting(story), story.session.incidents, story.notices()]).toEqual([["restore queued"], [], []]);
    expect(story.world.messages.at(-1)).toMatchObject({ cause: { kind: "restore", of: story.session.lastTurn } });
    expect(story.turn().session.turns).toBe(2);
  });

  test.for(endings)("of a turn that %s before it read its message sends that again", ([, end]) => {
    const story = end(unread().command(order("restart")));
    expect([waiting(story), story.world.messages[0]?.deliveries]).toEqual([["start queued"], 0]);
  });

  test("before the turn was begun sends its message again", () => {
    const story = unread().command(order("restart"));
    story.see({ kind: "turn_withdrawn", session: theSession, turn: story.openTurn().id });
    expect(waiting(story)).toEqual(["start queued"]);
  });

  test("of a deaf agent ends its process first", () => {
    const story = atWork().command(order("restart")).later(0.5).due();
    expect(story.effects("stop_turn")).toHaveLength(1);
    expect(waiting(gone(story))).toEqual(["restore queued"]);
  });

  test("after an interrupt begins again, and an interrupt after a restart does not", () => {
    const again = atWork().command(order("interrupt")).command(order("restart"));
    expect(waiting(gone(again))).toEqual(["restore queued"]);
    const rest = atWork().command(order("restart")).command(order("interrupt"));
    expect(waiting(gone(rest))).toEqual([]);
  });

  test("at the provider's limit goes on once, when the limit is over", () => {
    const story = atWork()
      .command(order("restart"))
      .end(null, { result: { kind: "limit_reached", untilWallMs: 9_000_000 } });
    expect(waiting(story)).toEqual(["restore queued"]);
  });

  test("of a question within a turn drops the question and begins again", () => {
    const story = gone(askingInside().command(order("restart")));
    expect([waiting(story), story.incident("question").closed?.as]).toEqual([["restore queued"], "progressed"]);
  });

  test("of a turn that ends with a question begins again all the same", () => {
    const asked = { kind: "asked", questionId: "q2", text: "Which?", choices: [] } as const;
    const story = atWork().command(order("restart")).end(null, { result: asked });
    expect([phase(story), waiting(story), story.notices()]).toEqual(["resting", ["restore queued"], []]);
  });

  test("of an agent that was left to a person starts the ladder anew", () => {
    const story = atWork({ reactions: { "agent-stuck": { action: { kind: "notify" } } } })
      .later(10)
      .due()
      .command(order("restart"));
    expect(story.incident("stuck").closed?.as).toBe("resolved");
  });

  test("at rest says that the last turn was cut off, and does not quote what nobody said", () => {
    const story = atWork().end("h1").command(order("restart"));
    expect(waiting(story)).toEqual(["restore queued"]);
    expect(story.world.messages.at(-1)?.text).not.toContain("The turn was about");
  });

  test("at rest, when the last message was not read, sends that one and nothing else", () => {
    const story = gone(unread()).command(order("restart"));
    expect(waiting(story)).toEqual(["start queued"]);
  });
});

describe("a stop", () => {
  test.for<[what: string, make: () => Story, turns: number]>([
    ["preparing", () => started(), 0],
    ["setting up", () => created(started({ setup: true })), 0],
    ["at rest", () => created(started()), 0],
    ["at work, unread", unread, 1],
    ["at work", () => atWork(), 1],
    ["that asks within its turn", askingInside, 1],
    ["that asks after its turn", askingAfter, 0],
    ["that was interrupted", () => atWork().command(order("interrupt")), 1],
    ["that is paused", () => created(started()).command(order("pause")), 0],
    ["that a person has taken over", () => created(started()).command(takeOver), 0],
  ])("of a session %s ends it, rescues its work and leaves nothing waiting", ([, make, turns]) => {
    const story = make().command(stop).later(60).due();
    expect([phase(story), waiting(story)]).toEqual(["ending", []]);
    expect([story.effects("stop_turn").length, story.effects("remove_workspace").length]).toEqual([turns, 1]);
    expect(story.session.incidents.filter(({ closed }) => closed === null)).toEqual([]);
    story.see({ kind: "workspace_removed", session: theSession, rescueRef: "r" });
    expect(story.session.phase).toMatchObject({ kind: "ended", because: "stopped", rescueRef: "r" });
  });

  test("asked for again while it ends tries the removal again; once it has ended it changes nothing", () => {
    const story = atWork().command(stop).command(stop);
    expect(story.effects("remove_workspace")).toHaveLength(2);
    story.see({ kind: "workspace_removed", session: theSession, rescueRef: null });
    expect(story.command(stop).effects("remove_workspace")).toHaveLength(2);
  });

  test("is not undone by news that come too late", () => {
    const story = started().command(stop);
    created(story).grant();
    expect([phase(story), story.effects("run_setup"), story.effects("start_turn")]).toEqual(["ending", [], []]);
  });

  test("is undone by restore: the conversation goes on, held by nothing", () => {
    const story = restored(say(atWork().end("h1"), "And the other one").turn().command(order("pause")));
    const text = story.world.messages.at(-1)?.text;
    expect(text).toMatch(/^This session was stopped and is brought back now\./);
    expect(text).toContain("Your last words were:\nDone.");
    expect(created(story).turn().effects("start_turn").at(-1)).toMatchObject({
      n: 3,
      after: story.effects("start_turn")[1]?.turn,
    });
  });
});

describe("a restore", () => {
  test.for<[what: string, make: () => Story, turns: number]>([
    ["rested after its turn", () => atWork().end("h1"), 0],
    ["was interrupted by a person", () => atWork().command(order("interrupt")).end("h1"), 0],
    ["was paused at rest", () => atWork().end("h1").command(order("pause")), 0],
    ["had not begun", () => created(started()), 1],
    ["was cut off in a turn", () => atWork(), 1],
    ["had a message to read", () => say(atWork().end("h1"), "One more thing"), 1],
    ["had asked something", askingAfter, 1],
    ["had failed for good", failedForGood, 1],
  ])("of a session that %s goes on where it was", ([, make, turns]) => {
    const story = make();
    const before = story.effects("start_turn").length;
    created(restored(story)).grant();
    expect([phase(story), story.effects("start_turn").length - before]).toEqual([
      turns === 0 ? "resting" : "working",
      turns,
    ]);
  });

  const reviewed = () =>
    new Story()
      .opened()
      .checks("passed")
      .forge({ threads: [thread("t1")] });

  test("of an idle session tells nothing that its agent has answered before", () => {
    const story = created(restored(reviewed().turn().end(null, { words: "It is right as it is." }))).grant();
    expect([phase(story), story.incident("review").owedBy.kind]).toEqual(["resting", "reviewer"]);
  });

  test("of an idle session tells what came while it was stopped", () => {
    const story = removed(new Story().opened().checks("passed"));
    story.forge({ threads: [thread("t1")] }).command(order("restore"));
    expect(waiting(story)).toEqual(["changes-requested queued"]);
    expect(phase(created(story).grant())).toBe("working");
  });
});

describe("a pause and a take-over", () => {
  test("keep out of each other's way", () => {
    const story = created(started()).command(takeOver).command(order("pause"));
    expect(story.session.hold).toEqual({ by: "take_over", idleSinceMs: null, over: "pause" });
    expect(story.command(order("release")).session.hold).toEqual({ by: "pause" });
  });

  test.for(["resume", "restart"] as const)("%s begins no turn under the hands of a person", (kind) => {
    const story = created(started()).command(order("pause")).command(takeOver).command(order(kind)).grant();
    expect([phase(story), story.session.hold?.by]).toEqual(["resting", "take_over"]);
    expect(phase(story.command(order("release")).grant())).toBe("working");
  });

  test("a trouble that comes meanwhile holds the session when it is handed back", () => {
    const story = atWork().command(takeOver);
    story.end("h1", { usage: { usd: 5, tokens: 0 } }).command(order("release"));
    expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["budget"]]);
  });

  test("a trouble that is over by then does not", () => {
    const story = atWork().command(takeOver);
    story.see({ kind: "issue_changed", session: theSession, as: "closed", text: "" });
    expect(story.session.hold).toMatchObject({ by: "take_over", over: "trouble" });
    story.see({ kind: "issue_changed", session: theSession, as: "reopened", text: "" });
    expect(story.command(order("release")).session.hold).toBeNull();
  });

  test("an open turn goes on while paused, and no automatic one follows it", () => {
    const story = atWork().command(order("pause")).end(null);
    expect([phase(story.grant()), waiting(story)]).toEqual(["resting", ["nudge queued"]]);
    expect(phase(story.command(order("resume")).grant())).toBe("working");
  });

  test("release of a session that nobody took over leaves its pause", () => {
    expect(created(started()).command(order("pause")).command(order("release")).session.hold).toEqual({ by: "pause" });
  });
});

describe("an answer", () => {
  test("within a turn is on its way until the agent says that it heard", () => {
    const story = askingInside().command(answer);
    expect(story.session.phase).toMatchObject({ kind: "asking", question: { answered: true } });
    story.see({
      kind: "question_answered",
      session: theSession,
      turn: story.openTurn().id,
      questionId: "q1",
    });
    expect(phase(story)).toBe("working");
  });

  test("that did not get through can be given again", () => {
    const story = askingInside().command(answer);
    story.see({
      kind: "effect_failed",
      effect: "answer_question",
      subject: { kind: "session", session: theSession },
      why: "the host is gone",
    });
    expect(story.session.phase).toMatchObject({ kind: "asking", question: { answered: false } });
    expect(story.command(answer).effects("answer_question")).toHaveLength(2);
  });

  test("that the agent never says it heard is asked for again after a minute", () => {
    const story = askingInside().command(answer).later(0.9).due();
    expect(story.session.phase).toMatchObject({ question: { answered: true } });
    expect(story.notices()).toEqual(["question"]);
    story.later(0.2).due();
    expect(story.session.phase).toMatchObject({ kind: "asking", question: { answered: false } });
    expect(story.notices()).toEqual(["question"]);
    expect(story.command(answer).effects("answer_question")).toHaveLength(2);
  });

  test("after the turn is taken once, however often it is given while it waits for a turn", () => {
    const story = askingAfter()
      .command(answer)
      .command({ ...answer, text: "Memory" });
    expect([waiting(story), story.world.messages.at(-1)?.text]).toEqual([["answer queued"], "Redis"]);
  });

  test("after the turn begins a turn of its own, before whatever else waits", () => {
    const story = say(say(askingAfter(), "One"), "Two").command(answer).turn();
    expect(story.messages()).toEqual(["start acknowledged", "message queued", "message queued", "answer acknowledged"]);
  });

  test("goes before a pause, and waits for a take-over to end", () => {
    expect(phase(askingAfter().command(order("pause")).command(answer).grant())).toBe("working");
    const held = askingAfter().command(takeOver).command(answer).grant();
    expect([phase(held), phase(held.command(order("release")).grant())]).toEqual(["asking", "working"]);
  });
});

describe("a message", () => {
  test.for<[what: string, make: () => Story]>([
    ["preparing", () => started()],
    ["at work", () => atWork()],
    ["that asks within its turn", askingInside],
    ["that asks after its turn", askingAfter],
    ["that a person has taken over", () => created(started()).command(takeOver)],
  ])("to a session %s is kept, and waits", ([, make]) => {
    const story = say(make()).grant();
    expect(waiting(story).at(-1)).toBe("message queued");
  });

  test("that came while a question was open is read after the answer's turn", () => {
    const story = say(askingAfter()).command(answer).turn().end("h1").turn();
    expect(story.messages().at(1)).toBe("message acknowledged");
  });
});
