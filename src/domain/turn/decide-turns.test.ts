/** How turns go: started, read, ended, paid for, cut off. */
import { describe, expect, test } from "vitest";
import { aNewSession, atWork, created, say, started } from "../../../test/fixtures/at-work.ts";
import { head, path, theSession } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { known, unknown } from "../model/known.ts";
import { limits } from "../model/limits.ts";

const probe = (story: Story, alive: ReturnType<typeof known<boolean>> | ReturnType<typeof unknown>) =>
  story.see({ kind: "turn_probed", session: theSession, turn: story.openTurn().id, alive });

describe("a start", () => {
  test("makes the workspace; the first message waits for it", () => {
    const story = started().grant();
    expect(story.session.phase).toEqual({ kind: "preparing", step: "workspace" });
    expect(story.effects("create_workspace")).toHaveLength(1);
    expect(story.messages()).toEqual(["start queued"]);
  });

  test("runs the setup, if there is one, before the first turn", () => {
    const story = created(started({ setup: true }));
    expect(story.session.phase).toEqual({ kind: "preparing", step: "setup" });
    expect(story.effects("run_setup")).toMatchObject([{ path }]);
    story.see({ kind: "setup_finished", session: theSession, path });
    expect(story.session).toMatchObject({ phase: { kind: "resting" }, base: "base-1", head: "base-1" });
  });

  test("of a session that is there already changes nothing", () => {
    const story = started();
    const before = story.session;
    story.command({ kind: "start_session", session: aNewSession({ prompt: "Again." }) });
    expect(story.session).toBe(before);
  });
});

