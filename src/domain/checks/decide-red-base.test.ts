/** A base that fails by several causes: what fixes one of them and adds none lands, whatever else still fails. */
import { describe, expect, test } from "vitest";
import { aProject, aSession, check, head, theCandidate, theChange, work } from "../../../test/fixtures/domain.ts";
import { landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import type { CheckResult, Verdict } from "./check.ts";
import { commitSha, treeSha } from "../model/ids.ts";
import { listGateReasons } from "../landing/gate.ts";
import { at } from "../../../test/fixtures/rules.ts";

type Verdicts = { readonly test?: Verdict; readonly lint?: Verdict };

const results = (tree: string, { test: first = "failed", lint = "failed" }: Verdicts): readonly CheckResult[] => [
  check(first, tree, { name: "test" }),
  check(lint, tree, { name: "lint" }),
];

const rules = { ...landing, checks: ["test", "lint"] };

/** `main` fails `test` and `lint` at b2, where the change began. */
function onRedBase(task = "Do it."): Story {
  const story = new Story(rules, { ...work({ change: null }), session: aSession({ task }) });
  story.see({ kind: "base_observed", project: aProject().id, head: head("b2") });
  baseChecked(story, 1, {});
  return baseChecked(story, 2, {}).forge({ mergeBase: commitSha("b2") });
}

function baseChecked(story: Story, n: number, verdicts: Verdicts): Story {
  const of = { kind: "base", project: aProject().id, tree: treeSha("b2-tree") } as const;
  return story.see({ kind: "checks_finished", of, n, results: results("b2", verdicts) });
}

function headChecked(story: Story, verdicts: Verdicts): Story {
  const { round, head: at } = story.change;
  if (round.kind !== "asked") throw new Error(`the round is ${round.kind}`);
  const of = { kind: "change", change: theChange, tree: at.tree } as const;
  return story.see({
    kind: "checks_finished",
    of,
    n: round.n,
    results: results("h", verdicts).map((one) => ({ ...one, tree: at.tree })),
  });
}

function candidateChecked(story: Story, verdicts: Verdicts): Story {
  const made = { commit: commitSha("k1"), tree: treeSha("k1-tree") };
  story.planCandidate().see({ kind: "candidate_built", candidate: theCandidate, ...made });
  const of = { kind: "candidate", candidate: theCandidate, tree: made.tree } as const;
  return story.see({ kind: "checks_finished", of, n: 1, results: results("k1", verdicts) });
}

const why = (story: Story) =>
  listGateReasons(story.change, story.world.project, story.world.rules, at(0)).map(({ sentence }) => sentence);

describe("on a base that fails `test` and `lint`", () => {
  test("a change that fixes `lint` lands, and the base then fails `test` alone", () => {
    const story = headChecked(onRedBase(), { lint: "passed" });
    expect([story.messages(), why(story)]).toEqual([[], []]);
    candidateChecked(story, { lint: "passed" });
    expect(story.world.candidate?.state).toMatchObject({ kind: "landing", stillFails: [{ name: "test" }] });
    expect(story.world.why.join("\n")).toContain("it fixes lint on main and adds no failure");
    story.see({ kind: "candidate_landed", candidate: theCandidate, commit: commitSha("k1") });
    expect(story.change.state.kind).toBe("landed");
    expect(story.world.project.base).toMatchObject({ head: "k1", health: { kind: "red", failed: [{ name: "test" }] } });
    expect([story.notices(), story.effects("run_checks").at(-1)]).toMatchObject([
      ["base_red"],
      { of: { tree: "k1-tree" }, n: 1 },
    ]);
  });

  test("a change that fixes neither waits, and is not even tried; nobody is blamed", () => {
    const story = headChecked(onRedBase(), {});
    expect([story.messages(), story.change.queue]).toEqual([[], null]);
    expect(why(story)).toEqual(["main is failing and this change does not fix it"]);
  });

  test("a candidate that fixes `lint` and breaks `test` in another way is told to its agent, and does not land", () => {
    const story = headChecked(onRedBase(), { lint: "passed" });
    candidateChecked(story, { lint: "passed" });
    const story2 = headChecked(onRedBase(), { lint: "passed" });
    story2
      .planCandidate()
      .see({ kind: "candidate_built", candidate: theCandidate, commit: commitSha("k1"), tree: treeSha("k1-tree") });
    const worse = [
      check("failed", "k1", { name: "test", fingerprint: "new" }),
      check("passed", "k1", { name: "lint" }),
    ];
    const of = { kind: "candidate", candidate: theCandidate, tree: treeSha("k1-tree") } as const;
    for (const n of [1, 2]) story2.see({ kind: "checks_finished", of, n, results: worse });
    expect(story2.world.candidate?.state).toEqual({ kind: "rejected", why: "red" });
    expect(story2.messages()).toEqual(["ci-failed queued"]);
  });

  test("a candidate of which a check was not heard is checked again before it lands", () => {
    const story = headChecked(onRedBase(), { lint: "passed" });
    candidateChecked(story, { test: "failed", lint: "infrastructure" });
    expect(story.world.candidate?.state).toMatchObject({ kind: "checking", round: 2 });
  });

  test("a change that began there is not blamed for what was fixed since, and lands with the base of now", () => {
    const story = headChecked(onRedBase(), { test: "passed" });
    story.see({ kind: "base_observed", project: aProject().id, head: head("b3") });
    const of = { kind: "base", project: aProject().id, tree: treeSha("b3-tree") } as const;
    for (const n of [1, 2]) story.see({ kind: "checks_finished", of, n, results: results("b3", { lint: "passed" }) });
    expect(story.world.project.base.health).toMatchObject({ kind: "red", failed: [{ name: "test" }] });
    expect([story.messages(), why(story)]).toEqual([[], []]);
    candidateChecked(story, { test: "passed", lint: "passed" });
    expect(story.world.candidate?.state.kind).toBe("landing");
  });

  test("a session whose task is one of the failures is told when its change does not fix that one", () => {
    const task = "`lint` fails on main.\n\nFailure 0123456789ab of `lint`";
    const lint = { fingerprint: "0123456789ab" };
    const story = new Story(rules, { ...work({ change: null }), session: aSession({ task }) });
    story.see({ kind: "base_observed", project: aProject().id, head: head("b2") });
    const ofBase = { kind: "base", project: aProject().id, tree: treeSha("b2-tree") } as const;
    const both = (tree: string) => [
      check("failed", tree, { name: "test" }),
      check("failed", tree, { name: "lint", ...lint }),
    ];
    for (const n of [1, 2]) story.see({ kind: "checks_finished", of: ofBase, n, results: both("b2") });
    story.forge({ mergeBase: commitSha("b2") });
    for (const _ of [1, 2]) {
      const { round, head: now } = story.change;
      const of = { kind: "change", change: theChange, tree: now.tree } as const;
      const n = round.kind === "asked" ? round.n : 0;
      story.see({ kind: "checks_finished", of, n, results: both("h").map((one) => ({ ...one, tree: now.tree })) });
    }
    expect(story.messages()).toEqual(["ci-failed queued"]);
    const [message] = story.world.messages;
    expect([message?.text.includes("lint:"), message?.text.includes("test:")]).toEqual([true, false]);
  });
});
