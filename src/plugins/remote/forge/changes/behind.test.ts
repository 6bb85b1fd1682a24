import { expect, test } from "vitest";
import { commitSha } from "../../../../domain/model/ids.ts";
import { isBehind } from "./behind.ts";

const head = commitSha("a".repeat(40));

function behind(before: string, now: string): boolean {
  const snapshot = { head: { commit: head }, state: { kind: "open" } } as const;
  const known = { updatedAt: before, heads: [], snapshot };
  return isBehind(known, { updatedAt: now, head, state: "open" });
}

test.for<[what: string, before: string, now: string, isBehind: boolean]>([
  ["later", "2026-01-05T10:00:00Z", "2026-01-05T10:00:01Z", false],
  ["earlier", "2026-01-05T10:00:01Z", "2026-01-05T10:00:00Z", true],
  ["later, when the clocks are set back", "2026-10-25T02:59:00.000+02:00", "2026-10-25T02:01:00.000+01:00", false],
  ["earlier, when they are set forward", "2026-03-29T03:01:00.000+02:00", "2026-03-29T01:59:00.000+01:00", true],
])("an answer of a server with a time zone, %s", ([, before, now, expected]) => {
  expect(behind(before, now)).toBe(expected);
});