describe("a turn", () => {
  test("begins with one message, and is numbered", () => {
    const story = created(started()).grant();
    expect(story.effects("start_turn")).toMatchObject([{ n: 1, message: story.world.messages[0]?.id }]);
    expect(story.session.phase).toMatchObject({ kind: "working", turn: { acknowledged: false } });
  });

  test("is not begun twice", () => {
    expect(created(started()).grant().grant().effects("start_turn")).toHaveLength(1);
  });

  test("that leaves a commit publishes it at its end", () => {
    const story = atWork().end("h1");
    expect(story.effects("publish_head")).toMatchObject([{ head: "h1", replaces: { kind: "ancestors" } }]);
    expect(story.session).toMatchObject({ head: "h1", publishing: "h1", published: null });
    expect(story.forge().session).toMatchObject({ publishing: null, published: "h1" });
  });

  test("after which a newer head replaces exactly ours", () => {
    const story = atWork().end("h1").forge();
    say(story).turn().end("h2");
    expect(story.effects("publish_head").at(-1)).toMatchObject({
      head: "h2",
      replaces: { kind: "exactly", commit: "h1" },
    });
  });

  test("under observe publishes nothing", () => {
    expect(atWork({ autonomy: "observe" }).end("h1").effects("publish_head")).toEqual([]);
  });

  test.for<[what: string, make: () => Story, unknownTurns: number | undefined]>([
    ["told its cost", () => atWork().end("h1", { usage: { usd: 2, tokens: 10 } }), undefined],
    ["told only tokens", () => atWork().end("h1", { usage: { usd: 0, tokens: 10 } }), 1],
    ["was killed", () => probe(atWork().command({ kind: "interrupt", session: theSession }), known(false)), 1],
    ["crashed", () => probe(atWork(), known(false)), 1],
    ["never began", () => atWork().end(null, { result: { kind: "never_started", why: "not found" } }), undefined],
  ])("whose cost nobody knows is counted as such: one that %s", ([, make, unknownTurns]) => {
    expect(make().session.spent.unknownTurns).toBe(unknownTurns);
  });

  test("without a commit gets one nudge, then a person", () => {
    const story = atWork().end(null);
    expect(story.messages()).toEqual(["start acknowledged", "nudge queued"]);
    story.turn().end(null);
    expect([story.notices(), story.messages()]).toEqual([["idle"], ["start acknowledged", "nudge acknowledged"]]);
    say(story).turn().end("h1");
    expect(story.incident("idle").closed?.as).toBe("progressed");
  });

  test("with uncommitted files gets one nudge, then a commit on its behalf if configured", () => {
    const story = atWork({ autoCommit: true }).end(null, { dirty: true }).turn().end(null, { dirty: true });
    expect(story.effects("commit_workspace")).toHaveLength(1);
    expect(story.notices()).toEqual([]);
    story.see({ kind: "workspace_committed", session: theSession, head: head("h1") });
    expect(story.effects("publish_head")).toMatchObject([{ head: "h1" }]);
  });

  test.for<[what: string, make: () => Story, heads: readonly string[]]>([
    ["at rest", () => atWork().end("h1").opened(), ["h1", "h2"]],
    [
      "that asks",
      () => atWork().end(null, { result: { kind: "asked", questionId: "q", text: "?", choices: [] } }),
      ["h2"],
    ],
    ["at work", () => atWork(), []],
  ])("a person's commit in the workspace of a session %s goes up as the agent's do", ([, make, heads]) => {
    const story = make();
    story.see({ kind: "workspace_committed", session: theSession, head: head("h2"), byHand: true });
    expect(story.effects("publish_head").map((effect) => effect.head)).toEqual(heads);
  });

  test("a person's commit ends the wait for one", () => {
    const story = atWork().end(null).turn().end(null);
    story.see({ kind: "workspace_committed", session: theSession, head: head("h1"), byHand: true });
    expect(story.incident("idle").closed?.as).toBe("progressed");
  });

  test("with uncommitted files and no automatic commit ends with a person", () => {
    expect(atWork().end(null, { dirty: true }).turn().end(null, { dirty: true }).notices()).toEqual(["idle"]);
  });

  test("with uncommitted files is nudged once, also when each turn leaves a commit", () => {
    const story = atWork().end("h1", { dirty: true }).turn().end("h2", { dirty: true });
    expect(story.messages()).toEqual(["start acknowledged", "nudge acknowledged"]);
    expect(story.notices()).toEqual(["idle"]);
  });

  test("whose head is not known is not called one without a commit", () => {
    const story = atWork().end(null, { head: unknown("git did not answer") });
    expect(story.messages()).toEqual(["start acknowledged", "nudge queued"]);
    expect(story.world.messages.at(-1)).toMatchObject({ cause: { about: "not_taken" } });
    expect(story.world.messages.at(-1)?.text).toContain("git did not answer");
    expect(story.notices()).toEqual([]);
  });

  test("whose commits are not taken over a second time is a person's matter, with the reason", () => {
    const refused = { head: unknown("What the agent committed was not taken over: it adds more than 2048 MB.") };
    const story = atWork().end(null, refused).turn().end(null, refused);
    expect(story.notices()).toEqual(["idle"]);
    expect(story.session.incidents.at(-1)?.summary).toContain("it adds more than 2048 MB");
  });

  test("that finds its workspace gone waits while that is made and set up again", () => {
    const story = created(started()).grant();
    story.see({ kind: "workspace_lost", session: theSession, turn: story.openTurn().id, why: "The folder is gone." });
    expect(story.session.phase).toMatchObject({ kind: "preparing", step: "workspace" });
    expect(story.effects("create_workspace")).toHaveLength(2);
    expect(story.messages()).toEqual(["start queued"]);
  });

  test("under observe is not nudged, and a person hears of the missing commit", () => {
    const story = atWork({ autonomy: "observe" }).end(null);
    expect([story.messages(), story.notices()]).toEqual([["start acknowledged"], ["idle"]]);
  });

  test("counts what it cost, for the session and for the day", () => {
    const story = atWork().end("h1", { usage: { usd: 2, tokens: 10 } });
    expect(story.session.spent).toEqual({ usd: 2, tokens: 10 });
    expect(story.world.project).toMatchObject({ spentToday: { usage: { usd: 2, tokens: 10 } }, dearestTurnUsd: 2 });
  });

  test("that uses up the budget pauses the session and tells a person once", () => {
    const story = atWork().end("h1", { usage: { usd: 5, tokens: 0 } });
    expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["budget"]]);
    say(story)
      .turn()
      .end("h2", { usage: { usd: 1, tokens: 0 } });
    expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["budget"]]);
  });

  test("that uses up the budget is a person's matter at once", () => {
    expect(
      atWork()
        .end("h1", { usage: { usd: 5, tokens: 0 } })
        .notices(),
    ).toEqual(["budget"]);
  });

  test("that uses up the day's budget tells a person once a day", () => {
    const story = atWork({ perSession: { usd: null, tokens: null } }).end("h1", { usage: { usd: 50, tokens: 0 } });
    say(story)
      .turn()
      .end("h2", { usage: { usd: 1, tokens: 0 } });
    expect(story.notices()).toEqual(["budget"]);
  });
});

