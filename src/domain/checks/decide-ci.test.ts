/** The CI loop, whole: from the first red to green, to a person, or to nobody's fault. */
import { describe, expect, test } from "vitest";
import { aProject, asked, check, head, redBase, theChange, theSession, work } from "../../../test/fixtures/domain.ts";
import type { SpecialRules } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import type { CheckResult } from "./check.ts";
import { treeSha } from "../model/ids.ts";
import { limits } from "../model/limits.ts";

const otherFailure = { fingerprint: "other", evidence: "timeout" };

describe("a new head", () => {
  test("is checked", () => {
    const story = new Story().opened();
    expect(story.change.round).toMatchObject({ kind: "asked", tree: "h1-tree", n: 1 });
    expect(story.effects("run_checks").map(({ of, names }) => [of.tree, names])).toEqual([["h1-tree", ["test"]]]);
  });

  test("calls off the checks of the older one", () => {
    const story = new Story().opened();
    const [older] = story.effects("run_checks");
    story.forge({ head: head("h2") });
    expect(story.effects("cancel_checks").map(({ runKey }) => runKey)).toEqual([older?.key]);
    expect(story.change.round).toMatchObject({ tree: "h2-tree", n: 1 });
  });

  test("makes results of the older one late news", () => {
    const story = new Story().opened().forge({ head: head("h2") });
    story.see({
      kind: "checks_finished",
      of: { kind: "change", change: theChange, tree: treeSha("h1-tree") },
      n: 1,
      results: [check("failed")],
    });
    expect(story.change.incidents).toEqual([]);
    expect(story.world.why.at(-1)).toBe("ignored: checks of an older head or run");
  });

  test("without checks of ours asks for none", () => {
    expect(new Story({ checks: [] }).opened().effects("run_checks")).toEqual([]);
  });
});

describe("a red check", () => {
  test("is re-run once before the agent is told", () => {
    const story = new Story().opened().checks("failed");
    expect(story.effects("run_checks")).toHaveLength(2);
    expect(story.messages()).toEqual([]);
    expect(story.incident("ci")).toMatchObject({ attempts: 0, owedBy: { kind: "ci" } });
  });

  test("that fails again is told once, with the failure and the task", () => {
    const story = new Story().opened().redTwice();
    expect(story.messages()).toEqual(["ci-failed queued"]);
    const text = story.world.messages[0]?.text ?? "";
    expect(text).toContain("expected 429, received 200");
    expect(text).toContain("Limit logins to five a minute.");
    expect(text).toContain("attempt 1 of 2");
    expect(story.incident("ci")).toMatchObject({ attempts: 1, owedBy: { kind: "agent" } });
  });

  test("that passes on the re-run is flaky: the agent hears nothing", () => {
    const story = new Story().opened().checks("failed").checks("passed");
    expect(story.messages()).toEqual([]);
    expect(story.incident("ci").closed?.as).toBe("flaky");
  });

  test("is not told again by another snapshot of the same head", () => {
    const story = new Story()
      .opened()
      .redTwice()
      .forge({ labels: ["x"] })
      .forge({ labels: [] });
    expect(story.messages()).toEqual(["ci-failed queued"]);
    expect(story.incident("ci").attempts).toBe(1);
  });

  test("of another face each time is re-run once a head, then told", () => {
    const story = new Story().opened();
    for (let n = 0; n < 10 && story.change.round.kind === "asked"; n += 1)
      story.checks("failed", { fingerprint: `at 0x${n}` });
    expect([story.messages(), story.effects("run_checks").length]).toEqual([["ci-failed queued"], 2]);
  });

  test("is excused when the base fails in the same way, and looked at again when the base is green", () => {
    const facts = work({ project: redBase(check("failed", "base-1")), change: null });
    const story = new Story({}, facts).opened().checks("failed");
    expect([story.messages(), story.change.incidents]).toEqual([[], []]);
    story.see({ kind: "base_observed", project: aProject().id, head: head("base-2") });
    story.see({
      kind: "checks_finished",
      of: { kind: "base", project: aProject().id, tree: treeSha("base-2-tree") },
      n: 1,
      results: [check("passed", "base-2")],
    });
    expect(story.world.followUps.at(-1)).toEqual({ kind: "base_settled", change: theChange });
    expect(story.change.round).toMatchObject({ kind: "asked", n: 2 });
  });

  const verdicts = (story: Story, ...results: readonly CheckResult[]) => {
    const { round } = story.change;
    const run = round.kind === "asked" ? round : { n: 0, tree: treeSha("") };
    return story.see({
      kind: "checks_finished",
      of: { kind: "change", change: theChange, tree: run.tree },
      n: run.n,
      results: results.map((result) => ({ ...result, tree: run.tree })),
    });
  };
  const lint = { name: "lint" };
  const both = { checks: ["test", "lint"] };

  test("is not excused by the base while another check has not spoken: that one is asked again", () => {
    const facts = work({ project: redBase(check("failed", "base-1")), change: null });
    const story = new Story(both, facts).opened();
    verdicts(story, check("failed"), check("failed", "h1", lint));
    verdicts(story, check("failed"), check("failed", "h1", lint));
    expect(story.messages()).toEqual(["ci-failed queued"]);
    story.forge({ head: head("h2") });
    verdicts(story, check("failed"), check("infrastructure", "h1", lint));
    expect([story.incident("ci").closed, story.change.round]).toMatchObject([null, { kind: "asked", n: 2 }]);
    verdicts(story, check("failed"), check("passed", "h1", lint));
    expect(story.incident("ci").closed?.as).toBe("base_red");
  });

  test("that passed on the same tree before is flaky, whatever fails beside it", () => {
    const story = new Story(both).opened();
    verdicts(story, check("failed"), check("passed", "h1", lint));
    verdicts(story, check("passed"), check("failed", "h1", lint));
    expect([story.messages(), story.incident("ci").closed?.as]).toEqual([[], "flaky"]);
  });

  test("that passed on an older tree is judged anew", () => {
    const story = new Story().opened().checks("passed");
    story.forge({ head: head("h2") }).redTwice();
    expect(story.messages()).toEqual(["ci-failed queued"]);
  });

  test("of another face than the base's is the change's own", () => {
    const facts = work({ project: redBase(check("failed", "base-1", otherFailure)), change: null });
    expect(new Story({}, facts).opened().redTwice().messages()).toEqual(["ci-failed queued"]);
  });

  test("of a person's change is told to a person", () => {
    const story = new Story({}, work({ session: null, change: null })).opened().redTwice();
    expect(story.notices()).toEqual(["ci"]);
  });
});

