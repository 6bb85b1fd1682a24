import { expect, test } from "vitest";
import { anIssueSnapshot } from "../../../../test/fixtures/domain.ts";
import { createDoubt, takeUpToDoubt } from "./doubt.ts";

test("those after a doubtful issue wait with it, ten minutes at the most, and then nothing is held back", async () => {
  let nowMs = 0;
  let doubtful = 2;
  const doubt = createDoubt(() => nowMs);
  const read = async (issue: number) => ({ snapshot: anIssueSnapshot(), isSure: issue !== doubtful });
  const sure = async () => (await takeUpToDoubt(doubt, [1, 2, 3], read)).map(({ issue }) => issue);
  expect(await sure()).toEqual([1]);
  nowMs = 10 * 60_000 - 1;
  expect(await sure()).toEqual([1]);
  nowMs += 1;
  expect(await sure()).toEqual([1, 2, 3]);
  doubtful = 3;
  expect(await sure()).toEqual([1, 2]);
});