describe("a receipt", () => {
  test("is the agent's: written is not acknowledged", () => {
    const story = created(started()).grant();
    const turn = story.openTurn();
    story.see({ kind: "turn_written", session: theSession, turn: turn.id, message: turn.message });
    expect(story.messages()).toEqual(["start written"]);
    expect(story.acknowledge().messages()).toEqual(["start acknowledged"]);
  });

  test("that never came: the message waits again, and is set aside after the last delivery", () => {
    const story = created(started());
    for (let n = 1; n < limits.deliveriesMax; n += 1)
      expect(story.grant().end(null).waitForRestart().messages()).toEqual(["start queued"]);
    expect(story.grant().end(null).messages()).toEqual(["start failed"]);
  });

  test("that never came gives its attempt back when the message is set aside", () => {
    const story = new Story().opened().redTwice();
    for (let n = 0; n < limits.deliveriesMax; n += 1) story.grant().end(null).waitForRestart();
    expect([story.messages(), story.incident("ci").attempts]).toEqual([["ci-failed failed"], 0]);
  });

  test("that never came is told to a person when the message is set aside", () => {
    const story = created(started());
    for (let n = 1; n < limits.deliveriesMax; n += 1) story.grant().end(null).waitForRestart();
    expect(story.notices()).toEqual([]);
    expect(story.grant().end(null).notices()).toEqual(["exited"]);
  });
});

describe("a process that is gone", () => {
  test("before it read the message: the same message goes out again", () => {
    const story = probe(created(started()).grant(), known(false));
    expect([story.session.phase.kind, story.messages()]).toEqual(["resting", ["start queued"]]);
    expect(story.incident("exited").attempts).toBe(1);
  });

  test("after it read the message: never sent again, quoted by a restore turn", () => {
    const story = probe(atWork(), known(false));
    expect(story.messages()).toEqual(["start acknowledged", "restore queued"]);
    expect(story.world.messages[1]?.text).toContain("The turn was about:\nDo it.");
  });

  test("for all that a probe knows moves nothing when the probe failed", () => {
    const story = probe(atWork(), unknown("tmux did not answer"));
    expect(story.session.phase.kind).toBe("working");
    expect(probe(story, known(true)).session.phase.kind).toBe("working");
  });

  test("again and again: restarted as often as the rule says, then held and told", () => {
    const story = probe(atWork(), known(false)).waitForRestart();
    probe(story.turn(), known(false)).waitForRestart();
    expect(story.notices()).toEqual([]);
    probe(story.turn(), known(false)).waitForRestart();
    expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["exited"]]);
    expect(story.grant().session.phase.kind).toBe("resting");
  });

  test("is forgotten by a turn that ends well", () => {
    const story = probe(atWork(), known(false)).waitForRestart().turn().end("h1");
    expect(story.incident("exited").closed?.as).toBe("progressed");
  });

  test("with the rule on notify is told at once", () => {
    const story = probe(atWork({ reactions: { "agent-exited": { action: { kind: "notify" } } } }), known(false));
    expect([story.notices(), story.messages()]).toEqual([["exited"], ["start acknowledged"]]);
  });
});

