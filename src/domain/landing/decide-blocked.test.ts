/** A landing that a person's checkout is in the way of: it waits, says for what, and holds up nobody else. */
import { describe, expect, test } from "vitest";
import { theCandidate } from "../../../test/fixtures/domain.ts";
import { landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { commitSha, treeSha } from "../model/ids.ts";

const built = () =>
  new Story(landing)
    .opened()
    .checks("passed")
    .planCandidate()
    .see({ kind: "candidate_built", candidate: theCandidate, commit: commitSha("k1"), tree: treeSha("k1-tree") });
const state = (story: Story) => story.world.candidate?.state;

describe("a candidate", () => {
  test("that meets the person's checkout waits, says so once, and lands later", () => {
    const story = built().candidateChecks("passed");
    story
      .see({ kind: "landing_blocked", candidate: theCandidate, paths: [".env"] })
      .see({ kind: "landing_blocked", candidate: theCandidate, paths: [".env"] });
    expect([state(story)?.kind, story.notices()]).toEqual(["unpublished", ["landing_blocked"]]);
    expect(story.effects("notify")[0]?.text).toBe("Landing waits for your checkout: .env");
    story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
    expect(story.change.state.kind).toBe("landed");
  });

  test("that waited while others landed goes to the end of the queue, and nothing is counted against it", () => {
    const story = built().candidateChecks("passed");
    story.see({ kind: "landing_blocked", candidate: theCandidate, paths: [".env"] });
    const before = story.change.queue;
    story.later(1).see({ kind: "landing_refused", candidate: theCandidate, why: "base_moved" });
    expect(story.change.queue).toMatchObject({ candidate: null, rebuilds: before?.rebuilds });
    expect(story.change.queue?.requestedAtMs).toBe((before?.requestedAtMs ?? 0) + 60_000);
  });

  test("that waits is tried again soon, and then less and less often", () => {
    const story = built().candidateChecks("passed");
    for (let n = 0; n < 6; n += 1) story.see({ kind: "landing_blocked", candidate: theCandidate, paths: [".env"] });
    const waits = story.effects("land_candidate").flatMap(({ notBeforeMs }) => notBeforeMs ?? []);
    const [first = 0] = waits;
    expect(waits.map((ms) => (ms - first) / 1_000)).toEqual([0, 5, 15, 35, 55, 55]);
  });
});
