import { expect, test } from "vitest";
import { issueId } from "../../../domain/model/ids.ts";
import { createGrowingVersions } from "./growing-versions.ts";

const seen = (title: string) => ({
  ...{ id: issueId("app#1"), title, text: "", author: { kind: "self" } as const, labels: [], priority: 3 },
  ...{ blockedBy: [], state: { kind: "open" } as const, createdMs: 0 },
});

test("a version grows with what is shown, stays with what is the same, and never falls behind the time", () => {
  let nowMs = 1_000;
  const versions = createGrowingVersions(() => nowMs);
  expect(versions(seen("One"), 10).version).toBe(1_000);
  expect(versions(seen("One"), 10).version).toBe(1_000);
  expect(versions(seen("Two"), 10).version).toBe(1_001);
  expect(versions(seen("Two"), 5_000).version).toBe(5_000);
  nowMs = 6_000;
  expect(createGrowingVersions(() => nowMs)(seen("Three"), 10).version).toBe(6_000);
});

test("what a replica that lags behind shows is not news", () => {
  const versions = createGrowingVersions(() => 0);
  versions(seen("One"), 10);
  const now = versions(seen("Two"), 20);
  expect(versions(seen("One"), 10)).toEqual(now);
});
