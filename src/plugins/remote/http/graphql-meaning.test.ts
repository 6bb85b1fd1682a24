import fc from "fast-check";
import { expect, test } from "vitest";
import { readMeaning, type GraphqlMeaning } from "./graphql-meaning.ts";

/** As Linear's SDK names them, which is how its errors name their type; their code says the same in capitals. */
test.for<[kind: string, ofWrite: GraphqlMeaning]>([
  ["feature not accessible", "refused"],
  ["invalid input", "refused"],
  ["ratelimited", "rate_limited"],
  ["network error", "unavailable"],
  ["authentication error", "unauthenticated"],
  ["forbidden", "refused"],
  ["bootstrap error", "unavailable"],
  ["unknown", "unavailable"],
  ["internal error", "unavailable"],
  ["other", "unavailable"],
  ["user error", "refused"],
  ["lock timeout", "unavailable"],
  ["usage limit exceeded", "refused"],
])("Linear's error “%s” in answer to a write means %s, however it is written", ([kind, meaning]) => {
  for (const form of [kind, kind.toUpperCase().replaceAll(" ", "_"), kind.replaceAll(" ", "")])
    expect(readMeaning({ kind: form, isWrite: true })).toBe(meaning);
});

/** Those that GitHub documents or is known to send. */
test.for<[kind: string, ofWrite: GraphqlMeaning]>([
  ["", "unavailable"],
  ["NOT_FOUND", "gone"],
  ["FORBIDDEN", "refused"],
  ["INSUFFICIENT_SCOPES", "refused"],
  ["UNPROCESSABLE", "refused"],
  ["RATE_LIMITED", "rate_limited"],
  ["RESOURCE_LIMITS_EXCEEDED", "unavailable"],
  ["MAX_NODE_LIMIT_EXCEEDED", "refused"],
  ["STALE_DATA", "conflict"],
  ["INTERNAL", "unavailable"],
  ["SERVICE_UNAVAILABLE", "unavailable"],
])("GitHub's error “%s” in answer to a write means %s", ([kind, meaning]) => {
  expect(readMeaning({ kind, isWrite: true })).toBe(meaning);
});

test("a kind of error that nobody knows says nothing of whether a write was done", () => {
  // Of these letters no word is made that anybody here knows.
  const kinds = fc.string({ unit: fc.constantFrom(..."QXZJKW_ ") });
  fc.assert(
    fc.property(kinds, (kind) => {
      expect(readMeaning({ kind, isWrite: true })).toBe("unavailable");
    }),
  );
});

test.for<[kind: string, ofReading: GraphqlMeaning]>([
  ["", "unavailable"],
  ["FORBIDDEN", "refused"],
  ["QXZ", "refused"],
])("GitHub's error “%s” in answer to a reading means %s", ([kind, meaning]) => {
  expect(readMeaning({ kind, isWrite: false })).toBe(meaning);
});