describe("the fix", () => {
  const firstAttempt = () =>
    new Story()
      .opened()
      .redTwice()
      .turn()
      .end("h2")
      .forge({ head: head("h2") });

  test("that is green ends the incident", () => {
    const story = firstAttempt().checks("passed");
    expect(story.incident("ci").closed?.as).toBe("green");
  });

  test("that fails in the same way is told without another re-run: a new head re-arms the telling", () => {
    const story = firstAttempt().checks("failed");
    expect(story.messages()).toEqual(["ci-failed acknowledged", "ci-failed queued"]);
    expect(story.incident("ci")).toMatchObject({ attempts: 2, failedAttempts: 1 });
  });

  test("that fails with a new face is doubted first, and counts on", () => {
    const story = firstAttempt().checks("failed", otherFailure);
    expect(story.change.round).toMatchObject({ kind: "asked", n: 2 });
    expect(story.checks("failed", otherFailure).incident("ci").attempts).toBe(2);
  });

  test("that fails after the last retry escalates once, and the agent hears no more", () => {
    const story = firstAttempt()
      .checks("failed")
      .turn()
      .end("h3")
      .forge({ head: head("h3") })
      .checks("failed");
    expect(story.notices()).toEqual(["ci"]);
    expect(story.incident("ci")).toMatchObject({
      attempts: 2,
      escalation: { kind: "person" },
      owedBy: { kind: "person" },
    });
    story
      .forge({ head: head("h4") })
      .checks("failed")
      .forge({ labels: ["x"] });
    expect(story.notices()).toEqual(["ci"]);
    expect(story.messages().filter((message) => message.startsWith("ci-failed"))).toHaveLength(2);
  });

  test("after an escalation, green closes the incident and the next trouble begins a new one", () => {
    const story = firstAttempt()
      .checks("failed")
      .turn()
      .end("h3")
      .forge({ head: head("h3") })
      .checks("failed");
    story
      .forge({ head: head("h4") })
      .checks("passed")
      .forge({ head: head("h5") })
      .redTwice();
    expect(story.incident("ci")).toMatchObject({ attempts: 1, escalation: { kind: "none" } });
  });

  test("escalateAfter 2 of 3 tells a person at the second failed attempt, and the agent uses the third", () => {
    const rules = { reactions: { "ci-failed": { retriesMax: 3, escalateAfter: { kind: "attempts", n: 2 } } } } as const;
    const story = new Story(rules)
      .opened()
      .redTwice()
      .turn()
      .end("h2")
      .forge({ head: head("h2") })
      .checks("failed");
    expect(story.notices()).toEqual([]);
    story
      .turn()
      .end("h3")
      .forge({ head: head("h3") })
      .checks("failed");
    expect(story.notices()).toEqual(["ci"]);
    expect(story.messages().at(-1)).toBe("ci-failed queued");
    story
      .turn()
      .end("h4")
      .forge({ head: head("h4") })
      .checks("failed");
    expect(story.incident("ci").attempts).toBe(3);
    expect(story.notices()).toEqual(["ci"]);
  });

  test("that nobody read is taken back with its attempt when the head moves", () => {
    const story = new Story()
      .opened()
      .redTwice()
      .forge({ head: head("h2") })
      .checks("failed");
    expect(story.messages()).toEqual(["ci-failed dropped", "ci-failed queued"]);
    expect(story.incident("ci").attempts).toBe(1);
  });

  test("that became stale before its turn is dropped unread and given back", () => {
    const story = new Story()
      .opened()
      .redTwice()
      .forge({ head: head("h2") })
      .grant();
    expect(story.messages()).toEqual(["ci-failed dropped"]);
    expect(story.incident("ci").attempts).toBe(0);
    expect(story.session.phase.kind).toBe("resting");
  });

  test("becomes needless when the checks turn green first", () => {
    const story = new Story({ checks: [] }).forge({ checks: [check("failed")] });
    story.see({
      kind: "checks_finished",
      of: { kind: "change", change: theChange, tree: treeSha("h1-tree") },
      n: 1,
      results: [],
    });
    expect(story.messages()).toEqual(["ci-failed queued"]);
    story.forge({ checks: [check("passed")] });
    expect(story.messages()).toEqual(["ci-failed dropped"]);
    expect(story.incident("ci").closed).not.toBeNull();
  });
});

