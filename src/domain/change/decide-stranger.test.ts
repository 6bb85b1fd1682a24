/** A change that no session made: its code is run only when somebody who may write stands for it. */
import { expect, test } from "vitest";
import {
  approval,
  check,
  head,
  maria,
  perhaps,
  stranger,
  theCandidate,
  theChange,
  work,
} from "../../../test/fixtures/domain.ts";
import { landing } from "../../../test/fixtures/rules.ts";
import { Story } from "../../../test/fixtures/story.ts";
import { byItself } from "./change.ts";
import { treeSha } from "../model/ids.ts";

const nobodys = () => new Story(landing, work({ session: null, change: null }));
const strangers = () => nobodys().forge({ author: stranger, isFromFork: true });
const runs = (story: Story) => story.effects("run_checks").map(({ of }) => of.tree);

test("a stranger's head is not checked, nor the next one", () => {
  const story = strangers().forge({ head: head("h2") });
  expect([runs(story), story.change.round.kind, story.change.queue]).toEqual([[], "none", null]);
});

test("nor one of somebody of whom it is not known whether they may write, until it is", () => {
  const story = nobodys().forge({ author: perhaps });
  expect(runs(story)).toEqual([]);
  expect(runs(story.forge({ author: { ...maria } }))).toEqual(["h1-tree"]);
});

test("a colleague's is checked, and lands by itself", () => {
  const story = nobodys().forge({ author: maria }).checks("passed");
  expect(story.change.queue).toMatchObject({ head: "h1" });
});

test("an approval lets it be checked once, and only the head that it is about", () => {
  const story = strangers().forge({ reviews: [approval("h0")] });
  expect(runs(story)).toEqual([]);
  story.forge({ reviews: [approval()] }).forge({ labels: ["nice"] });
  expect(runs(story)).toEqual(["h1-tree"]);
  expect(story.checks("passed").change.queue).toMatchObject({ head: "h1", by: byItself });
  story.forge({ head: head("h2") });
  expect([runs(story), story.change.queue]).toEqual([["h1-tree"], null]);
});

test("the forge forgets for a moment who may write: what was run is not run again", () => {
  const story = nobodys().forge({ author: maria }).forge({ author: perhaps }).forge({ author: maria });
  expect(runs(story)).toEqual(["h1-tree"]);
});

test("its run is called off when a head comes that nobody stands for", () => {
  const story = strangers()
    .forge({ reviews: [approval()] })
    .forge({ head: head("h2") });
  expect(story.effects("cancel_checks")).toHaveLength(1);
  expect(story.change.round.kind).toBe("none");
});

test("what the forge's own checks say of it is neither doubted here nor told to anybody", () => {
  const story = strangers().forge({ checks: [check("failed"), check("failed", "h1", { name: "e2e" })] });
  expect([runs(story), story.change.incidents, story.notices()]).toEqual([[], [], []]);
});

test("a person who asks for it to land stands for that head: it is checked, and may land", () => {
  const story = strangers().command({ kind: "land", change: theChange });
  expect(runs(story)).toEqual(["h1-tree"]);
  expect(story.checks("passed").change.queue).toMatchObject({ by: { kind: "person", name: "maria" }, head: "h1" });
});

test("a candidate of it does not land when the approval is taken back", () => {
  const story = strangers()
    .forge({ reviews: [approval()] })
    .checks("passed")
    .planCandidate();
  story.see({
    kind: "candidate_built",
    candidate: theCandidate,
    commit: head("k").commit,
    tree: treeSha("k-tree"),
  });
  story.forge({ reviews: [] });
  expect(story.candidateChecks("passed").effects("land_candidate")).toEqual([]);
});
