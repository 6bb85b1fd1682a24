/** Checks that the forge runs: they count beside our own, and silence is not green. */
import { describe, expect, test } from "vitest";
import { check, made, theCandidate, theChange } from "../../../test/fixtures/domain.ts";
import { landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { treeSha } from "../model/ids.ts";

const onForge = { ...landing, checks: [] };

describe("a check of the forge", () => {
  test("that failed is run again once, and the re-run replaces its first result", () => {
    const story = new Story(onForge).forge({ checks: [check("failed")] });
    expect(story.messages()).toEqual([]);
    story.see({
      kind: "checks_finished",
      of: { kind: "change", change: theChange, tree: treeSha("h1-tree") },
      n: 1,
      results: [check("passed")],
    });
    expect([story.messages(), story.incident("ci").closed?.as]).toEqual([[], "flaky"]);
  });

  test("that somebody runs again there replaces what our own re-run found", () => {
    const story = new Story(onForge).forge({ checks: [check("failed")] });
    story.see({
      kind: "checks_finished",
      of: { kind: "change", change: theChange, tree: treeSha("h1-tree") },
      n: 1,
      results: [check("failed")],
    });
    expect(story.messages()).toHaveLength(1);
    story.forge({ checks: [check("running")] });
    expect(story.incident("ci").closed).toBeNull();
    story.forge({ checks: [check("passed")] });
    expect(story.incident("ci").closed?.as).toBe("green");
  });

  test("that has not spoken yet is not green", () => {
    const story = new Story(onForge).forge({ checks: [] });
    expect(story.change.queue).toBeNull();
    expect(story.forge({ checks: [check("running")] }).change.queue).toBeNull();
    expect(story.forge({ checks: [check("passed")] }).change.queue).toMatchObject({ head: "h1" });
  });

  test("that fails counts beside our own green", () => {
    const story = new Story(landing).forge({ checks: [check("failed", "h1", { name: "e2e" })] }).checks("passed");
    expect(story.change.queue).toBeNull();
    expect(story.incident("ci").closed).toBeNull();
  });

  test("that fails counts for nothing where the policy names others", () => {
    const story = new Story({ ...landing, policy: { requiredChecks: ["test"] } })
      .forge({ checks: [check("failed", "h1", { name: "e2e" })] })
      .checks("passed");
    expect(story.change.queue).toMatchObject({ head: "h1" });
  });

  test("is awaited on the candidate too", () => {
    const story = new Story({ ...onForge, policy: { requiredChecks: ["ci"] } })
      .forge({ checks: [check("passed", "h1", { name: "ci" })] })
      .planCandidate();
    story.see({ kind: "candidate_built", candidate: theCandidate, ...made });
    expect(story.effects("land_candidate")).toEqual([]);
    expect(story.candidateChecks("passed", { name: "ci" }).effects("land_candidate")).toHaveLength(1);
  });
});
