/** Checks that nobody waits for end, and give their places to others; they run again when somebody asks. */
import { describe, expect, test } from "vitest";
import { aProject, check, head, theCandidate, theChange, theSession } from "../../../test/fixtures/domain.ts";
import { at, landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { commitSha, treeSha } from "../model/ids.ts";
import { listGateReasons } from "../landing/gate.ts";

const stop = (story: Story) => story.command({ kind: "stop", session: theSession, keepWorkspace: false });
const runs = (story: Story) => story.effects("run_checks").filter(({ of }) => of.kind === "change");
const cancelled = (story: Story) => story.effects("cancel_checks").map(({ runKey }) => runKey);
const moveTo = (story: Story, name: string) =>
  story.see({ kind: "base_observed", project: aProject().id, head: head(name) });
const why = (story: Story) =>
  listGateReasons(story.change, story.world.project, story.world.rules, at(0)).map(({ sentence }) => sentence);

describe("a session that is stopped while its checks run", () => {
  test("calls them off, and its change says so", () => {
    const story = stop(new Story().opened());
    expect(cancelled(story)).toEqual(runs(story).map(({ key }) => key));
    expect([story.change.state.kind, why(story)]).toEqual([
      "open",
      ["its checks were called off when its session ended"],
    ]);
  });

  test("leaves what has been found", () => {
    const story = stop(new Story().opened().checks("passed"));
    expect([cancelled(story), why(story)]).toEqual([[], []]);
  });

  test("has no base checked for what failed: nobody is to blame any more", () => {
    const story = new Story({ watchesBase: false }).opened();
    story.see({ kind: "base_observed", project: aProject().id, head: head("b2") }).checks("failed");
    const base = { kind: "base", project: aProject().id, tree: head("b2").tree } as const;
    story.see({ kind: "checks_finished", of: base, n: 1, results: [check("passed", "b2")] });
    stop(story.checks("failed"));
    const before = story.effects("run_checks").length;
    for (const name of ["b3", "b4"]) story.see({ kind: "base_observed", project: aProject().id, head: head(name) });
    expect(
      story
        .effects("run_checks")
        .slice(before)
        .filter(({ of }) => of.kind === "base"),
    ).toEqual([]);
  });

  test("has them run again when it is brought back", () => {
    const story = stop(new Story().opened());
    story.see({ kind: "workspace_removed", session: theSession, rescueRef: null });
    expect(runs(story.command({ kind: "restore", session: theSession }))).toHaveLength(2);
  });

  test.for(["land", "check_change"] as const)("has them run again when a person asks: %s", (kind) => {
    const story = stop(new Story().opened()).command({ kind, change: theChange });
    expect(runs(story)).toHaveLength(2);
    expect(story.checks("passed").change.round.kind).toBe("reported");
  });

  test("runs none when its last head arrives afterwards", () => {
    const story = new Story().opened().checks("passed");
    story.world.session = { ...story.session, head: commitSha("h2"), publishing: commitSha("h2") };
    stop(story).forge({ head: head("h2") });
    expect([runs(story).length, why(story)]).toEqual([1, ["its checks were called off when its session ended"]]);
  });

  test("leaves them alone while its change waits to land", () => {
    const story = stop(new Story(landing).opened().command({ kind: "land", change: theChange }));
    expect([cancelled(story), story.change.round.kind, story.change.queue !== null]).toEqual([[], "asked", true]);
  });

  test("has them run again when its change is approved", () => {
    const story = stop(new Story({ ...landing, policy: { approvals: 1 } }).opened());
    const by = { kind: "person", name: "maria", canWrite: { known: true, value: true } } as const;
    story.forge({ reviews: [{ by, kind: "approved", head: story.change.head.commit }] });
    expect([runs(story).length, story.change.round.kind]).toEqual([2, "asked"]);
  });

  describe("and whose change is approved", () => {
    const by = { kind: "person", name: "maria", canWrite: { known: true, value: true } } as const;
    const approvedAt = (name: string) => ({ reviews: [{ by, kind: "approved", head: commitSha(name) }] }) as const;
    const approved = () => new Story({ ...landing, policy: { approvals: 2 } }).opened().forge(approvedAt("h1"));

    test("leaves its checks alone, as an approval afterwards would ask for them", () => {
      const story = stop(approved());
      expect([cancelled(story), story.change.round.kind]).toEqual([[], "asked"]);
    });

    test("runs those of its last head that arrives approved", () => {
      const story = new Story({ ...landing, policy: { approvals: 2 } }).opened().checks("passed");
      story.world.session = { ...story.session, head: commitSha("h2"), publishing: commitSha("h2") };
      stop(story).forge({ head: head("h2"), ...approvedAt("h2") });
      expect([runs(story).length, story.change.round.kind]).toEqual([2, "asked"]);
    });

    test("runs them again when the settings change", () => {
      const story = stop(moveTo(approved(), "base-1").checks("passed"));
      moveTo(story.obey({ checksKey: "k2" }), "base-1");
      expect([runs(story).length, story.change.round.kind]).toEqual([2, "asked"]);
    });
  });

  test("takes no answer of what was called off for that of the next run", () => {
    const story = stop(new Story(landing).opened()).command({ kind: "check_change", change: theChange });
    const { round } = story.change;
    expect(round).toMatchObject({ kind: "asked", n: 2 });
    const of = { kind: "change", change: theChange, tree: story.change.head.tree } as const;
    story.see({ kind: "checks_finished", of, n: 1, results: [check("passed", "h1")] });
    expect(story.change.round).toBe(round);
  });

  test("keeps the run that followed one which could not be called off", () => {
    const story = stop(new Story().opened()).command({ kind: "check_change", change: theChange });
    const subject = { kind: "change", change: theChange } as const;
    const failed = { kind: "effect_failed", effect: "run_checks", subject, why: "the disk failed" } as const;
    const { tree } = story.change.head;
    expect(story.see({ ...failed, run: { tree, n: 1 } }).change.round.kind).toBe("asked");
    expect(story.see({ ...failed, run: { tree, n: 2 } }).change.round.kind).toBe("none");
  });

  test("runs those of a head that somebody else pushes", () => {
    expect(runs(stop(new Story().opened().checks("passed")).forge({ head: head("h2") }))).toHaveLength(2);
  });
});

describe("settings of checks that change after a session has ended", () => {
  const other = { checksKey: "k2" };

  test("run nothing by themselves, and the change says what its checks did not see", () => {
    const story = stop(moveTo(new Story(), "base-1").opened().checks("passed"));
    expect([runs(moveTo(story.obey(other), "base-1")).length, why(story)]).toEqual([
      ...[1, ["its checks have not run with the settings of now"]],
    ]);
  });

  test("run the checks of a change that waits to land", () => {
    const story = stop(moveTo(new Story(landing), "base-1").opened().checks("passed"));
    moveTo(story.obey(other), "base-1");
    expect([runs(story).length, story.change.queue !== null]).toEqual([2, true]);
  });

  test("end what somebody asked for where there are none left", () => {
    const story = stop(moveTo(new Story(landing), "base-1").opened()).command({
      kind: "check_change",
      change: theChange,
    });
    moveTo(story.obey({ checks: [], checksKey: "" }), "base-1");
    expect([cancelled(story).length, story.change.round.kind]).toEqual([2, "none"]);
  });
});

describe("a run that was called off speaks late, and the one that followed it is still awaited", () => {
  const subject = { kind: "change", change: theChange } as const;
  const first = (story: Story) => ({ tree: story.change.head.tree, n: 1 });
  const answered = (story: Story) => {
    const { tree, n } = first(story);
    const results = [check("passed", "h1")];
    return story.see({ kind: "checks_finished", of: { ...subject, tree }, n, results });
  };
  const givenUp = (story: Story) =>
    story.see({ kind: "effect_failed", effect: "run_checks", subject, why: "the disk failed", run: first(story) });

  test.for([
    ["answers", answered],
    ["fails for good", givenUp],
  ] as const)("on a change that was closed and opened again: it %s", ([, late]) => {
    const story = new Story().opened().forge({ state: { kind: "closed" } });
    story.forge({ state: { kind: "open" } });
    expect([runs(story).length, late(story).change.round.kind]).toEqual([2, "asked"]);
  });

  test("where the settings had no checks for a while", () => {
    const story = moveTo(new Story(), "base-1").opened();
    moveTo(story.obey({ checks: [], checksKey: "" }), "base-1");
    moveTo(story.obey({ checks: ["test"], checksKey: "k2" }), "base-1");
    expect([runs(story).length, answered(story).change.round.kind]).toEqual([2, "asked"]);
  });
});

describe("a candidate that is being checked", () => {
  const checking = () => {
    const story = new Story(landing).opened().checks("passed").planCandidate();
    const made = { commit: commitSha("k1"), tree: treeSha("k1-tree") };
    return story.see({ kind: "candidate_built", candidate: theCandidate, ...made });
  };
  const state = (story: Story) => [story.world.candidate?.state, cancelled(story)];
  const over = [{ kind: "rejected", why: "change_moved" }, [`run_checks:${theCandidate}:1`]];

  test("is given up when its change is closed", () => {
    expect(state(checking().forge({ state: { kind: "closed" } }))).toEqual(over);
  });

  test("is given up when its change has another head", () => {
    expect(state(checking().forge({ head: head("h2") }))).toEqual(over);
  });

  test("is given up when a person takes its change out of the queue, and what it finds is late", () => {
    const story = checking().command({ kind: "unqueue", change: theChange });
    expect(state(story)).toEqual(over);
    const of = { kind: "candidate", candidate: theCandidate, tree: treeSha("k1-tree") } as const;
    story.see({ kind: "checks_finished", of, n: 1, results: [check("passed", "k1")] });
    expect(story.effects("land_candidate")).toEqual([]);
  });

  test("goes on when its change is seen as it was", () => {
    expect(state(checking().forge({ labels: ["x"] }))).toMatchObject([{ kind: "checking" }, []]);
  });
});
