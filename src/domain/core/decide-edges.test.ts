/** Where two stories meet: news at an odd moment, a second answer, a subject that is somebody else's. */
import { describe, expect, test } from "vitest";
import {
  aMessage,
  anIssue,
  anIssueSnapshot,
  aProject,
  aSession,
  head,
  theCandidate,
  theChange,
  theSession,
  thread,
  work,
} from "../../../test/fixtures/domain.ts";
import { app, aRules, at, landing, MINUTE } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { decide } from "./decide.ts";
import type { IssueFacts } from "./facts.ts";
import { changeId, commitSha, issueId, observationId, treeSha } from "../model/ids.ts";
import type { News } from "./observation.ts";

const say = (story: Story) => story.command({ kind: "send", session: theSession, text: "Go on" });

describe("an issue", () => {
  const facts = (special: Partial<IssueFacts> = {}): IssueFacts => ({
    kind: "issue",
    project: aProject(),
    issue: anIssue(),
    liveSessions: [],
    ...special,
  });
  const after = (before: IssueFacts, news: News) => {
    const { next } = decide(before, aRules(), { ...news, id: observationId("o") }, at(0));
    return next.kind === "issue" ? (next.issue?.assigned ?? null) : null;
  };
  const seen = (state: ReturnType<typeof anIssue>["state"]): News => ({
    kind: "issue_observed",
    project: app,
    issue: anIssueSnapshot({ version: 2, state }),
  });
  const closed = { kind: "closed", as: "done" } as const;

  test("remembers the session it was given to", () => {
    expect(after(facts(), { kind: "issue_assigned", project: app, issue: issueId("41"), session: theSession })).toBe(
      theSession,
    );
    expect(after(facts({ issue: anIssue({ assigned: theSession }) }), seen({ kind: "open" }))).toBe(theSession);
  });

  test("that is opened again may be given out again, unless somebody still works on it", () => {
    const before = anIssue({ assigned: theSession, state: closed });
    expect(after(facts({ issue: before }), seen({ kind: "open" }))).toBeNull();
    expect(after(facts({ issue: before, liveSessions: [theSession] }), seen({ kind: "open" }))).toBe(theSession);
  });

  test("is marked as given out when its session starts, and only then", () => {
    const start = (issue: ReturnType<typeof issueId> | null) => {
      const { id, project, title, task, branch, agent, forced, base } = aSession();
      const session = {
        id,
        project,
        title,
        task,
        branch,
        agent,
        forced,
        base,
        role: { kind: "worker", issue } as const,
        prompt: "Do it.",
      };
      return new Story({}, work({ session: null, change: null })).command({ kind: "start_session", session }).world
        .followUps;
    };
    expect(start(issueId("41"))).toEqual([{ kind: "issue_assigned", project: app, issue: "41", session: theSession }]);
    expect(start(null)).toEqual([]);
  });
});

describe("a turn", () => {
  test("whose message no longer held when it was about to begin is withdrawn, its attempt given back", () => {
    const story = new Story().opened().redTwice().grant();
    story.see({ kind: "turn_withdrawn", session: theSession, turn: story.openTurn().id });
    expect([story.session.phase.kind, story.messages(), story.incident("ci").attempts]).toEqual([
      "resting",
      ["ci-failed dropped"],
      0,
    ]);
  });

  test("is acknowledged once: a second receipt changes nothing", () => {
    const story = say(new Story()).turn().later(5).acknowledge();
    expect(story.world.messages[0]?.state).toMatchObject({ kind: "acknowledged", atMs: 0 });
    expect(story.openTurn().lastSignMs).toBe(0);
  });

  test("that was written after it was acknowledged stays acknowledged", () => {
    const story = say(new Story()).turn();
    const turn = story.openTurn();
    story.see({ kind: "turn_written", session: theSession, turn: turn.id, message: turn.message });
    expect(story.messages()).toEqual(["message acknowledged"]);
  });

  test("about a person's message needs no commit", () => {
    expect(say(new Story()).turn().end(null).messages()).toEqual(["message acknowledged"]);
  });

  test("keeps the last words when it ends without any", () => {
    const story = new Story({}, work({ session: { lastWords: "Before." }, change: null, messages: [aMessage()] }))
      .turn()
      .end("h1", { words: "" });
    expect(story.session.lastWords).toBe("Before.");
  });
});

