import { describe, expect, test } from "vitest";
import { isShown } from "../../dashboard/src/board/arrange.ts";
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
