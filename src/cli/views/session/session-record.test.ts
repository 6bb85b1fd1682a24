import { expect, test } from "vitest";
import { aStatus } from "../../testing/views.ts";
import { toSessionRecord } from "./session-record.ts";

const dollars = 7;

test("a cost that nobody knows is an empty field, never 0", () => {
  const record = (usage: { readonly usd: number; readonly tokens: number; readonly unknownTurns?: number }) =>
    toSessionRecord(aStatus({ usage }))[dollars];
  expect(record({ usd: 0, tokens: 0, unknownTurns: 1 })).toBeNull();
  expect(record({ usd: 0, tokens: 0 })).toBe(0);
  expect(record({ usd: 1.5, tokens: 9, unknownTurns: 1 })).toBe(1.5);
});
