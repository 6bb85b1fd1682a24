/** A base that nobody watches is checked when somebody needs to know how it is, and by nobody else. */
import { describe, expect, test } from "vitest";
import { aProject, check, head, theCandidate } from "../../../test/fixtures/domain.ts";
import { landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import type { Verdict } from "./check.ts";
import { commitSha, treeSha } from "../model/ids.ts";

const unwatched = { watchesBase: false };
const moveTo = (story: Story, name: string) =>
  story.see({ kind: "base_observed", project: aProject().id, head: head(name) });
const baseChecked = (story: Story, name: string, verdict: Verdict, n: number) =>
  story.see({
    kind: "checks_finished",
    of: { kind: "base", project: aProject().id, tree: treeSha(`${name}-tree`) },
    ...{ n, results: [check(verdict, name)] },
  });
const baseRuns = (story: Story) => story.effects("run_checks").filter(({ of }) => of.kind === "base").length;
const health = (story: Story) => story.world.project.base.health.kind;

describe("a base that nobody watches", () => {
  test("is not checked when it is first seen, or moves, or an open change is green", () => {
    const story = moveTo(moveTo(new Story(unwatched), "b2").opened().checks("passed"), "b3");
    expect([baseRuns(story), health(story)]).toEqual([0, "unknown"]);
  });

  test("is checked when a change is red; nobody is told before it is known, and a red one is told once", () => {
    const story = moveTo(new Story(unwatched), "b2").opened().checks("failed");
    expect([baseRuns(story), health(story), story.messages()]).toEqual([1, "checking", []]);
    baseChecked(baseChecked(story, "b2", "failed", 1), "b2", "failed", 2);
    expect([health(story), story.notices(), story.messages()]).toEqual(["red", ["base_red"], []]);
  });

  test("that is green leaves the change to its agent", () => {
    const story = baseChecked(moveTo(new Story(unwatched), "b2").opened().checks("failed"), "b2", "passed", 1);
    expect(story.checks("failed").messages()).toEqual(["ci-failed queued"]);
  });

  test("is asked about again after each move while a change is red", () => {
    const story = baseChecked(moveTo(new Story(unwatched), "b2").opened().checks("failed"), "b2", "passed", 1);
    story.checks("failed");
    expect([baseRuns(moveTo(story, "b3")), health(story)]).toEqual([2, "checking"]);
  });

  test("is checked after each move while it is known to fail", () => {
    const story = moveTo(new Story(unwatched), "b2").opened().checks("failed");
    baseChecked(baseChecked(story, "b2", "failed", 1), "b2", "failed", 2);
    story.forge({ state: { kind: "closed" } });
    expect(health(moveTo(story, "b3"))).toBe("checking");
  });

  test("whose checks do not finish is not asked about for ever", () => {
    const story = moveTo(new Story(unwatched), "b2").opened().checks("failed");
    for (let n = 1; health(story) === "checking"; n += 1) baseChecked(story, "b2", "infrastructure", n);
    expect([health(story), story.notices()]).toEqual(["unknown", ["base_unknown"]]);
    expect(story.effects("notify").at(-1)?.text).toMatch(/nobody knows whether it is green: `test` .+\.$/);
    expect([story.checks("failed").messages(), health(story)]).toEqual([["ci-failed queued"], "unknown"]);
  });

  test("takes no run of earlier settings for an answer when it is asked about", () => {
    const story = moveTo(new Story(unwatched), "b2").opened().checks("failed");
    story.forge({ state: { kind: "closed" } });
    moveTo(story.obey({ ...unwatched, checksKey: "k2" }), "b2");
    expect(health(story)).toBe("unknown");
    story.command({ kind: "check_base", project: aProject().id });
    expect(health(baseChecked(story, "b2", "passed", 1))).toBe("checking");
    expect(health(baseChecked(story, "b2", "passed", 2))).toBe("green");
  });

  describe("under a candidate that is red", () => {
    const redCandidate = () => {
      const story = moveTo(new Story({ ...landing, ...unwatched }), "b2")
        .opened()
        .checks("passed")
        .planCandidate();
      const made = { commit: commitSha("k1"), tree: treeSha("k1-tree") };
      return story.see({ kind: "candidate_built", candidate: theCandidate, ...made }).candidateChecks("failed");
    };
    const candidateRuns = (story: Story) =>
      story.effects("run_checks").filter(({ of }) => of.kind === "candidate").length;

    test("is checked first, and where it is green the candidate is doubted and told", () => {
      const story = redCandidate();
      expect([baseRuns(story), candidateRuns(story), story.messages()]).toEqual([1, 1, []]);
      baseChecked(story, "b2", "passed", 1);
      expect([candidateRuns(story), story.candidateChecks("failed").messages()]).toEqual([2, ["ci-failed queued"]]);
    });

    test("is checked first, and where it is red the change is not blamed", () => {
      const story = baseChecked(baseChecked(redCandidate(), "b2", "failed", 1), "b2", "failed", 2);
      expect([story.world.candidate?.state, story.messages()]).toEqual([{ kind: "rejected", why: "base_red" }, []]);
    });

    test("moves meanwhile: the candidate is built on the next one", () => {
      const story = moveTo(redCandidate(), "b3");
      expect(story.world.candidate?.state).toEqual({ kind: "rejected", why: "base_moved" });
      expect([story.messages(), story.change.queue]).toMatchObject([[], { candidate: null }]);
    });

    test("is not waited for when somebody merges the change on the forge", () => {
      const story = redCandidate().forge({ state: { kind: "landed", commit: commitSha("m1") } });
      expect(story.world.candidate?.state).toEqual({ kind: "rejected", why: "change_moved" });
    });

    test("is not waited for when the settings have no checks any more", () => {
      const story = moveTo(redCandidate().obey({ checks: [], checksKey: "" }), "b2");
      expect([health(story), story.world.candidate?.state]).toMatchObject([
        "unchecked",
        { kind: "checking", round: 2 },
      ]);
    });
  });
});

describe("a candidate of which a check is not needed", () => {
  const names = { checks: ["test", "web"] };
  const results = (tree: string, test: Verdict, web: Verdict | "not needed") => [
    check(test, tree),
    web === "not needed"
      ? check("skipped", tree, { name: "web", notNeeded: "no file in web/** changed" })
      : check(web, tree, { name: "web" }),
  ];
  const onBase = (...verdicts: readonly [test: Verdict, web: Verdict]) => {
    const story = moveTo(new Story({ ...landing, ...names }), "b2");
    const of = { kind: "base", project: aProject().id, tree: treeSha("b2-tree") } as const;
    for (const n of [1, 2]) story.see({ kind: "checks_finished", of, n, results: results("b2", ...verdicts) });
    return story;
  };
  const made = { commit: commitSha("k1"), tree: treeSha("k1-tree") };
  const built = (story: Story, test: Verdict) => {
    const { round } = story.opened().change;
    if (round.kind !== "asked") throw new Error(`the round is ${round.kind}`);
    const of = { kind: "change", change: story.change.id, tree: round.tree } as const;
    story.see({ kind: "checks_finished", of, n: round.n, results: results(round.tree, test, "not needed") });
    return story.planCandidate().see({ kind: "candidate_built", candidate: theCandidate, ...made });
  };
  const ofCandidate = { kind: "candidate", candidate: theCandidate, tree: made.tree } as const;
  const tried = (story: Story, test: Verdict) =>
    built(story, test).see({
      ...{ kind: "checks_finished", of: ofCandidate, n: 1, results: results("k1", test, "not needed") },
    });
  const landed = (story: Story) =>
    health(story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") }));

  test("lands, and a base that was green stays so", () => {
    const story = tried(onBase("passed", "passed"), "passed");
    expect([story.world.candidate?.state.kind, landed(story)]).toEqual(["landing", "green"]);
  });

  test("leaves a base unknown that was not known before", () => {
    const story = tried(moveTo(new Story({ ...landing, ...names, watchesBase: false }), "b2"), "passed");
    expect([story.world.candidate?.state.kind, landed(story)]).toEqual(["landing", "unknown"]);
  });

  test("fixes no failure of its base by not being needed", () => {
    const story = tried(onBase("passed", "failed"), "passed");
    expect(story.world.candidate?.state).toEqual({ kind: "rejected", why: "base_red" });
  });

  test("is not blamed for what a newer base fails", () => {
    const story = built(onBase("passed", "passed"), "passed");
    moveTo(story, "b3");
    const of = { kind: "base", project: aProject().id, tree: treeSha("b3-tree") } as const;
    for (const n of [1, 2]) story.see({ kind: "checks_finished", of, n, results: results("b3", "passed", "failed") });
    story.see({ kind: "checks_finished", of: ofCandidate, n: 1, results: results("k1", "passed", "not needed") });
    expect([story.world.candidate?.state.kind, story.messages()]).toEqual(["landing", []]);
  });

  test("that fixes its base leaves it green, and the same failure later is told again", () => {
    const story = tried(onBase("failed", "passed"), "passed");
    expect([landed(story), story.world.project.base.toldRed]).toEqual(["green", []]);
    moveTo(story, "b4");
    const of = { kind: "base", project: aProject().id, tree: treeSha("b4-tree") } as const;
    for (const n of [1, 2]) story.see({ kind: "checks_finished", of, n, results: results("b4", "failed", "passed") });
    expect([health(story), story.notices()]).toEqual(["red", ["base_red", "base_red"]]);
  });

  test("that fixes another failure lands, and the base then fails what it did not touch", () => {
    const story = tried(onBase("failed", "failed"), "passed");
    expect(story.world.candidate?.state).toMatchObject({ kind: "landing", stillFails: [{ name: "web" }] });
    expect(landed(story)).toBe("red");
  });
});
