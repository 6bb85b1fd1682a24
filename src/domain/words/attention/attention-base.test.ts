/** What a change waits for when its base fails, or when nothing checks it. */
import { expect, test } from "vitest";
import { aCandidate, check, made, queued, redBase, reported, theCandidate } from "../../../../test/fixtures/domain.ts";
import { type AttentionRow, seenAs } from "../../../../test/fixtures/seen-as.ts";
import type { Candidate } from "../../landing/candidate.ts";
import { sessionId } from "../../model/ids.ts";

const green = { round: reported("passed") } as const;
const red = { round: reported("failed") } as const;

const landsNow = (more: Partial<Extract<Candidate["state"], { kind: "landing" }>>) =>
  aCandidate({ kind: "landing", made, judged: [], ...more });

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
    state: "nothing in the way, where every check was left out",
    facts: { change: { round: { kind: "none" }, checks: [check("skipped", "h1")] } },
    rules: { checks: [], policy: { approvals: 1 } },
    expected: ["in_review", "in-review", "No check ran on h1; 0 of 1 approvals. Waits for a review.", "diff"],
  },
  {
    state: "ready to land, where no check is configured",
    facts: { change: { round: { kind: "none" } } },
    rules: { checks: [] },
    expected: [
      "needs_you",
      "ready-to-land",
      "No checks configured (ao config-help checks). Ready for you to land (autonomy is `fix`).",
      "land",
    ],
  },
  {
    state: "landing, where no check is configured",
    facts: { change: { round: { kind: "none" }, queue: queued({ candidate: theCandidate }) } },
    rules: { checks: [] },
    context: { candidate: landsNow({ isUnchecked: true }) },
    expected: [
      "landing",
      "landing",
      "Candidate k1-comm lands on main now. No checks configured (ao config-help checks).",
      "diff",
    ],
  },
  {
    state: "landing, where a check passed",
    facts: { change: { ...green, queue: queued({ candidate: theCandidate }) } },
    context: { candidate: landsNow({}) },
    expected: ["landing", "landing", "Candidate k1-comm is green and lands on main now.", "diff"],
  },
  {
    state: "landing what fails as the base does",
    facts: { change: { ...green, queue: queued({ candidate: theCandidate }) } },
    context: { candidate: landsNow({ stillFails: [check("failed", "k1")] }) },
    expected: ["landing", "landing", "Candidate k1-comm fixes a failure of main and lands there now.", "diff"],
  },
  {
    state: "frozen, where no check is configured",
    facts: { change: { round: { kind: "none" } } },
    rules: { checks: [], policy: { freeze: [{ from: 0, to: 7 * 24 * 60 }] } },
    expected: [
      "landing",
      "frozen",
      "Approved. No checks configured (ao config-help checks); landing is frozen now. Goes on when the window ends.",
      "diff",
    ],
  },
  {
    state: "in review, where no check is configured",
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
      "Green on h1, while main fails: it lands if it fixes a failure. Ready for you to land (autonomy is `fix`).",
      "land",
    ],
  },
];

test.for(rows)("40: $state", (row) => {
  expect(seenAs(row)).toEqual(row.expected);
});
