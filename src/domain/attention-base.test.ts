/** What a change waits for when its base fails, or when nothing checks it. */
import { expect, test } from "vitest";
import { check, redBase, reported } from "../../test/fixtures/domain.ts";
import { type AttentionRow, seenAs } from "../../test/fixtures/seen-as.ts";
import { sessionId } from "./ids.ts";

const green = { round: reported("passed") } as const;
const red = { round: reported("failed") } as const;

const rows: readonly AttentionRow[] = [
  {
    state: "a failure of the base",
    facts: { project: redBase(check("failed", "base-1")), change: red },
    context: { baseFixers: [sessionId("app-8")] },
    expected: ["checking", "base-red", "`test` fails on main, too. app-8 works on that.", "diff"],
  },
  {
    state: "a failure of the base that nobody works on",
    facts: { project: redBase(check("failed", "base-1")), change: red },
    expected: [
      "needs_you",
      "base-red",
      "`test` fails on main, too. Nobody works on that. Fix main: ao triage --start",
      "diff",
    ],
  },
  {
    state: "green, where no check is configured",
    facts: { change: { round: { kind: "none" } } },
    rules: { checks: [], policy: { approvals: 1 } },
    expected: [
      "in_review",
      "in-review",
      "No checks configured (ao config-help checks); 0 of 1 approvals. Waits for a review.",
      "diff",
    ],
  },
  {
    state: "green over a red base",
    facts: { project: redBase(check("failed", "base-1")), change: green },
    expected: [
      "needs_you",
      "ready-to-land",
      "Green on h1, while main fails: it lands if it fixes a failure. Autonomy is `fix`, so you land it.",
      "land",
    ],
  },
];

test.for(rows)("40: $state", (row) => {
  expect(seenAs(row)).toEqual(row.expected);
});