describe("a failed turn", () => {
  const missing = { result: { kind: "never_started", why: "claude was not found" } } as const;

  test("that never started did not read the message, and is a person's matter at once", () => {
    const story = created(started()).grant().end(null, missing);
    expect([story.messages(), story.notices()]).toEqual([["start queued"], ["exited"]]);
    expect(story.incident("exited")).toMatchObject({
      summary: "The agent did not start: claude was not found",
      attempts: 0,
      escalation: { kind: "person" },
    });
    expect(story.grant().session.phase.kind).toBe("resting");
    expect(story.command({ kind: "restart", session: theSession }).grant().session.phase.kind).toBe("working");
  });

  test("that never started for a person's words is not begun again with them", () => {
    const story = atWork().end("h1").command({ kind: "send", session: theSession, text: "Hurry" }).grant();
    story.end(null, missing);
    expect(story.messages().at(-1)).toBe("message failed");
    expect(story.grant().session.phase.kind).toBe("resting");
  });

  test("tells the agent why it failed, as often as it is begun again, and then a person", () => {
    const why = "memory_limit: it and what it started took more than 4.0 GB";
    const story = atWork().end(null, { result: { kind: "failed", why } });
    expect(story.world.messages.at(-1)?.text).toMatch(
      /cut off before it ended.*\n\nWhat happened:\nmemory_limit: it and/,
    );
    story
      .waitForRestart()
      .turn()
      .end(null, { result: { kind: "failed", why } });
    story
      .waitForRestart()
      .turn()
      .end(null, { result: { kind: "failed", why } });
    expect([story.messages().filter((one) => one.startsWith("restore")).length, story.notices()]).toEqual([
      2,
      ["exited"],
    ]);
    expect(story.incident("exited").summary).toBe(`The agent's turn failed: ${why}`);
  });

  test("at the provider's limit parks the credential and goes on by a restore turn", () => {
    const story = atWork().end(null, { result: { kind: "limit_reached", untilWallMs: 9_000_000 } });
    expect(story.world.project.parked).toEqual([{ credential: "key", untilWallMs: 9_000_000 }]);
    expect(story.messages().at(-1)).toBe("restore queued");
    story.turn().end(null, { result: { kind: "limit_reached", untilWallMs: 9_900_000 } });
    expect(story.world.project.parked).toEqual([{ credential: "key", untilWallMs: 9_900_000 }]);
  });

  test("at the provider's limit does not use up the deliveries of its message", () => {
    const story = created(started());
    for (let n = 0; n < limits.deliveriesMax; n += 1)
      story.grant().end(null, { result: { kind: "limit_reached", untilWallMs: 5 } });
    expect([story.messages(), story.notices()]).toEqual([["start queued"], []]);
  });

  test("that a person interrupted after its message was read does not begin again by itself", () => {
    const story = atWork()
      .command({ kind: "interrupt", session: theSession })
      .end(null, { result: { kind: "interrupted" } });
    expect([story.messages(), story.grant().session.phase.kind]).toEqual([["start acknowledged"], "resting"]);
  });

  test("whose start was given up for good holds the session; nobody can tell whether the message was read", () => {
    const story = created(started()).grant();
    story.see({
      kind: "effect_failed",
      effect: "start_turn",
      subject: { kind: "session", session: theSession },
      why: "no space left",
    });
    expect([story.session.phase.kind, story.session.hold, story.messages(), story.notices()]).toEqual([
      "resting",
      { by: "trouble" },
      ["start unknown"],
      ["effect"],
    ]);
  });

  test("that could never be started did not deliver its message", () => {
    const story = created(started()).grant();
    story.see({
      kind: "effect_failed",
      effect: "start_turn",
      subject: { kind: "session", session: theSession },
      why: "no such program",
      isUndone: true,
    });
    expect([story.session.phase.kind, story.session.hold, story.notices()]).toEqual([
      "resting",
      { by: "trouble" },
      ["effect"],
    ]);
    expect(story.world.messages[0]?.state).toEqual({ kind: "failed", why: "no such program" });
  });
});