describe("infrastructure", () => {
  test("is retried later and later, never counted, and a person hears of it at last", () => {
    const story = new Story().opened();
    for (let n = 0; n < limits.infrastructureRetriesMax; n += 1) story.checks("infrastructure");
    expect([story.notices(), story.change.incidents]).toEqual([[], []]);
    expect(story.change.round).toMatchObject({ brokenBy: expect.stringMatching(/^`test` /) });
    const waits = story.effects("run_checks").map(({ notBeforeMs }) => notBeforeMs ?? 0);
    expect(waits).toEqual([0, 30_000, 60_000, 120_000, 240_000, 480_000]);
    story.checks("infrastructure");
    expect(story.notices()).toEqual(["ci"]);
    expect(story.incident("ci").attempts).toBe(0);
  });

  test("is what a cancelled check is taken for: it is asked for again, and nobody is blamed", () => {
    const story = new Story().opened().checks("cancelled");
    expect([story.effects("run_checks").length, story.messages(), story.change.incidents]).toEqual([2, [], []]);
  });

  test("whose checks are given up for good is a person's matter", () => {
    const story = new Story().opened();
    story.see({
      kind: "effect_failed",
      effect: "run_checks",
      subject: { kind: "change", change: theChange },
      why: "no runner",
    });
    expect(story.notices()).toEqual(["effect"]);
    expect(story.change.round.kind).toBe("none");
  });
});

