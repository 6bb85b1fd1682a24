import { expect, test } from "vitest";
import { afterNoVerdict, afterRed, sharedRounds } from "./rounds.ts";
import { limits } from "../model/limits.ts";

const SECOND = 1_000;
const enough = { kind: "enough" };
const again = (delayMs: number) => ({ kind: "again", delayMs });

test.each([
  ["the first run of a change", { retries: 0, firstWaitMs: 30 * SECOND }, again(30 * SECOND)],
  ["its third", { retries: 2, firstWaitMs: 30 * SECOND }, again(120 * SECOND)],
  ["the last that is retried", { retries: limits.infrastructureRetriesMax - 1, firstWaitMs: SECOND }, again(16_000)],
  ["one more", { retries: limits.infrastructureRetriesMax, firstWaitMs: SECOND }, enough],
  ["the first run of a candidate", sharedRounds(0, null), again(60 * SECOND)],
])("without a verdict: %s", (_which, rounds, next) => expect(afterNoVerdict(rounds)).toEqual(next));

test.each([
  ["a new failure", { seenRed: [], doubtsLeft: 1 }, again(0)],
  ["one that was seen before", { seenRed: ["test:boom"], doubtsLeft: 1 }, enough],
  ["a new one on a tree that was doubted", { seenRed: ["lint:x"], doubtsLeft: 0 }, enough],
  ["another than in the run before", sharedRounds(1, "lint:x"), again(0)],
  ["another each time", sharedRounds(limits.infrastructureRetriesMax, "lint:x"), enough],
])("red: %s", (_which, rounds, next) => expect(afterRed(rounds, "test:boom")).toEqual(next));
