/** What a change waits for: one row a state, with its sentence. */
import { expect, test } from "vitest";
import {
  aCandidate,
  anIncident,
  approval,
  asked,
  made,
  queued,
  refusal,
  reported,
  stranger,
  theCandidate,
} from "../../../../test/fixtures/domain.ts";
import { landing } from "../../../../test/fixtures/rules.ts";
import { type AttentionRow, seenAs } from "../../../../test/fixtures/seen-as.ts";
import { commitSha, treeSha } from "../../model/ids.ts";
import { unknown } from "../../model/known.ts";

const green = { round: reported("passed") } as const;
const redTogether = (name: string) =>
  anIncident({
    attempts: 1,
    owedBy: { kind: "ci" },
    failedTogether: true,
    toldFor: { head: commitSha(name), fingerprint: "test:boom", as: "together" },
  });
const landingBy = (state: Parameters<typeof aCandidate>[0]): Pick<AttentionRow, "facts" | "context" | "rules"> => ({
  facts: { change: { round: reported("passed"), queue: queued({ candidate: theCandidate }) } },
  rules: landing,
  context: { candidate: aCandidate(state) },
});

const unvouched: AttentionRow["expected"] = [
  "in_review",
  "unvouched",
  "Opened by eve, who may lack write access. Checks start once someone approves.",
  "review",
];

