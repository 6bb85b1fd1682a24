/** What is told, tried, counted or waited for once, however news arrives. */
import { expect, test } from "vitest";
import { atWork, created, say, started } from "../../../test/fixtures/at-work.ts";
import { aSnapshot, head, made, theCandidate, theSession } from "../../../test/fixtures/domain.ts";
import { app, landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { commitSha } from "../model/ids.ts";
import { known, unknown } from "../model/known.ts";
import { limits } from "../model/limits.ts";
import { findRunningTurn } from "../session/session.ts";
import { noUsage } from "../model/usage.ts";

const build = (story: Story) =>
  story.planCandidate().see({ kind: "candidate_built", candidate: theCandidate, ...made });
const ask = (story: Story, id: string) =>
  story.see({
    kind: "question_asked",
    session: theSession,
    turn: story.openTurn().id,
    questionId: id,
    text: `${id}?`,
    choices: [],
  });

test("a reaction that no turn reads is not tried for ever", () => {
  const story = new Story().opened().redTwice();
  for (let n = 0; n < 5 * limits.deliveriesMax; n += 1) {
    if (story.grant().session.phase.kind === "working") story.end(null);
    story.forge({ labels: [`${n}`] }).waitForRestart();
  }
  expect(story.effects("start_turn")).toHaveLength(limits.deliveriesMax);
  expect([story.session.hold, story.notices()]).toEqual([{ by: "trouble" }, ["exited"]]);
});

test("a turn that a person interrupted before its message was read does not begin again by itself", () => {
  const story = created(started())
    .grant()
    .command({ kind: "interrupt", session: theSession })
    .end(null, { result: { kind: "interrupted" } });
  expect(story.grant().session.phase.kind).toBe("resting");
});

test("a restart before the message was read says it once, not twice", () => {
  const story = created(started())
    .grant()
    .command({ kind: "restart", session: theSession })
    .end(null, { result: { kind: "interrupted" } });
  expect(story.messages().filter((message) => message.endsWith("queued"))).toHaveLength(1);
});

test("a notice that could not be sent does not reject the candidate", () => {
  const story = build(new Story(landing).opened().checks("passed")).candidateChecks("passed");
  story.see({ kind: "landing_blocked", candidate: theCandidate, paths: [".env"] }).see({
    kind: "effect_failed",
    effect: "notify",
    subject: { kind: "candidate", candidate: theCandidate },
    why: "offline",
  });
  expect(story.world.candidate?.state.kind).toBe("unpublished");
});

test("an agent that is silent twice in one turn is nudged once", () => {
  const story = atWork().later(10).due();
  story.see({ kind: "turn_progressed", session: theSession, turn: story.openTurn().id, words: "Back" }).later(10).due();
  expect(story.effects("steer_turn")).toHaveLength(1);
});

test("the older of two open questions can still be answered", () => {
  const story = ask(ask(atWork(), "q1"), "q2");
  story.command({ kind: "answer", session: theSession, questionId: "q1", text: "Redis" });
  expect(story.effects("answer_question").map(({ questionId }) => questionId)).toEqual(["q1"]);
});

test("a fix that is red alone does not make the next red candidate a new trouble", () => {
  const story = new Story(landing).opened().checks("passed");
  const told = () => story.messages().at(-1) === "ci-failed queued";
  const fix = (name: string) =>
    story
      .turn()
      .end(name)
      .forge({ head: head(name) });
  for (let n = 0; n < 4 && story.change.queue !== null; n += 1) {
    build(story).candidateChecks("failed").candidateChecks("failed");
    if (told()) fix(`red-${n}`).redTwice({ fingerprint: `${n}` });
    if (told()) fix(`green-${n}`).checks("passed");
  }
  expect(story.messages().length).toBeLessThanOrEqual(2);
});

test("a push that was given up is forgotten once a newer one has arrived", () => {
  const story = atWork()
    .end("h1")
    .see({
      kind: "effect_failed",
      effect: "publish_head",
      subject: { kind: "session", session: theSession },
      why: "offline",
    });
  say(story)
    .turn()
    .end("h2")
    .forge({ head: head("h2") });
  expect(story.incident("effect").closed).not.toBeNull();
});

test("a person hears once of uncommitted files that stay, also when each turn leaves a commit", () => {
  const story = atWork().end("h1", { dirty: true }).turn().end("h2", { dirty: true });
  say(story).turn().end("h3", { dirty: true });
  expect(story.notices()).toEqual(["idle"]);
});

const pushedOver = (order: "before" | "after") => {
  const story = say(new Story().opened().checks("passed")).turn().end("h2");
  const theirs = aSnapshot({ version: 3, head: head("x9") });
  const ours = aSnapshot({ version: 2, head: head("h2") });
  const isFirst = order === "before";
  return story
    .see({ kind: "change_observed", project: app, change: isFirst ? theirs : ours, published: commitSha("h2") })
    .see({ kind: "change_observed", project: app, change: isFirst ? ours : theirs, published: commitSha("h2") });
};

test.for(["before", "after"] as const)(
  "a push that somebody pushed over holds up no later one, seen %s the answer",
  (order) => {
    const story = pushedOver(order);
    expect(story.session).toMatchObject({ published: "h2", publishing: null });
    say(story).turn().end("h3");
    expect(story.effects("publish_head").at(-1)).toMatchObject({ head: "h3", replaces: { kind: "ancestors" } });
  },
);

test("two heads that are ready one after the other are told in different words", () => {
  const story = new Story().opened().checks("passed");
  story.forge({ head: head("h2") }).checks("passed");
  const told = story.effects("notify").map(({ text }) => text);
  expect(told).toHaveLength(2);
  expect(told[0]).toContain("at h1.");
  expect(told[1]).toContain("at h2.");
});

test("a turn that is being stopped takes its place until its process is gone", () => {
  const story = atWork();
  const turn = story.openTurn().id;
  story.command({ kind: "stop", session: theSession, keepWorkspace: false });
  expect(findRunningTurn(story.session)).toBe(turn);
  story.see({ kind: "turn_probed", session: theSession, turn, alive: unknown("no answer") });
  expect(findRunningTurn(story.session)).toBe(turn);
  story.see({ kind: "turn_probed", session: theSession, turn, alive: known(false) });
  expect(findRunningTurn(story.session)).toBeNull();
});

test("a turn that ends while it is being stopped is paid for, and its place is free", () => {
  const story = atWork();
  const turn = story.openTurn().id;
  story.command({ kind: "stop", session: theSession, keepWorkspace: false });
  const end = { kind: "turn_ended", session: theSession, turn, result: { kind: "done" } } as const;
  const usage = { ...noUsage, usd: 2 };
  story.see({ ...end, head: known(head("h1")), dirty: false, usage, words: "" });
  expect([findRunningTurn(story.session), story.session.spent.usd]).toEqual([null, 2]);
});
