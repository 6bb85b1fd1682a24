/** Reviews, conflicts, labels: what others do to a change, and how the agent hears of it. */
import { describe, expect, test } from "vitest";
import { say } from "../../../test/fixtures/at-work.ts";
import { head, refusal, stranger, theChange, theSession, thread, work } from "../../../test/fixtures/domain.ts";
import { landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { byItself } from "./change.ts";
import { changeId, commitSha } from "../model/ids.ts";
import { unknown } from "../model/known.ts";

const reviewed = (rules = {}) =>
  new Story(rules)
    .opened()
    .checks("passed")
    .forge({ threads: [thread("t1"), thread("t2")] });

describe("a review", () => {
  test("is told as one round, with every remark and its place", () => {
    const story = reviewed();
    expect(story.messages()).toEqual(["changes-requested queued"]);
    expect(story.world.messages[0]?.text).toContain("maria at src/api.ts:4:\nPlease look at t2");
    expect(story.incident("review")).toMatchObject({ attempts: 1, owedBy: { kind: "agent" } });
  });

  test("by a stranger or by ourselves is not told", () => {
    const story = new Story()
      .opened()
      .checks("passed")
      .forge({ threads: [thread("t1", { author: stranger }), thread("t2", { author: { kind: "self" } })] });
    expect([story.messages(), story.change.incidents]).toEqual([[], []]);
  });

  test("answered with a commit: a remark at a line is resolved if that changed, one about all of it by any commit", () => {
    const whole = thread("t2", { place: null });
    const story = new Story()
      .opened()
      .checks("passed")
      .forge({ threads: [thread("t1"), whole] });
    story.turn().end("h2", { words: "Did both." });
    expect(story.effects("answer_thread")).toMatchObject([
      { thread: "t1", text: "Did both.", resolve: true, ifChanged: { from: "base-1", to: "h2" } },
      { thread: "t2", text: "Did both.\n\nChanged in h2.", resolve: true },
    ]);
    expect(story.incident("review").owedBy.kind).toBe("reviewer");
  });

  test("answered in words: each thread gets the words and stays open, and no commit is asked for", () => {
    const story = reviewed().turn().end(null, { words: "It is right as it is." });
    expect(story.effects("answer_thread").map(({ text, resolve }) => [text, resolve])).toEqual([
      ["It is right as it is.", false],
      ["It is right as it is.", false],
    ]);
    expect(story.messages()).toEqual(["changes-requested acknowledged"]);
  });

  test("is answered by the turn that goes on where the one about it was cut off", () => {
    const failed = { result: { kind: "failed", why: "exit 3" } } as const;
    const story = reviewed().turn().end(null, failed).waitForRestart().turn().end(null, failed);
    story.waitForRestart().turn().end(null, { words: "It is right as it is." });
    expect(story.effects("answer_thread").map(({ thread: id }) => id)).toEqual(["t1", "t2"]);
    expect(story.incident("review").owedBy.kind).toBe("reviewer");
    expect(story.messages().at(-1)).toBe("restore acknowledged");
  });

  describe("by somebody of whom the forge cannot say for a while whether they may write", () => {
    const threads = [thread("t1"), thread("t2")];
    const author = { kind: "person", name: "maria", canWrite: unknown("it did not answer") } as const;
    const doubted = () =>
      reviewed()
        .turn()
        .forge({ threads: threads.map((one) => ({ ...one, author })) });

    test("is not over, nor told again", () => {
      const story = doubted();
      expect(story.incident("review").closed).toBe(null);
      expect(story.forge({ threads }).messages()).toEqual(["changes-requested acknowledged"]);
    });

    test("is answered all the same: it was told", () => {
      const answers = doubted().end("h2").effects("answer_thread");
      expect(answers.map(({ thread: id, resolve }) => [id, resolve])).toEqual([
        ["t1", true],
        ["t2", true],
      ]);
    });
  });

  test("is over when no thread is open", () => {
    const story = reviewed()
      .turn()
      .end("h2")
      .forge({ head: head("h2"), threads: [thread("t1", { open: false }), thread("t2", { open: false })] });
    expect(story.incident("review").closed?.as).toBe("resolved");
  });

  test("is not told again while its threads are answered one by one", () => {
    const story = reviewed()
      .turn()
      .end("h2")
      .forge({ head: head("h2"), threads: [thread("t1", { open: false }), thread("t2")] });
    expect(story.messages()).toEqual(["changes-requested acknowledged"]);
    expect(story.incident("review")).toMatchObject({ attempts: 1, closed: null });
  });

  test("of the same threads on a new head is not told again", () => {
    expect(
      reviewed()
        .turn()
        .end("h2")
        .forge({ head: head("h2") })
        .messages(),
    ).toEqual(["changes-requested acknowledged"]);
  });

  test("with a further thread is a further round", () => {
    const story = reviewed()
      .turn()
      .end("h2")
      .forge({ head: head("h2"), threads: [thread("t1"), thread("t2"), thread("t3")] });
    expect(story.messages().at(-1)).toBe("changes-requested queued");
    expect(story.incident("review").attempts).toBe(2);
  });

  test("with further words in the same thread is a further round", () => {
    const story = reviewed().turn().end(null, { words: "No." });
    story.forge({ threads: [thread("t1", { text: "Please look at t1\n\nmaria: I insist" }), thread("t2")] });
    expect(story.messages().at(-1)).toBe("changes-requested queued");
  });

  test("is answered for the threads that were told, not for one that came while the agent worked", () => {
    const story = new Story()
      .opened()
      .forge({ threads: [thread("t1")] })
      .turn()
      .forge({ threads: [thread("t1"), thread("t2")] })
      .end("h2");
    expect(story.effects("answer_thread").map(({ thread: id }) => id)).toEqual(["t1"]);
    expect(story.messages().at(-1)).toBe("changes-requested queued");
  });

  test("is not answered where somebody has settled it while the agent worked", () => {
    const story = reviewed()
      .turn()
      .forge({ threads: [thread("t1", { open: false }), thread("t2")] })
      .end("h2");
    expect(story.effects("answer_thread").map(({ thread: id }) => id)).toEqual(["t2"]);
  });

  test("whose answers resolve the threads counts on while the request for changes stands", () => {
    const story = new Story()
      .opened()
      .forge({ threads: [thread("t1")] })
      .turn()
      .end("h2");
    story
      .forge({ head: head("h2"), threads: [thread("t1", { open: false })], reviews: [refusal()] })
      .forge({ threads: [thread("t2")] });
    expect(story.incident("review").attempts).toBe(2);
  });

  test("after require_approval_after rounds a person sends each further one", () => {
    const story = reviewed({ reactions: { "changes-requested": { retriesMax: 5, approvalAfter: 2 } } })
      .turn()
      .end("h2");
    story
      .forge({ head: head("h2"), threads: [thread("t1"), thread("t3")] })
      .turn()
      .end("h3");
    story.forge({ head: head("h3"), threads: [thread("t1"), thread("t4")] });
    expect(story.messages().at(-1)).toBe("changes-requested prepared");
    expect(story.incident("review").attempts).toBe(2);
  });

  test("beyond the retries goes to a person", () => {
    const story = reviewed()
      .turn()
      .end("h2")
      .forge({ head: head("h2"), threads: [thread("t3")] })
      .turn()
      .end("h3");
    story.forge({ head: head("h3"), threads: [thread("t4")] });
    expect(story.notices()).toEqual(["change_ready", "review"]);
    expect(story.messages()).toEqual(["changes-requested acknowledged", "changes-requested acknowledged"]);
  });
});

describe("a conflict", () => {
  const conflicting = () =>
    new Story().opened().forge({ mergeable: { known: true, value: false }, conflicts: ["b.ts", "a.ts"] });

  test("of a change that was closed meanwhile is not opened again when more is known of the base", () => {
    const story = conflicting().forge({ state: { kind: "closed" } });
    story.see({ kind: "base_settled", change: theChange });
    expect([story.incident("conflict").closed?.as, story.notices()]).toEqual(["resolved", []]);
  });

  test("is told once with its paths, and is over when the merge is clean", () => {
    const story = conflicting();
    expect(story.messages()).toEqual(["merge-conflicts queued"]);
    expect(story.world.messages[0]?.text).toContain("b.ts\na.ts");
    story.forge({ conflicts: ["a.ts", "b.ts"] });
    expect(story.messages()).toHaveLength(1);
    story
      .turn()
      .end("h2")
      .forge({ head: head("h2"), mergeable: { known: true, value: true }, conflicts: [] });
    expect(story.incident("conflict").closed?.as).toBe("clean");
  });

  test("that the fix did not end escalates: one retry is the default", () => {
    const story = conflicting()
      .turn()
      .end("h2")
      .forge({ head: head("h2") });
    expect([story.notices(), story.messages()]).toEqual([["conflict"], ["merge-conflicts acknowledged"]]);
  });

  test("that is not known moves nothing", () => {
    const story = new Story().opened().forge({ mergeable: unknown("computing") });
    expect(story.messages()).toEqual([]);
    const open = conflicting().forge({ mergeable: unknown("computing") });
    expect(open.incident("conflict").closed).toBeNull();
  });

  test("with somebody else's push is told with their commit", () => {
    const story = new Story().opened().checks("passed");
    say(story).turn().end("h2");
    story.see({ kind: "publish_refused", session: theSession, head: commitSha("h2"), theirs: commitSha("x9") });
    expect(story.messages().at(-1)).toBe("merge-conflicts queued");
    expect(story.world.messages.at(-1)?.text).toContain("Somebody moved agent/rate-limit to x9");
    expect(story.session.publishing).toBeNull();
  });

  test("with somebody else's push stays, whatever the forge says of merging, until ours is up", () => {
    const story = new Story().opened().checks("passed");
    say(story).turn().end("h2");
    story
      .see({ kind: "publish_refused", session: theSession, head: commitSha("h2"), theirs: commitSha("x9") })
      .forge({ head: head("x9") });
    expect(story.messages().at(-1)).toBe("merge-conflicts queued");
    story
      .turn()
      .end("h3")
      .forge({ head: head("h3") });
    expect(story.incident("conflict").closed?.as).toBe("clean");
  });
});

describe("a label", () => {
  test("that meets the condition is answered once", () => {
    const story = new Story()
      .opened()
      .forge({ labels: ["needs-tests"] })
      .forge({ labels: ["needs-tests", "x"] });
    expect(story.messages()).toEqual(["nudge queued"]);
    expect(story.world.messages[0]?.text).toContain("Please add tests");
  });

  test("that does not meet it is not answered", () => {
    expect(
      new Story()
        .opened()
        .forge({ labels: ["docs"] })
        .messages(),
    ).toEqual([]);
  });

  test("is not answered below fix", () => {
    expect(
      new Story({ autonomy: "propose" })
        .opened()
        .forge({ labels: ["needs-tests"] })
        .messages(),
    ).toEqual([]);
  });
});

describe("a change", () => {
  test("that is closed unlanded ends its session, the work rescued", () => {
    const story = new Story()
      .opened()
      .redTwice()
      .forge({ state: { kind: "closed" } });
    expect(story.session.phase).toMatchObject({ kind: "ending", because: "change_closed" });
    expect(story.effects("remove_workspace")).toMatchObject([{ keep: false }]);
    expect(story.messages()).toEqual(["ci-failed dropped"]);
    expect(story.effects("close_issue")).toEqual([]);
    story.see({ kind: "workspace_removed", session: theSession, rescueRef: "refs/ao/rescue/1" });
    expect(story.session.phase).toMatchObject({ kind: "ended", rescueRef: "refs/ao/rescue/1" });
  });

  test("that stays closed does not end a session that was restored", () => {
    const story = new Story().opened().forge({ state: { kind: "closed" } });
    story
      .see({ kind: "workspace_removed", session: theSession, rescueRef: "r" })
      .command({ kind: "restore", session: theSession });
    expect(story.forge({ labels: ["x"] }).session.phase.kind).toBe("preparing");
  });

  test("that somebody landed elsewhere closes the issue and ends the session", () => {
    const story = new Story().opened().forge({ state: { kind: "landed", commit: commitSha("m1") } });
    expect(story.effects("close_issue").map(({ text }) => text)).toEqual(["Landed as m1 (change c1)."]);
    expect(story.session.phase).toMatchObject({ kind: "ending", because: "landed" });
  });

  test("that landed after its session was stopped closes the issue", () => {
    const story = new Story().opened().command({ kind: "stop", session: theSession, keepWorkspace: false });
    story.forge({ state: { kind: "landed", commit: commitSha("m1") } });
    expect(story.effects("close_issue")).toHaveLength(1);
  });

  test("that lands after another has landed and ended the session leaves the issue to whoever opened it again", () => {
    const story = new Story().opened().forge({ state: { kind: "landed", commit: commitSha("m1") } });
    story.forge({ id: changeId("c2"), head: head("h2"), state: { kind: "open" } });
    story.see({ kind: "workspace_removed", session: theSession, rescueRef: null });
    story.see({ kind: "change_landed", change: changeId("c2"), commit: commitSha("m2") });
    expect(story.world.changes.map(({ state }) => state.kind)).toEqual(["landed", "landed"]);
    expect(story.effects("close_issue").map(({ text }) => text)).toEqual(["Landed as m1 (change c1)."]);
  });

  test("that landed does not open again", () => {
    const story = new Story().opened();
    story.see({ kind: "change_landed", change: theChange, commit: commitSha("m1") }).forge({ state: { kind: "open" } });
    expect(story.change.state).toEqual({ kind: "landed", commit: "m1" });
  });

  test("of which another is still open does not end the session", () => {
    const other = work({ change: { id: "c0" as never } }).changes;
    const story = new Story({}, { ...work({ change: null }), changes: other });
    story.forge().forge({ state: { kind: "closed" } });
    expect(story.session.phase.kind).toBe("resting");
  });
});

describe("ready to land", () => {
  test("is said once per head", () => {
    const story = new Story()
      .opened()
      .checks("passed")
      .forge({ labels: ["x"] });
    expect(story.notices()).toEqual(["change_ready"]);
    story.forge({ head: head("h2") }).checks("passed");
    expect(story.notices()).toEqual(["change_ready", "change_ready"]);
    story.forge({ head: head("h1") }).checks("passed");
    expect(story.notices()).toHaveLength(3);
  });

  test("under land asks to land instead", () => {
    const story = new Story(landing).opened().checks("passed");
    expect(story.notices()).toEqual([]);
    expect(story.change.queue).toMatchObject({ by: byItself, head: "h1" });
  });

  test("leaves the queue when its head moves", () => {
    const story = new Story(landing)
      .opened()
      .checks("passed")
      .forge({ head: head("h2") });
    expect(story.change.queue).toBeNull();
  });

  test("does not ask for what is not known to merge", () => {
    const story = new Story(landing).forge({ mergeable: unknown("computing") }).checks("passed");
    expect(story.change.queue).toBeNull();
  });
});
