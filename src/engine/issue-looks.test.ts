import { expect, test } from "vitest";
import { maria } from "../../test/fixtures/domain.ts";
import { issueId, projectId } from "../domain/model/ids.ts";
import { limits } from "../domain/model/limits.ts";
import { IssueLooks } from "./issue-looks.ts";

const issue = { id: issueId("50"), project: projectId("app") };
const comments = [{ author: maria, text: "Use the cache." }];
const { issueLookAgainMs: againMs, issueLookKeptMs: keptMs } = limits;

test("a look is asked for once, counts for a while, and is asked for again after it", () => {
  const looks = new IssueLooks();
  expect([looks.before(issue, 0), looks.takeAsked(), looks.takeAsked()]).toEqual([null, [issue], []]);
  looks.note(issue.id, comments, 0);
  expect([looks.before(issue, keptMs - 1), looks.takeAsked()]).toEqual([expect.objectContaining({ comments }), []]);
  expect([looks.before(issue, keptMs), looks.takeAsked()]).toEqual([null, [issue]]);
});

test("a look in vain is asked for again a little later, three times in all", () => {
  const looks = new IssueLooks();
  for (let atMs = 0; atMs < 2 * againMs; atMs += againMs) {
    looks.note(issue.id, null, atMs);
    expect([looks.before(issue, atMs + againMs - 1), looks.takeAsked()]).toEqual([null, []]);
    expect([looks.before(issue, atMs + againMs), looks.takeAsked()]).toEqual([null, [issue]]);
  }
  looks.note(issue.id, null, 2 * againMs);
  expect(looks.before(issue, 2 * againMs)).toMatchObject({ comments: null });
});

test("looks in vain of long ago do not count", () => {
  const looks = new IssueLooks();
  for (const atMs of [0, againMs, againMs + keptMs]) looks.note(issue.id, null, atMs);
  expect(looks.before(issue, againMs + keptMs)).toBeNull();
});