describe("a reaction that may not act", () => {
  test("auto off prepares the exact message; one key sends it and counts the attempt", () => {
    const story = new Story({ reactions: { "ci-failed": { auto: false } } }).opened().redTwice();
    expect(story.messages()).toEqual(["ci-failed prepared"]);
    expect(story.incident("ci")).toMatchObject({ attempts: 0, owedBy: { kind: "person" } });
    expect(story.notices()).toEqual(["reaction_prepared"]);
    expect(story.grant().session.phase.kind).toBe("resting");
    story.command({ kind: "approve_reaction", session: theSession, incident: story.incident("ci").id });
    expect(story.messages()).toEqual(["ci-failed queued"]);
    expect(story.incident("ci")).toMatchObject({ attempts: 1, owedBy: { kind: "agent" } });
  });

  test("one that is approved after its head moved is dropped, and the agent owes nothing while the new checks run", () => {
    const story = new Story({ reactions: { "ci-failed": { auto: false } } }).opened().redTwice();
    story.forge({ head: head("h2") });
    story.command({ kind: "approve_reaction", session: theSession, incident: story.incident("ci").id });
    expect(story.messages()).toEqual(["ci-failed dropped"]);
    expect(story.incident("ci")).toMatchObject({ attempts: 0, owedBy: { kind: "ci" } });
  });

  test("a declined one is dropped and sends nothing", () => {
    const story = new Story({ autonomy: "propose" }).opened().redTwice();
    story.command({ kind: "decline_reaction", session: theSession, incident: story.incident("ci").id });
    expect(story.messages()).toEqual(["ci-failed dropped"]);
    expect(story.incident("ci").attempts).toBe(0);
  });

  test("a prepared one is replaced when the head moves, and still not counted", () => {
    const story = new Story({ autonomy: "observe" })
      .opened()
      .redTwice()
      .forge({ head: head("h2") })
      .checks("failed");
    expect(story.messages()).toEqual(["ci-failed dropped", "ci-failed prepared"]);
    expect(story.incident("ci").attempts).toBe(0);
  });

  test("a prepared one that another failure replaces is not announced again, one after a decision is", () => {
    const story = new Story({ autonomy: "propose" }).opened().redTwice();
    story.forge({ head: head("h2") }).checks("failed");
    story.forge({ head: head("h3") }).redTwice({ fingerprint: "another" });
    expect(story.messages().filter((message) => message.endsWith("prepared"))).toHaveLength(1);
    expect(story.notices()).toEqual(["reaction_prepared"]);
    story.command({ kind: "decline_reaction", session: theSession, incident: story.incident("ci").id });
    story.forge({ head: head("h4") }).checks("failed");
    expect(story.notices()).toEqual(["reaction_prepared", "reaction_prepared"]);
  });

  test("notify tells a person at once and the agent never", () => {
    const story = new Story({ reactions: { "ci-failed": { action: { kind: "notify" } } } }).opened().redTwice();
    expect([story.messages(), story.notices()]).toEqual([[], ["ci"]]);
  });

  const runs = { action: { kind: "run", command: ["./fix.sh"] } } as const;

  test("run starts the command and tells nobody", () => {
    const story = new Story({ reactions: { "ci-failed": runs } }).opened().redTwice();
    expect(story.effects("run_action").map(({ command }) => command)).toEqual([["./fix.sh"]]);
    expect([story.messages(), story.notices()]).toEqual([[], []]);
  });

  test.for<[what: string, rules: SpecialRules]>([
    ["auto off", { reactions: { "ci-failed": { ...runs, auto: false } } }],
    ["observe", { autonomy: "observe", reactions: { "ci-failed": runs } }],
    ["propose", { autonomy: "propose", reactions: { "ci-failed": runs } }],
  ])("%s runs no command by itself", ([, rules]) => {
    expect(new Story(rules).opened().redTwice().effects("run_action")).toEqual([]);
  });

  test("an action that is none of the loop's tells a person", () => {
    const story = new Story({ reactions: { "ci-failed": { action: { kind: "pause" } } } }).opened().redTwice();
    expect([story.messages(), story.notices()]).toEqual([[], ["ci"]]);
  });
});

test("kinds of trouble do not disturb each other's counters", () => {
  const story = new Story()
    .opened()
    .redTwice()
    .forge({ mergeable: { known: true, value: false }, conflicts: ["a.ts"] });
  expect([story.incident("ci").attempts, story.incident("conflict").attempts]).toEqual([1, 1]);
  story.forge({ mergeable: { known: true, value: true }, conflicts: [] });
  expect([story.incident("ci").closed, story.incident("conflict").closed?.as]).toEqual([null, "clean"]);
});

test("a round that was never asked for is not reported", () => {
  const story = new Story({}, work({ change: { round: asked({ n: 3 }) } }));
  story.see({
    kind: "checks_finished",
    of: { kind: "change", change: theChange, tree: treeSha("h1-tree") },
    n: 2,
    results: [check("passed")],
  });
  expect(story.change.round).toMatchObject({ kind: "asked", n: 3 });
});
