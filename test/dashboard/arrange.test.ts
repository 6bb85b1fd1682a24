import { describe, expect, test } from "vitest";
import { arrange, isShown, keepUnmoved } from "../../dashboard/src/board/arrange.ts";
import { toBoardEntry } from "../../dashboard/src/data/board-entry.ts";
import type { ChangeSummaryView } from "../../src/protocol/change/change.ts";
import { aStatus } from "../../src/cli/testing/views.ts";

const status = aStatus({ labels: ["UI", "checkout flow"], agent: "codex", title: "Rate-limit the login form" });
const aSummary = (special: Partial<ChangeSummaryView>): ChangeSummaryView => ({
  ...{
    id: "app#18",
    name: "18",
    project: "app",
    title: "Upgrade the parser",
    branch: "b",
    base: "main",
    state: "open",
  },
  ...{ head: "3f9c2ab", landedAs: null, author: "Maria", session: null, position: null, why: "", code: "review-you" },
  ...{
    createdAt: "2026-11-16T10:00:00.000Z",
    changedAt: "2026-11-16T10:00:00.000Z",
    approvals: [],
    approvalsNeeded: 1,
  },
  ...{ checks: { passed: 1, failed: 0, running: 0, of: 1 }, threadsOpen: 0, mergeable: true, conflicts: [], files: 1 },
  ...{ diffLines: 1, attention: { ...status.attention, column: "needs_you", why: "Green on 3f9c2ab." } },
  hasLiveSession: false,
  ...special,
});
const none = { project: "", agent: "", text: "" };

describe("the board's filter", () => {
  test.for([
    ["", true],
    ["login form", true],
    ["form login", true],
    ["#41", true],
    ["cache", false],
    ["label:ui", true],
    ["label:u", false],
    ["label:", true],
    ["agent:codex login", true],
    ["agent:aider", false],
    ["label:ui cache", false],
  ] as const)("%j shows it: %s", ([text, shown]) => {
    expect(isShown(status, { ...none, text })).toBe(shown);
  });
});

test.for([
  ["#18", "app#18"],
  ["parser maria", "app#18"],
  ["green", "app#18"],
  ["label:ui", undefined],
  ["agent:codex", undefined],
] as const)("a change without a live session is found by number, title, author and sentence: %j", ([text, found]) => {
  const change = toBoardEntry(aSummary({ hasLiveSession: false }));
  expect(arrange(change === null ? [] : [change], { ...none, text }).needs_you[0]).toBe(found);
});

test.for([
  ["whose session stands there", { hasLiveSession: true }],
  ["that was not looked at yet", { hasLiveSession: false, attention: null }],
] as const)("a change %s does not stand on the board", ([, special]) => {
  expect(toBoardEntry(aSummary(special))).toBeNull();
});

describe("the board's columns", () => {
  const at = (id: string, column: "needs_you" | "working", since: string) =>
    aStatus({ id, attention: { ...status.attention, column, since } });
  const cards = [
    at("app-1", "working", "2026-11-16T10:00:00.000Z"),
    at("app-2", "working", "2026-11-16T11:00:00.000Z"),
    at("app-3", "needs_you", "2026-11-16T11:00:00.000Z"),
    at("app-4", "needs_you", "2026-11-16T10:00:00.000Z"),
  ];

  test("who waits longest stands first where a person is needed, elsewhere the latest news", () => {
    expect(arrange(cards, none)).toMatchObject({ needs_you: ["app-4", "app-3"], working: ["app-2", "app-1"] });
  });

  test("what lands stands in the order in which it lands: the one being tested first", () => {
    const lands = (id: string, code: string, since: string) =>
      aStatus({ id, attention: { ...status.attention, column: "landing", code, since } });
    const landing = [
      lands("app-4", "about-to-land", "2026-11-16T09:00:00.000Z"),
      lands("app-2", "queued", "2026-11-16T11:00:00.000Z"),
      lands("app-3", "queued", "2026-11-16T12:00:00.000Z"),
      lands("app-1", "landing-checking", "2026-11-16T11:30:00.000Z"),
    ];
    expect(arrange(landing, none).landing).toEqual(["app-1", "app-2", "app-3", "app-4"]);
  });

  test("a column in which nothing moved stays the same thing; one in which a card came or went is another", () => {
    const before = arrange(cards, none);
    const after = keepUnmoved(before, arrange(cards.slice(0, 3), none));
    expect(after.working).toBe(before.working);
    expect(after.done).toBe(before.done);
    expect(after.needs_you).toEqual(["app-3"]);
  });
});
