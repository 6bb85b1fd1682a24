/** Checks that nobody waits for end, and give their places to others; they run again when somebody asks. */
import { describe, expect, test } from "vitest";
import { check, head, theCandidate, theChange, theSession } from "../../test/fixtures/domain.ts";
import { at, landing } from "../../test/fixtures/rules.ts";
import { Story } from "../../test/fixtures/story.ts";
import { commitSha, treeSha } from "./ids.ts";
import { gate } from "./landing.ts";

const stop = (story: Story) => story.command({ kind: "stop", session: theSession, keepWorkspace: false });
const runs = (story: Story) => story.effects("run_checks").filter(({ of }) => of.kind === "change");
const cancelled = (story: Story) => story.effects("cancel_checks").map(({ runKey }) => runKey);
const why = (story: Story) =>
  gate(story.change, story.world.project, story.world.rules, at(0)).map(({ sentence }) => sentence);

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

  test("runs those of a head that somebody else pushes", () => {
    expect(runs(stop(new Story().opened().checks("passed")).forge({ head: head("h2") }))).toHaveLength(2);
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
