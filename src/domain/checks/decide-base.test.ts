/** The base branch: red stops landing and is told once; seen green again, everything goes on. */
import { describe, expect, test } from "vitest";
import { aProject, check, head, theCandidate, work } from "../../../test/fixtures/domain.ts";
import { aRules, landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { commitSha, treeSha } from "../model/ids.ts";

describe("the base", () => {
  const observed = (story: Story, name: string) =>
    story.see({ kind: "base_observed", project: aProject().id, head: head(name) });
  const finished = (story: Story, name: string, verdict: "passed" | "failed" | "infrastructure", n: number) =>
    story.see({ kind: "checks_finished", of: baseAt(name), n, results: [check(verdict, name)] });
  /** Seen at this head, and twice red with these fingerprints: one check each. */
  const red = (story: Story, name: string, ...fingerprints: string[]) => {
    const results = fingerprints.map((fingerprint, n) =>
      check("failed", name, { name: ["test", "lint"][n] ?? "", fingerprint }),
    );
    observed(story, name);
    for (const n of [1, 2]) story.see({ kind: "checks_finished", of: baseAt(name), n, results });
    return story;
  };
  const baseAt = (name: string) => ({ kind: "base", project: aProject().id, tree: treeSha(`${name}-tree`) }) as const;
  const health = (story: Story) => story.world.project.base.health.kind;

  test("is checked after every move, and a person is told once that it is red", () => {
    const story = observed(new Story(), "b2");
    expect(story.effects("run_checks")).toMatchObject([{ of: { kind: "base", tree: "b2-tree" }, n: 1 }]);
    finished(finished(story, "b2", "failed", 1), "b2", "failed", 2);
    expect([health(story), story.notices()]).toEqual(["red", ["base_red"]]);
    finished(finished(observed(story, "b3"), "b3", "failed", 1), "b3", "failed", 2);
    expect([health(story), story.notices()]).toEqual(["red", ["base_red"]]);
  });

  test("that fails in none of the ways people were told of is a new trouble: it may have been green unseen", () => {
    const twice = { checks: ["test", "lint"] };
    expect(red(red(new Story(twice), "b2", "f1", "u1"), "b3", "f2", "u1").notices()).toEqual(["base_red"]);
    const story = red(red(new Story(twice), "b2", "f1", "u1"), "b3", "f2", "u2");
    expect(story.notices()).toEqual(["base_red", "base_red"]);
    expect(story.effects("notify").at(-1)?.text).toContain("in another way");
    expect(red(story, "b4", "f2", "u2").notices()).toHaveLength(2);
  });

  test("that is red once and green on the re-run is green", () => {
    const story = finished(finished(observed(new Story(), "b2"), "b2", "failed", 1), "b2", "passed", 2);
    expect([health(story), story.notices()]).toEqual(["green", []]);
  });

  test("is not checked again for a tree that was checked", () => {
    const story = observed(new Story(), "b2");
    finished(story, "b2", "passed", 1);
    story.see({
      kind: "base_observed",
      project: aProject().id,
      head: { commit: commitSha("b2-again"), tree: treeSha("b2-tree") },
    });
    expect(story.effects("run_checks")).toHaveLength(1);
    expect(story.world.project.base.head).toBe("b2-again");
  });

  test("whose checks depend on other settings now is checked again, though its tree was green", () => {
    const story = finished(observed(new Story(), "b2"), "b2", "passed", 1);
    observed(story, "b2");
    expect(story.effects("run_checks")).toHaveLength(1);
    observed(story.obey({ checksKey: "k2" }), "b2");
    expect([health(story), story.effects("run_checks").length]).toEqual(["checking", 2]);
    expect(health(finished(story, "b2", "passed", 1))).toBe("green");
  });

  test("takes no run of earlier settings for an answer", () => {
    const story = observed(observed(new Story(), "b2").obey({ checksKey: "k2" }), "b2");
    expect(health(finished(story, "b2", "passed", 1))).toBe("checking");
    finished(finished(story, "b2", "failed", 2), "b2", "failed", 3);
    expect(health(story)).toBe("red");
  });

  test("is checked again when a person asks, also where it is known to be green", () => {
    const story = finished(observed(new Story(), "b2"), "b2", "passed", 1);
    story.command({ kind: "check_base", project: aProject().id });
    expect(story.effects("run_checks").at(-1)).toMatchObject({ of: { kind: "base", tree: "b2-tree" }, isForced: true });
    expect(health(finished(story, "b2", "passed", 1))).toBe("green");
  });

  test("that is asked about again after it was red is tried as often as the first time", () => {
    const story = red(new Story(), "b2", "f1");
    story.command({ kind: "check_base", project: aProject().id });
    const n = story.effects("run_checks").at(-1)?.n ?? 0;
    finished(story, "b2", "failed", n);
    expect(health(story)).toBe("checking");
    finished(story, "b2", "failed", n + 1);
    expect(health(story)).toBe("red");
  });

  test("without checks is unchecked, never green, and is checked where it is once there are some", () => {
    const story = observed(new Story({ checks: [] }), "b2");
    expect(story.world.project.base.health).toEqual({ kind: "unchecked", hasChecks: false });
    expect(observed(story, "b2").effects("run_checks")).toEqual([]);
    story.world.rules = aRules({ checks: ["test"] });
    expect(observed(story, "b2").effects("run_checks")).toMatchObject([{ of: { tree: "b2-tree" }, names: ["test"] }]);
    expect(health(finished(story, "b2", "passed", 1))).toBe("green");
  });

  test("that its forge checks by itself is asked about; what is required and ran on changes alone is not awaited", () => {
    const story = new Story({ checks: [], policy: { requiredChecks: ["test", "preview"] } });
    story.see({ kind: "base_observed", project: aProject().id, head: head("b2"), hasChecks: true });
    expect(story.effects("run_checks")).toMatchObject([{ of: { kind: "base", tree: "b2-tree" }, names: [], n: 1 }]);
    finished(finished(story, "b2", "failed", 1), "b2", "failed", 2);
    expect([health(story), story.notices()]).toEqual(["red", ["base_red"]]);
  });

  test.for([
    ["no result", "unchecked", []],
    ["a check that was left out", "unchecked", [check("skipped", "b2")]],
    ["a check that passed beside one that was left out", "green", [check("passed", "b2"), check("skipped", "b2")]],
  ] as const)("with %s by its forge is %s, and is not asked about again", ([, expected, results]) => {
    const story = new Story({ checks: [] });
    const look = () => story.see({ kind: "base_observed", project: aProject().id, head: head("b2"), hasChecks: true });
    look().see({ kind: "checks_finished", of: baseAt("b2"), n: 1, results });
    expect(health(story)).toBe(expected);
    expect(look().effects("run_checks")).toHaveLength(1);
  });

  test("whose checks never finish is unknown, not red and not green, and a person hears of it", () => {
    const story = observed(new Story(), "b2");
    for (let n = 1; health(story) === "checking"; n += 1) finished(story, "b2", "infrastructure", n);
    expect([health(story), story.notices()]).toEqual(["unknown", ["base_unknown"]]);
  });

  test("of which one check fails and another did not run is checked again until both have spoken", () => {
    const story = observed(new Story({ checks: ["test", "lint"] }), "b2");
    const lint = (verdict: "failed" | "infrastructure") => check(verdict, "b2", { name: "lint", fingerprint: "u1" });
    const see = (n: number, verdict: "failed" | "infrastructure") =>
      story.see({ kind: "checks_finished", of: baseAt("b2"), n, results: [check("failed", "b2"), lint(verdict)] });
    const failing = () => {
      const { health: now } = story.world.project.base;
      return now.kind === "red" ? now.failed.map(({ name }) => name) : now.kind;
    };
    see(1, "infrastructure");
    see(2, "infrastructure");
    expect([failing(), story.effects("run_checks").at(-1)?.notBeforeMs]).toEqual(["checking", expect.any(Number)]);
    see(3, "failed");
    see(4, "failed");
    expect(failing()).toEqual(["test", "lint"]);
    see(5, "infrastructure");
    expect(failing()).toEqual(["test", "lint"]);
  });

  test("of which one check never runs is red by what is known", () => {
    const story = observed(new Story({ checks: ["test", "lint"] }), "b2");
    const results = [check("failed", "b2"), check("infrastructure", "b2", { name: "lint" })];
    for (let n = 1; health(story) === "checking"; n += 1)
      story.see({ kind: "checks_finished", of: baseAt("b2"), n, results });
    expect([health(story), story.notices()]).toEqual(["red", ["base_red"]]);
  });

  test("that is red is looked at again, ever more seldom: it may only have seemed so", () => {
    const story = observed(new Story(landing).opened().checks("passed"), "b2");
    finished(finished(story, "b2", "failed", 1), "b2", "failed", 2);
    finished(finished(story, "b2", "failed", 3), "b2", "infrastructure", 4);
    const runs = story.effects("run_checks").filter(({ of }) => of.kind === "base");
    const hours = runs.map(({ n, notBeforeMs }) => [n, (notBeforeMs ?? 0) / 3_600_000]);
    expect(hours).toEqual([
      [1, 0],
      [2, 0],
      [3, 0.5],
      [4, 1],
      [5, 2],
    ]);
    expect([health(story), story.notices(), story.world.project.base.toldRed]).toEqual([
      "red",
      ["base_red"],
      ["test:boom"],
    ]);
    finished(story, "b2", "passed", 5);
    expect([health(story), story.world.project.base.toldRed]).toEqual(["green", []]);
  });

  test("that is red and fails in another way excuses what fails like it now", () => {
    const story = observed(new Story().opened(), "b2");
    finished(finished(story, "b2", "failed", 1), "b2", "failed", 2);
    story.checks("failed", { fingerprint: "other" }).checks("failed", { fingerprint: "other" });
    expect(story.messages()).toEqual(["ci-failed queued"]);
    const failed = check("failed", "b2", { fingerprint: "other" });
    story.see({ kind: "checks_finished", of: baseAt("b2"), n: 3, results: [failed] });
    expect([story.messages(), story.incident("ci").closed?.as]).toEqual([["ci-failed dropped"], "base_red"]);
  });

  test("that is red stays so when its checks are given up, and is looked at again later", () => {
    const story = observed(new Story(), "b2");
    finished(finished(story, "b2", "failed", 1), "b2", "failed", 2);
    story.see({
      kind: "effect_failed",
      effect: "run_checks",
      subject: { kind: "project", project: aProject().id },
      why: "no runner",
    });
    expect([health(story), story.notices()]).toEqual(["red", ["base_red"]]);
    expect(story.effects("run_checks").at(-1)).toMatchObject({ n: 4 });
  });

  test("ignores results of an older tree or run", () => {
    const story = observed(observed(new Story(), "b2"), "b3");
    finished(story, "b2", "passed", 1);
    finished(story, "b3", "passed", 7);
    expect(health(story)).toBe("checking");
  });

  describe("that is red", () => {
    const onRed = () => {
      const story = new Story(landing, work({ change: null }));
      finished(finished(observed(story, "b2"), "b2", "failed", 1), "b2", "failed", 2);
      return story.opened().checks("passed");
    };
    const tried = (story: Story, ...verdicts: ("passed" | "failed")[]) => {
      const made = { commit: commitSha("k1"), tree: treeSha("k1-tree") };
      story.planCandidate().see({ kind: "candidate_built", candidate: theCandidate, ...made });
      for (const verdict of verdicts) story.candidateChecks(verdict);
      return story;
    };

    test("lets in what mends it", () => {
      const story = tried(onRed(), "passed");
      story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
      expect([health(story), story.change.state.kind]).toEqual(["green", "landed"]);
    });

    test("blames no change that does not: it waits in the queue until there is another base, or that one is green", () => {
      const story = tried(onRed(), "failed");
      expect(story.world.candidate?.state).toEqual({ kind: "rejected", why: "base_red" });
      expect([story.messages(), story.change.queue]).toMatchObject([[], { candidate: null, notMending: "b2" }]);
      observed(story, "b3");
      expect(tried(story).change.queue).toMatchObject({ candidate: theCandidate });
    });

    test("blames a change for what it breaks itself, and for that only", () => {
      const story = onRed();
      tried(story);
      const broken = ["test", "lint"].map((name) => check("failed", "k1", { name }));
      for (const n of [1, 2])
        story.see({
          kind: "checks_finished",
          of: { kind: "candidate", candidate: theCandidate, tree: treeSha("k1-tree") },
          ...{ n, results: broken },
        });
      expect([story.messages(), story.change.queue]).toEqual([["ci-failed queued"], null]);
      expect(story.world.messages[0]?.text).toContain("lint");
      expect(story.world.messages[0]?.text).not.toContain("test");
    });
  });
});