describe("a head", () => {
  test("that arrives while a newer one waits lets the newer one go", () => {
    const story = say(new Story()).turn().end("h1");
    say(story).turn().end("h2");
    expect(story.effects("publish_head").map(({ head: commit }) => commit)).toEqual(["h1"]);
    expect(
      story
        .forge()
        .effects("publish_head")
        .map(({ head: commit }) => commit),
    ).toEqual(["h1", "h2"]);
  });

  test("that arrives while the session ends lets nothing more go", () => {
    const story = say(new Story()).turn().end("h1");
    say(story).turn().end("h2").command({ kind: "stop", session: theSession, keepWorkspace: false });
    expect(story.forge().effects("publish_head")).toHaveLength(1);
  });

  test("whose way up was given up may be tried again after the next turn", () => {
    const story = say(new Story()).turn().end("h1");
    story.see({
      kind: "effect_failed",
      effect: "publish_head",
      subject: { kind: "session", session: theSession },
      why: "offline",
    });
    expect([story.session.publishing, story.notices()]).toEqual([null, ["effect"]]);
    expect(say(story).turn().end(null).effects("publish_head")).toHaveLength(2);
  });

  test("of a branch that was never ours is a person's matter", () => {
    const story = say(new Story()).turn().end("h1");
    story.see({ kind: "publish_refused", session: theSession, head: commitSha("h1"), theirs: commitSha("x") });
    expect(story.notices()).toEqual(["effect"]);
  });

  test("of a branch whose change is closed is the session's trouble, until its next change is up", () => {
    const story = restored();
    story.see({ kind: "publish_refused", session: theSession, head: commitSha("h2"), theirs: commitSha("x") });
    expect([story.notices(), story.world.changes[0]?.incidents]).toEqual([[], []]);
    expect(story.messages().at(-1)).toBe("merge-conflicts queued");
    story
      .turn()
      .end("h3")
      .forge({ id: changeId("second"), head: head("h3") });
    expect(story.session.incidents.map(({ trouble, closed }) => [trouble, closed?.as])).toEqual([
      ["conflict", "clean"],
    ]);
  });

  test("goes to the change that is open now, not to the one before", () => {
    const story = restored();
    const second = { id: changeId("second"), head: head("h2") };
    say(story.forge(second)).turn().end("h3");
    expect(story.effects("publish_head").at(-1)?.replaces).toEqual({ kind: "exactly", commit: "h2" });
    story.see({ kind: "publish_refused", session: theSession, head: commitSha("h3"), theirs: commitSha("x") });
    expect(story.world.changes.map((change) => change.incidents.length)).toEqual([0, 1]);
  });

  /** Its change was closed, and after it was restored a turn has ended with a commit. */
  function restored(): Story {
    const story = new Story().opened();
    story.world.changes = story.world.changes.map((change) => ({ ...change, state: { kind: "closed" } }));
    return say(story).turn().end("h2");
  }
});

describe("a label", () => {
  const labelled = { labels: ["needs-tests"] };

  test("on a person's change is answered by nobody", () => {
    expect(new Story({}, work({ session: null, change: null })).opened().forge(labelled).messages()).toEqual([]);
  });

  test.for<[what: string, rule: object]>([
    ["auto is off", { auto: false }],
    ["the action is not for the agent", { action: { kind: "notify" } }],
  ])("is not sent to the agent when %s", ([, rule]) => {
    expect(new Story({ reactions: { "label-added": rule } }).opened().forge(labelled).messages()).toEqual([]);
  });
});

describe("a project", () => {
  const failed = (effect: "run_checks" | "close_issue") =>
    decide(
      { kind: "project", project: aProject(), openChanges: [] },
      aRules(),
      { kind: "effect_failed", effect, subject: { kind: "project", project: app }, why: "x", id: observationId("o") },
      at(0),
    );

  test("whose base could not be checked does not know its base", () => {
    expect(failed("run_checks").next.project.base.health.kind).toBe("unknown");
    expect(failed("close_issue").next.project.base.health.kind).toBe("green");
    expect(failed("close_issue").effects).toMatchObject([{ kind: "notify", text: "close issue failed for good: x" }]);
  });
});

test("one open thread is one, two are two", () => {
  const summary = (...ids: string[]) =>
    new Story()
      .opened()
      .forge({ threads: ids.map((id) => thread(id)) })
      .incident("review").summary;
  expect([summary("t1"), summary("t1", "t2")]).toEqual(["A review thread is open", "2 review threads are open"]);
});

test("rounds of checks are counted one by one", () => {
  const story = new Story().opened().checks("infrastructure").checks("failed").checks("failed");
  expect(story.effects("run_checks").map(({ n }) => n)).toEqual([1, 2, 3]);
});

test("a green run ends the incident of CI and no other", () => {
  const story = new Story().forge({ threads: [thread("t1")] }).checks("passed");
  expect(story.incident("review").closed).toBeNull();
});

test("a candidate that landed lands once", () => {
  const story = new Story(landing).opened().checks("passed").planCandidate();
  story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
  expect(story.change.state.kind).toBe("open");
  story
    .see({ kind: "candidate_built", candidate: theCandidate, commit: commitSha("k1"), tree: treeSha("k1-tree") })
    .candidateChecks("passed");
  story
    .see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") })
    .see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
  expect(story.world.followUps.filter(({ kind }) => kind === "change_landed")).toHaveLength(1);
});

test("the deadline of an incident survives a new head", () => {
  const story = new Story()
    .opened()
    .redTwice()
    .turn()
    .later(20)
    .end("h2")
    .forge({ head: head("h2") })
    .checks("failed");
  expect(story.incident("ci").agentClockMs).toBe(20 * MINUTE);
  expect(story.change.id).toBe(theChange);
});
