import { describe, expect, test } from "vitest";
import { arrange, isShown, unmoved } from "../../dashboard/src/board/arrange.ts";
import { aStatus } from "../../src/cli/testing/views.ts";

const status = aStatus({ labels: ["UI", "checkout flow"], agent: "codex", title: "Rate-limit the login form" });
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
    const after = unmoved(before, arrange(cards.slice(0, 3), none));
    expect(after.working).toBe(before.working);
    expect(after.done).toBe(before.done);
    expect(after.needs_you).toEqual(["app-3"]);
  });
});
