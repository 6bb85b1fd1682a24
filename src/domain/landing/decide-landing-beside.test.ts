/** Landing beside what else happens: a freeze, an older round, a stop, a head of somebody else. */
import { expect, test } from "vitest";
import { say } from "../../../test/fixtures/at-work.ts";
import { check, head, theCandidate, theSession } from "../../../test/fixtures/domain.ts";
import { aRules, landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { commitSha, treeSha } from "../model/ids.ts";

const queuedStory = (rules = {}) => new Story({ ...landing, ...rules }).opened().checks("passed");
const built = () =>
  queuedStory()
    .planCandidate()
    .see({ kind: "candidate_built", candidate: theCandidate, commit: commitSha("k1"), tree: treeSha("k1-tree") });
const state = (story: Story) => story.world.candidate?.state;

test("a freeze that begins while a candidate is checked gives the change its place back, and costs no rebuild", () => {
  const frozen = (story: Story) => {
    story.world.rules = aRules({ ...landing, policy: { freeze: [{ from: 0, to: 7 * 24 * 60 }] } });
    return story;
  };
  const checked = frozen(built()).candidateChecks("passed");
  const atForge = built()
    .candidateChecks("passed")
    .see({ kind: "landing_refused", candidate: theCandidate, why: "frozen" });
  for (const story of [checked, atForge]) {
    expect(state(story)).toEqual({ kind: "rejected", why: "frozen" });
    expect(story.change.queue).toMatchObject({ requestedAtMs: 0, candidate: null, rebuilds: 0 });
    expect([story.messages(), story.notices()]).toEqual([[], []]);
  }
  expect(checked.effects("land_candidate")).toEqual([]);
});

test("a result of an older round of a candidate's checks counts for nothing", () => {
  const story = built().candidateChecks("failed");
  const of = { kind: "candidate", candidate: theCandidate, tree: treeSha("k1-tree") } as const;
  story.see({ kind: "checks_finished", of, n: 1, results: [{ ...check("passed"), tree: treeSha("k1-tree") }] });
  expect(state(story)).toMatchObject({ kind: "checking", round: 2 });
  expect(story.effects("land_candidate")).toEqual([]);
});

test("green and approved in a freeze waits in the queue, where the scheduler looks again", () => {
  const freeze = { policy: { freeze: [{ from: 0, to: 36 * 60 + 10 }] } };
  expect(queuedStory(freeze).change.queue).toMatchObject({ head: "h1" });
  const red = new Story({ ...landing, ...freeze }).opened().redTwice();
  expect(red.change.queue).toBeNull();
});

test("a base that a landing made green is told of again when it turns red", () => {
  const story = built().candidateChecks("passed");
  story.world.project = { ...story.world.project, base: { ...story.world.project.base, toldRed: ["test:f1"] } };
  story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
  expect(story.world.project.base.toldRed).toEqual([]);
});

test("a head that somebody else put on the branch lands when green, though the agent was told to merge it", () => {
  const story = say(new Story(landing).opened()).turn().end("h2");
  story
    .see({ kind: "publish_refused", session: theSession, head: commitSha("h2"), theirs: commitSha("x9") })
    .forge({ head: head("x9") })
    .checks("passed");
  expect(story.incident("conflict").closed).toBeNull();
  expect(story.change.queue).toMatchObject({ head: "x9" });
});

test("a session that was stopped while its change waits in the queue does not stop the landing", () => {
  const story = built().command({ kind: "stop", session: theSession, keepWorkspace: false }).candidateChecks("passed");
  story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
  expect(story.change.state.kind).toBe("landed");
});

test("the failure of a check that is called `landing` is over when its head is green, like any other", () => {
  const checks = ["landing"];
  const story = new Story({ checks })
    .opened()
    .redTwice({ name: "landing" })
    .turn()
    .end("h2")
    .forge({ head: head("h2") })
    .checks("passed", { name: "landing" });
  expect(story.incident("ci").closed?.as).toBe("green");
});
