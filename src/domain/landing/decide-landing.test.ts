/** Landing: what was checked is what lands; every way in which it may fail gives the change back, with its reason. */
import { describe, expect, test } from "vitest";
import { check, head, theCandidate, theChange, theSession } from "../../../test/fixtures/domain.ts";
import { landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { toPerson } from "../core/actor.ts";
import { commitSha, treeSha } from "../model/ids.ts";
import { known } from "../model/known.ts";
import { limits } from "../model/limits.ts";
import type { ReactionRule } from "../model/rules.ts";

const queuedStory = (rules = {}) => new Story({ ...landing, ...rules }).opened().checks("passed");
const planned = (rules = {}) => queuedStory(rules).planCandidate();
const makeCandidate = (story: Story) =>
  story.see({ kind: "candidate_built", candidate: theCandidate, commit: commitSha("k1"), tree: treeSha("k1-tree") });
const built = (rules = {}) => makeCandidate(planned(rules));
/** The agent reads what it was told, commits, and the commit is green alone. */
const fixed = (story: Story, name: string) =>
  story
    .turn()
    .end(name)
    .forge({ head: head(name) })
    .checks("passed");
const onRed = (rule: Partial<ReactionRule>) => ({ reactions: { ...landing.reactions, "ci-failed": rule } });
const redCandidate = (story: Story) =>
  makeCandidate(story.planCandidate()).candidateChecks("failed").candidateChecks("failed");
const stoppedWithRed = (rules = {}) =>
  redCandidate(
    new Story({ ...landing, ...rules })
      .opened()
      .checks("passed")
      .command({ kind: "stop", session: theSession, keepWorkspace: false })
      .see({ kind: "workspace_removed", session: theSession, rescueRef: null })
      .command({ kind: "land", change: theChange }),
  );
const restored = (story: Story) => story.command({ kind: "restore", session: theSession });
const state = (story: Story) => story.world.candidate?.state;

describe("a candidate", () => {
  test("is built on the base as it is, from the head as it is", () => {
    const story = planned();
    expect(story.world.candidate).toMatchObject({
      onto: "base-1",
      changes: [{ id: "c1", head: "h1" }],
      state: { kind: "building" },
    });
    expect(story.change.queue?.candidate).toBe(theCandidate);
    expect(story.effects("build_candidate")).toMatchObject([{ strategy: "squash" }]);
  });

  test("is checked before it lands", () => {
    const story = built();
    expect(story.effects("run_checks").at(-1)).toMatchObject({ of: { kind: "candidate", tree: "k1-tree" }, n: 1 });
    expect(story.effects("land_candidate")).toEqual([]);
  });

  test("that is green lands, its change with it, its session ends and its issue is closed", () => {
    const story = built().candidateChecks("passed");
    expect(state(story)?.kind).toBe("landing");
    expect(story.effects("land_candidate")).toHaveLength(1);
    story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
    expect(state(story)?.kind).toBe("landed");
    expect(story.world.project.base).toMatchObject({ head: "k1", tree: "k1-tree", health: { kind: "green" } });
    expect(story.change.state).toEqual({ kind: "landed", commit: "k1" });
    expect(story.session.phase).toMatchObject({ kind: "ending", because: "landed" });
    expect(story.effects("close_issue")).toHaveLength(1);
  });

  test.for([
    ["is green where a check passed", [check("passed", "k1")], { kind: "green" }],
    ["is unchecked where each was left out", [check("skipped", "k1")], { kind: "unchecked", hasChecks: false }],
    ["is unchecked where there are none", null, { kind: "unchecked", hasChecks: false }],
  ] as const)("the base after a landing %s", ([, results, health]) => {
    const ofForge = results === null ? null : [check("passed", "h1")];
    const story = new Story({ ...landing, checks: [] }).opened().forge({ checks: ofForge });
    makeCandidate(story.planCandidate());
    const of = { kind: "candidate", candidate: theCandidate, tree: treeSha("k1-tree") } as const;
    if (results !== null) story.see({ kind: "checks_finished", of, n: 1, results });
    story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
    expect(story.world.project.base).toMatchObject({ head: "k1", health });
  });

  test("that the forge landed as a commit of its own is known by that one", () => {
    const story = built().candidateChecks("passed");
    const as = [{ change: story.change.id, commit: commitSha("merged-1") }];
    story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1"), as });
    expect(story.change.state).toEqual({ kind: "landed", commit: "merged-1" });
    expect(story.effects("close_issue")).toMatchObject([{ text: "Landed as merged-1 (change c1)." }]);
  });

  test("that is red once is doubted", () => {
    const story = built().candidateChecks("failed");
    expect(state(story)).toMatchObject({ kind: "checking", round: 2 });
    expect(state(story.candidateChecks("passed"))?.kind).toBe("landing");
  });

  test("that is red twice in the same way is rejected, and the change goes back to its agent", () => {
    const story = built().candidateChecks("failed").candidateChecks("failed");
    expect(state(story)).toEqual({ kind: "rejected", why: "red" });
    expect([story.change.queue, story.messages()]).toEqual([null, ["ci-failed queued"]]);
  });

  test("that is red is told with its base, is not ended by the older green, and lands at a new head", () => {
    const story = built().candidateChecks("failed").candidateChecks("failed");
    expect(story.world.messages[0]?.text).toContain("Together with main");
    expect(story.forge({ labels: ["x"] }).change.queue).toBeNull();
    expect(story.incident("ci").closed).toBeNull();
    fixed(story, "h2");
    expect(story.change.queue).toMatchObject({ head: "h2" });
  });

  test("that was red is over when it has landed, not when the change is green alone", () => {
    const story = fixed(built().candidateChecks("failed").candidateChecks("failed"), "h2");
    expect(story.incident("ci").closed).toBeNull();
    makeCandidate(story.planCandidate())
      .candidateChecks("passed")
      .see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
    expect(story.incident("ci").closed?.as).toBe("resolved");
  });

  test("that is red again after each fix uses up the retries", () => {
    const story = queuedStory();
    for (let n = 2; n < 6 && story.change.queue !== null; n += 1) {
      makeCandidate(story.planCandidate()).candidateChecks("failed").candidateChecks("failed");
      if (story.messages().at(-1) === "ci-failed queued") fixed(story, `h${n}`);
    }
    expect([story.messages(), story.notices()]).toEqual([["ci-failed acknowledged", "ci-failed acknowledged"], ["ci"]]);
  });

  test("that a person was told of is over at another head that is green alone: what fails then is told again", () => {
    const story = built(onRed({ retriesMax: 0 }));
    story.candidateChecks("failed").candidateChecks("failed");
    expect(story.forge({ labels: ["x"] }).incident("ci").closed).toBeNull();
    story.forge({ head: head("h2") }).checks("passed");
    expect(story.incident("ci").closed?.as).toBe("green");
    story.forge({ head: head("h3") }).redTwice();
    expect(story.notices()).toEqual(["ci", "ci"]);
  });

  test("that was red while its session was stopped is neither fixed by a restore nor told twice at a red head", () => {
    const story = restored(stoppedWithRed(onRed({ retriesMax: 0 })));
    expect(story.forge({ labels: ["x"] }).incident("ci").closed).toBeNull();
    expect(
      story
        .forge({ head: head("h2") })
        .redTwice()
        .notices(),
    ).toEqual(["ci"]);
  });

  test("that was red while its session was stopped is news to the agent when it is so again", () => {
    const story = restored(stoppedWithRed()).command({ kind: "land", change: theChange });
    expect(redCandidate(story).messages()).toEqual(["ci-failed queued"]);
  });

  test("that is red again after a person was told gives no new retries", () => {
    const story = built(onRed({ retriesMax: 1 }));
    fixed(story.candidateChecks("failed").candidateChecks("failed"), "h2");
    makeCandidate(story.planCandidate()).candidateChecks("failed").candidateChecks("failed");
    expect([story.messages(), story.notices()]).toEqual([["ci-failed acknowledged"], ["ci"]]);
    story.forge({ head: head("h3") }).checks("passed");
    makeCandidate(story.planCandidate()).candidateChecks("failed").candidateChecks("failed");
    expect([story.messages(), story.notices()]).toEqual([["ci-failed acknowledged"], ["ci", "ci"]]);
  });

  test("that was red does not hold back another head whose own failure somebody's re-run took back", () => {
    const story = built().candidateChecks("failed").candidateChecks("failed");
    story.forge({ head: head("h2") }).redTwice();
    expect(story.forge({ checks: [check("passed", "h2")] }).change.queue).toMatchObject({ head: "h2" });
  });

  test("that waits for a person's word is dropped at another head that is green alone, and announced anew", () => {
    const story = built(onRed({ auto: false }));
    story.candidateChecks("failed").candidateChecks("failed");
    expect(story.notices()).toEqual(["reaction_prepared"]);
    story.forge({ head: head("h2") }).checks("passed");
    expect(story.messages()).toEqual(["ci-failed dropped"]);
    story.forge({ head: head("h3") }).redTwice();
    expect(story.notices()).toEqual(["reaction_prepared", "reaction_prepared"]);
  });

  test("that fails differently each time is given up after a while", () => {
    const story = built();
    for (let n = 1; state(story)?.kind === "checking"; n += 1) story.candidateChecks("failed", { fingerprint: `${n}` });
    expect(state(story)).toEqual({ kind: "rejected", why: "red" });
    expect(story.effects("run_checks").length).toBeLessThanOrEqual(limits.infrastructureRetriesMax + 2);
  });

  test("whose infrastructure fails is tried again with back-off, then told to a person", () => {
    const story = built();
    while (state(story)?.kind === "checking") story.candidateChecks("infrastructure");
    expect(state(story)).toEqual({ kind: "rejected", why: "failed" });
    expect(story.notices()).toEqual(["effect"]);
  });

  test("that conflicts is rejected, and the change goes back with the paths", () => {
    const story = planned().see({
      kind: "candidate_conflicted",
      candidate: theCandidate,
      change: theChange,
      paths: ["a.ts"],
    });
    expect(state(story)).toEqual({ kind: "rejected", why: "conflict" });
    expect([story.messages(), story.change.mergeable]).toEqual([
      ["merge-conflicts queued"],
      { known: true, value: false },
    ]);
  });

  test("that conflicts is not called clean by a forge that lags behind", () => {
    const story = planned()
      .see({ kind: "candidate_conflicted", candidate: theCandidate, change: theChange, paths: ["a.ts"] })
      .forge({ mergeable: known(true), labels: ["x"] });
    expect([story.change.queue, story.messages()]).toEqual([null, ["merge-conflicts queued"]]);
    story
      .turn()
      .end("h2")
      .forge({ head: head("h2") });
    expect(story.incident("conflict").closed?.as).toBe("clean");
  });

  test("that meets a conflict its agent was just told of by the forge says nothing twice, and asks nobody", () => {
    const story = planned()
      .forge({ mergeable: known(false), conflicts: ["a.ts"] })
      .see({ kind: "candidate_conflicted", candidate: theCandidate, change: theChange, paths: ["a.ts"] });
    expect([story.change.queue, story.messages(), story.notices()]).toEqual([null, ["merge-conflicts queued"], []]);
    expect(story.incident("conflict")).toMatchObject({ attempts: 1, failedAttempts: 0, escalation: { kind: "none" } });
  });

  test.for(["base_moved", "change_moved"] as const)("that is refused because of %s keeps the change's place", (why) => {
    const story = built().candidateChecks("passed").see({ kind: "landing_refused", candidate: theCandidate, why });
    expect(state(story)).toEqual({ kind: "rejected", why });
    expect(story.change.queue).toMatchObject({ requestedAtMs: 0, candidate: null, rebuilds: 1 });
    expect([story.messages(), story.notices()]).toEqual([[], []]);
  });

  const wornOut = (story: Story) => {
    for (let n = 0; n <= limits.candidateRebuildsMax + 2; n += 1) {
      story.planCandidate();
      story.see({ kind: "landing_refused", candidate: theCandidate, why: "base_moved" });
    }
    return story;
  };

  test("that has to be rebuilt too often is a person's matter, once", () => {
    const story = wornOut(queuedStory());
    expect(story.notices()).toEqual(["effect"]);
    expect(story.change.queue).toBeNull();
    story.forge({ head: head("h2") }).checks("passed");
    expect(story.change.queue).toMatchObject({ head: "h2", by: { kind: "ao", part: "landing" } });
  });

  test("that a person asks for again, and that wears out again, is told again", () => {
    const story = wornOut(queuedStory()).command({ kind: "land", change: theChange });
    expect([story.change.queue?.rebuilds, story.incident("effect").closed?.as]).toEqual([0, "resolved"]);
    expect(wornOut(story).notices()).toEqual(["effect", "effect"]);
  });

  test("whose change moved meanwhile does not land", () => {
    const story = built();
    story.world.changes = story.world.changes.map((change) => ({
      ...change,
      head: head("h2"),
      queue: { by: toPerson("x"), requestedAtMs: 0, head: commitSha("h2"), candidate: theCandidate, rebuilds: 0 },
    }));
    story.candidateChecks("passed");
    expect([state(story), story.effects("land_candidate")]).toEqual([{ kind: "rejected", why: "change_moved" }, []]);
  });

  test("whose gate closed meanwhile does not land, and the change leaves the queue", () => {
    const story = built({ policy: { holdLabels: ["wip"] } })
      .forge({ labels: ["wip"] })
      .candidateChecks("passed");
    expect([state(story), story.change.queue]).toEqual([{ kind: "rejected", why: "gate_closed" }, null]);
    expect(story.world.why).toContain("the gate closed: the label wip holds it");
  });

  test("that was rejected hears nothing any more", () => {
    const story = planned().see({
      kind: "candidate_conflicted",
      candidate: theCandidate,
      change: theChange,
      paths: [],
    });
    story.see({ kind: "candidate_built", candidate: theCandidate, commit: commitSha("k1"), tree: treeSha("k1-tree") });
    expect(state(story)).toEqual({ kind: "rejected", why: "conflict" });
  });

  test("that cannot be made at all gives the change to a person", () => {
    const trouble = { kind: "failed", why: "no access" } as const;
    const story = planned().see({ kind: "landing_failed", change: theChange, candidate: theCandidate, trouble });
    expect([story.change.queue, story.notices()]).toEqual([null, ["effect"]]);
  });
});

describe("a landing that failed", () => {
  test("for another candidate is late news", () => {
    const story = planned().see({
      kind: "landing_failed",
      change: theChange,
      candidate: "k0" as never,
      trouble: { kind: "gate_closed" },
    });
    expect(story.change.queue).not.toBeNull();
  });

  test("at a head that is gone is late news, and the new head asks for itself", () => {
    const story = planned().see({
      kind: "landing_failed",
      change: theChange,
      candidate: theCandidate,
      trouble: { kind: "red", head: commitSha("h0"), failed: [check("failed", "h0")] },
    });
    expect([story.change.queue, story.messages()]).toEqual([null, []]);
  });
});

describe("a person", () => {
  const asked = () => new Story().opened().checks("passed").command({ kind: "land", change: theChange });
  const takenBack = (story: Story) => story.command({ kind: "unqueue", change: theChange });

  test("asks to land under fix, and takes it back", () => {
    const story = asked();
    expect(story.change.queue).toMatchObject({ by: toPerson("maria"), head: "h1" });
    expect(takenBack(story).change.queue).toBeNull();
  });

  test("who asks again keeps the place in the queue", () => {
    const story = planned().later(5).command({ kind: "land", change: theChange });
    expect(story.change.queue).toMatchObject({ requestedAtMs: 0, candidate: theCandidate });
  });

  test("who takes it back while its candidate is checked is obeyed", () => {
    const story = takenBack(makeCandidate(asked().planCandidate()));
    expect([state(story), story.change.queue]).toEqual([{ kind: "rejected", why: "change_moved" }, null]);
    const of = { kind: "candidate", candidate: theCandidate, tree: treeSha("k1-tree") } as const;
    story.see({ kind: "checks_finished", of, n: 1, results: [check("passed", "k1")] });
    expect(story.effects("land_candidate")).toEqual([]);
  });

  test("who takes it back under land keeps it out, until its head moves or a person asks again", () => {
    const story = takenBack(queuedStory()).forge({ labels: ["x"] });
    expect(story.change.queue).toBeNull();
    expect(story.command({ kind: "land", change: theChange }).change.queue).toMatchObject({ by: toPerson("maria") });
    const moved = takenBack(queuedStory())
      .forge({ head: head("h2") })
      .checks("passed");
    expect(moved.change.queue).toMatchObject({ head: "h2" });
  });
});
