/** What was found of a head holds only for the settings and the surroundings that it was found with. */
import { describe, expect, test } from "vitest";
import { aProject, check, head, theChange } from "../../../test/fixtures/domain.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { treeSha } from "../model/ids.ts";

const observeBase = (story: Story) => story.see({ kind: "base_observed", project: aProject().id, head: head("b2") });
const baseChecked = (story: Story, verdict: "passed" | "failed", n: number) =>
  story.see({
    kind: "checks_finished",
    of: { kind: "base", project: aProject().id, tree: treeSha("b2-tree") },
    n,
    results: [check(verdict, "b2")],
  });
const changeRuns = (story: Story) => story.effects("run_checks").filter(({ of }) => of.kind === "change");

describe("settings that checks depend on are others now:", () => {
  test("an open change is checked again, by their names of now", () => {
    const story = observeBase(new Story().opened()).checks("passed");
    observeBase(story.obey({ checks: ["test", "e2e"], checksKey: "k2" }));
    expect(changeRuns(story).at(-1)).toMatchObject({ n: 2, names: ["test", "e2e"] });
    expect(story.change.round.kind).toBe("asked");
    expect(story.messages()).toEqual([]);
  });

  test("a run of the earlier settings is called off, and what it finds is late", () => {
    const story = observeBase(new Story().opened());
    const { round } = story.change;
    observeBase(story.obey({ checksKey: "k2" }));
    expect(story.effects("cancel_checks")).toHaveLength(1);
    if (round.kind !== "asked") throw new Error(`the round is ${round.kind}`);
    const of = { kind: "change", change: theChange, tree: round.tree } as const;
    story.see({ kind: "checks_finished", of, n: round.n, results: [check("failed", "h")] });
    expect(story.change.round.kind).toBe("asked");
  });

  test("what passed with the earlier settings and fails now is no flake", () => {
    const story = observeBase(new Story().opened()).checks("passed");
    observeBase(story.obey({ checksKey: "k2" }));
    baseChecked(story, "passed", story.effects("run_checks").findLast(({ of }) => of.kind === "base")?.n ?? 0);
    expect(story.redTwice().messages()).toEqual(["ci-failed queued"]);
  });

  test("a change that failed for want of a set-up is green, and its agent hears nothing", () => {
    const story = baseChecked(baseChecked(observeBase(new Story().opened()), "failed", 1), "failed", 2);
    story.checks("failed");
    observeBase(story.obey({ checksKey: "k2" }));
    baseChecked(story, "passed", story.effects("run_checks").findLast(({ of }) => of.kind === "base")?.n ?? 0);
    story.checks("passed");
    expect([story.messages(), story.change.incidents.filter(({ closed }) => closed === null)]).toEqual([[], []]);
  });

  test("no checks are left: nothing is awaited", () => {
    const story = observeBase(new Story().opened());
    observeBase(story.obey({ checks: [], checksKey: "" }));
    expect(story.change.round.kind).toBe("none");
  });

  test("what nobody has noted before is noted, and nothing runs again", () => {
    const story = observeBase(new Story().opened()).checks("passed");
    const { checksKey: _, ...base } = story.world.project.base;
    story.world.project = { ...story.world.project, base };
    observeBase(story.obey({ checksKey: "k2" }));
    expect([story.world.project.base.checksKey, changeRuns(story).length]).toEqual(["k2", 1]);
  });
});

describe("the tree of the base that failed passes without a change:", () => {
  const onRedBase = () => {
    const story = baseChecked(baseChecked(observeBase(new Story().opened()), "failed", 1), "failed", 2);
    return story.checks("failed");
  };

  test("a head that failed like it is checked again before anybody is blamed", () => {
    const story = onRedBase();
    const n = story.effects("run_checks").findLast(({ of }) => of.kind === "base")?.n ?? 0;
    baseChecked(story, "passed", n);
    expect([story.change.round.kind, story.messages()]).toEqual(["asked", []]);
    story.checks("passed");
    expect(story.messages()).toEqual([]);
  });

  test("a green head is left alone", () => {
    const story = baseChecked(baseChecked(observeBase(new Story().opened()), "failed", 1), "failed", 2).checks(
      "passed",
    );
    const runs = changeRuns(story).length;
    baseChecked(story, "passed", story.effects("run_checks").findLast(({ of }) => of.kind === "base")?.n ?? 0);
    expect(changeRuns(story)).toHaveLength(runs);
  });
});

test("a person has a change checked again, also a green one", () => {
  const story = new Story().opened().checks("passed");
  story.command({ kind: "check_change", change: theChange });
  expect(changeRuns(story).at(-1)).toMatchObject({ n: 2, isForced: true });
});