const rows: readonly AttentionRow[] = [
  {
    state: "a head on its way up",
    facts: { session: { publishing: commitSha("3f9c2ab77") }, change: null },
    expected: ["checking", "publishing", "3f9c2ab is being pushed; the change opens next.", null],
  },
  {
    state: "running checks",
    facts: { change: { round: asked() } },
    expected: ["checking", "checking", "Checks run on h1: `test` not finished.", "diff"],
  },
  {
    state: "a re-run of a new failure",
    facts: {
      change: {
        round: asked({ n: 2 }),
        incidents: [
          anIncident({
            owedBy: { kind: "ci" },
            rerun: { tree: treeSha("h1-tree"), fingerprint: "test:boom" },
          }),
        ],
      },
    },
    expected: [
      "checking",
      "rerun",
      "Checks failed: test, a new failure. Run again once; the agent was not told.",
      "diff",
    ],
  },
  {
    state: "an infrastructure retry",
    facts: { change: { round: asked({ n: 3, infrastructureRetries: 2 }) } },
    expected: [
      "checking",
      "infrastructure",
      "The infrastructure failed. Checks run again, 2 of 5; the agent was not told.",
      "diff",
    ],
  },
  {
    state: "a retry after a program that is not there",
    facts: { change: { round: asked({ n: 3, infrastructureRetries: 2, brokenBy: "`test` was not started" }) } },
    expected: [
      "checking",
      "infrastructure",
      "`test` was not started. Checks run again, 2 of 5; the agent was not told.",
      "diff",
    ],
  },
  {
    state: "a review that waits for the reviewer",
    facts: {
      change: {
        ...green,
        reviews: [refusal()],
        incidents: [anIncident({ trouble: "review", owedBy: { kind: "reviewer" } })],
      },
    },
    expected: ["in_review", "answered-review", "The agent answered the review. Waits for maria.", "diff"],
  },
  {
    state: "a review that waits for the reader",
    facts: { change: { ...green, incidents: [anIncident({ trouble: "review", owedBy: { kind: "reviewer" } })] } },
    context: { reviewIsYours: true },
    expected: ["needs_you", "answered-review", "The agent answered the review. Waits for the reviewer.", "review"],
  },
  {
    state: "unknown mergeability",
    facts: { change: { ...green, mergeable: unknown("the forge is computing it") } },
    expected: [
      "checking",
      "unknown-merge",
      "Not known whether it merges into main: the forge is computing it. Looked at again.",
      "diff",
    ],
  },
  {
    state: "a missing approval",
    facts: { change: green },
    rules: { policy: { approvals: 1 } },
    expected: ["in_review", "in-review", "Green on h1; 0 of 1 approvals. Waits for a review.", "diff"],
  },
  {
    state: "a missing approval by the reader",
    facts: { change: green },
    rules: { policy: { approvals: 1 } },
    context: { reviewIsYours: true },
    expected: ["needs_you", "review-you", "Green on h1; 0 of 1 approvals. Waits for a review.", "review"],
  },
  {
    state: "a stranger's change, whatever its checks say",
    facts: { session: null, change: { ...green, author: stranger } },
    rules: {},
    expected: unvouched,
  },
  {
    state: "a stranger's change, of which nothing was run",
    facts: { session: null, change: { round: { kind: "none" }, author: stranger } },
    rules: {},
    expected: unvouched,
  },
  {
    state: "a protected path",
    facts: { change: { ...green, paths: [".github/ci.yml"] } },
    rules: { policy: { approvals: 1, protectedPaths: [".github/**"] } },
    expected: [
      "needs_you",
      "protected",
      "It touches .github/ci.yml, which needs a person. Waits for your approval.",
      "review",
    ],
  },
  {
    state: "an owner who has not approved",
    facts: { change: { ...green, owners: [{ path: "src/a.ts", owners: ["@api"] }] } },
    ...{ rules: { policy: { codeOwners: true } }, context: { reviewIsYours: true } },
    expected: [
      "needs_you",
      "review-you",
      "Green, but @api, owner of src/a.ts, has not approved. Waits for a review.",
      "review",
    ],
  },
  {
    state: "an owner whom nobody here is",
    facts: { change: { ...green, owners: [{ path: "src/a.ts", owners: ["@api"] }], reviews: [approval()] } },
    ...{ rules: { policy: { codeOwners: true } }, context: { reviewIsYours: true } },
    expected: [
      "needs_you",
      "owner-unknown",
      "Green, but @api, owner of src/a.ts, has not approved. Nobody of that name reviews here.",
      "diff",
    ],
  },
  {
    state: "a hold label",
    facts: { change: { ...green, labels: ["wip"] } },
    rules: { policy: { holdLabels: ["wip"] } },
    expected: ["in_review", "held", "Green, but the label wip holds it. Lands after that.", "diff"],
  },
  {
    state: "a draft",
    facts: { change: { ...green, state: { kind: "draft" } } },
    expected: ["in_review", "held", "Green, but it is a draft; `ao change ready` ends that. Lands after that.", "diff"],
  },
  {
    state: "a freeze",
    facts: { change: green },
    rules: { policy: { freeze: [{ from: 0, to: 10_000 }] } },
    expected: [
      "landing",
      "frozen",
      "Green and approved, but landing is frozen now. Goes on when the window ends.",
      "diff",
    ],
  },
  {
    state: "green and approved under `fix`",
    facts: { change: { ...green, reviews: [approval()] } },
    rules: { policy: { approvals: 1 } },
    expected: [
      "needs_you",
      "ready-to-land",
      "Approved by maria and green on h1. Ready for you to land (autonomy is `fix`).",
      "land",
    ],
  },
  {
    state: "green without approvals under `propose`",
    facts: { change: green },
    rules: { autonomy: "propose" },
    expected: [
      "needs_you",
      "ready-to-land",
      "Green on h1; no approval is needed. Ready for you to land (autonomy is `propose`).",
      "land",
    ],
  },
  {
    state: "green under `land` with automatic landing off",
    facts: { change: green },
    rules: { autonomy: "land" },
    expected: [
      "needs_you",
      "ready-to-land",
      "Green on h1; no approval is needed. Ready for you to land (automatic landing is off).",
      "land",
    ],
  },
  {
    state: "green and approved under `land`",
    facts: { change: green },
    rules: landing,
    expected: ["landing", "about-to-land", "Green on h1; no approval is needed. It enters the queue.", "land"],
  },
  {
    state: "green under `land`, taken out of the queue by a person",
    facts: { change: { ...green, heldBackAt: commitSha("h1") } },
    rules: landing,
    expected: [
      "needs_you",
      "ready-to-land",
      "Green on h1; no approval is needed. Taken out of the queue; land it when you are ready.",
      "land",
    ],
  },
  {
    state: "a newer head than the one taken out of the queue",
    facts: { change: { ...green, heldBackAt: commitSha("h0") } },
    rules: landing,
    expected: ["landing", "about-to-land", "Green on h1; no approval is needed. It enters the queue.", "land"],
  },
  {
    state: "green alone, red together with the base",
    facts: { change: { ...green, incidents: [redTogether("h1")] } },
    expected: [
      "needs_you",
      "ready-to-land",
      "Green on h1; no approval is needed. It failed to land before; land it yourself.",
      "land",
    ],
  },
  {
    state: "the head that mends what was red together with the base",
    facts: { change: { ...green, incidents: [redTogether("h0")] } },
    expected: [
      "needs_you",
      "ready-to-land",
      "Green on h1; no approval is needed. Ready for you to land (autonomy is `fix`).",
      "land",
    ],
  },
  {
    state: "a head that somebody else put there",
    facts: {
      change: {
        ...green,
        incidents: [
          anIncident({ trouble: "conflict", toldFor: { head: commitSha("h2"), fingerprint: "h1", as: "moved" } }),
        ],
      },
    },
    rules: landing,
    expected: ["landing", "about-to-land", "Green on h1; no approval is needed. It enters the queue.", "land"],
  },
  {
    state: "a place in the queue during a freeze",
    facts: { change: { ...green, queue: queued() } },
    rules: { ...landing, policy: { freeze: [{ from: 0, to: 10_000 }] } },
    expected: ["landing", "queued", "In the queue, but landing is frozen now.", "unqueue"],
  },
  {
    state: "a place in the queue",
    facts: { change: { ...green, queue: queued() } },
    rules: landing,
    expected: ["landing", "queued", "In the queue to land on main; waits for its turn.", "unqueue"],
  },
  {
    state: "a place in the queue behind a closed gate",
    facts: { change: { ...green, queue: queued(), labels: ["wip"] } },
    rules: { policy: { holdLabels: ["wip"] } },
    expected: ["landing", "queued", "In the queue, but the label wip holds it.", "unqueue"],
  },
  {
    state: "a candidate in the making",
    ...landingBy({ kind: "building" }),
    expected: ["landing", "landing-building", "First in the queue; its candidate on main is being made.", "unqueue"],
  },
  {
    state: "a candidate being checked",
    ...landingBy({ kind: "checking", made, round: 2, redBefore: null }),
    expected: [
      "landing",
      "landing-checking",
      "Candidate k1-comm is being checked, round 2; it lands when green.",
      "unqueue",
    ],
  },
  {
    state: "a candidate that lands",
    ...landingBy({ kind: "landing", made, judged: [] }),
    expected: ["landing", "landing", "Candidate k1-comm is green and lands on main now.", "diff"],
  },
  {
    state: "a landing blocked by the checkout",
    ...landingBy({ kind: "unpublished", made, judged: [], blockedBy: [".env", "a.txt"] }),
    expected: [
      "needs_you",
      "unpublished",
      "Landing waits for your checkout: .env and 1 more. It lands once that is clear.",
      "diff",
    ],
  },
  {
    state: "a change that landed",
    facts: { session: null, change: { state: { kind: "landed", commit: commitSha("9ab12cd00") } } },
    expected: ["done", "landed", "Landed as 9ab12cd.", "diff"],
  },
  {
    state: "a session whose change landed",
    facts: {
      session: { phase: { kind: "ended", because: "landed", rescueRef: null, atMs: 5 } },
      change: { state: { kind: "landed", commit: commitSha("9ab12cd00") } },
    },
    expected: ["done", "landed", "Landed as 9ab12cd.", "diff"],
  },
  {
    state: "a session whose work has landed and whose change is not known any more",
    facts: { session: { phase: { kind: "ended", because: "landed", rescueRef: null, atMs: 5 } }, change: null },
    expected: ["done", "landed", "Landed. It left no uncommitted files.", null],
  },
  {
    state: "a closed change",
    facts: {
      session: { phase: { kind: "ended", because: "change_closed", rescueRef: "refs/ao/rescue/app-7/1", atMs: 5 } },
      change: { state: { kind: "closed" } },
    },
    expected: [
      "done",
      "closed",
      "The change was closed without landing. Its work is saved at refs/ao/rescue/app-7/1.",
      "restore",
    ],
  },
  {
    state: "a stopped session",
    facts: { session: { phase: { kind: "ended", because: "stopped", rescueRef: "refs/ao/rescue/app-7/1", atMs: 5 } } },
    expected: ["done", "stopped", "Stopped. Its work is saved at refs/ao/rescue/app-7/1.", "restore"],
  },
  {
    state: "a session that is ending",
    facts: { session: { phase: { kind: "ending", because: "stopped", keepWorkspace: false } } },
    expected: ["done", "ending", "Stopping. Its work is being saved; then the workspace is removed.", null],
  },
];

test.for(rows)("40: $state", (row) => {
  expect(seenAs(row)).toEqual(row.expected);
});
