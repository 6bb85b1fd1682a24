import type { ChangeDetailView } from "../../protocol/change/change.ts";
import { ago } from "./views.ts";

const HEAD = "3f9c2abd5e7f001122334455667788990011aabb";

const said: Pick<ChangeDetailView, "checkResults" | "reviews" | "threads"> = {
  checkResults: [
    {
      name: "test",
      verdict: "failed",
      evidence: "login › refuses the sixth attempt\n  expected 429\n  received 200\n    at test/login.test.ts:31",
      seconds: 12.4,
      tests: { passed: 41, failed: 1 },
      hasLog: true,
    },
    { name: "lint", verdict: "passed", evidence: "", seconds: 3.1, tests: null, hasLog: false },
  ],
  reviews: [
    {
      by: "Maria",
      kind: "changes_requested",
      head: "51be0d2000000000000000000000000000000000",
      current: false,
      at: ago(1_800),
      text: "",
    },
  ],
  threads: [
    {
      id: "app#18.1",
      name: "1",
      open: true,
      path: "src/limit.ts",
      line: 12,
      head: "51be0d2000000000000000000000000000000000",
      told: null,
      answeredIn: null,
      remarks: [{ by: "Maria", ours: false, at: ago(1_800), text: "Name the limit." }],
    },
    {
      id: "app#18.2",
      name: "2",
      open: false,
      path: null,
      line: null,
      head: "51be0d2000000000000000000000000000000000",
      told: { message: "m2", state: "acknowledged", acknowledgedAt: ago(90) },
      answeredIn: null,
      remarks: [
        { by: "Maria", ours: false, at: ago(1_800), text: "Please add a test." },
        { by: "ao", ours: true, at: ago(60), text: "Added one.\n\nChanged in 3f9c2ab." },
      ],
    },
  ],
};

export const aChangeDetail = (more: Partial<ChangeDetailView> = {}): ChangeDetailView => ({
  id: "app#18",
  name: "18",
  project: "app",
  title: "Rate-limit the login form",
  branch: "agent/rate-limit",
  base: "main",
  state: "open",
  head: HEAD,
  landedAs: null,
  author: "ao",
  session: "app-7",
  createdAt: ago(7_200),
  changedAt: ago(60),
  checks: { passed: 1, failed: 1, running: 0, of: 2 },
  approvals: [],
  approvalsNeeded: 1,
  threadsOpen: 1,
  mergeable: true,
  conflicts: [],
  files: 3,
  diffLines: 120,
  position: null,
  why: "`test` failed. The agent fixes it, attempt 1 of 2.",
  code: "fixing",
  attention: {
    ...{ column: "working", rank: 6, code: "fixing", why: "`test` failed. The agent fixes it, attempt 1 of 2." },
    ...{ since: ago(60), next: null, act: [] },
  },
  hasLiveSession: true,
  body: "Five attempts a minute.\n\nCloses #41.",
  labels: ["auth"],
  paths: ["src/login.ts", "src/limit.ts", "test/login.test.ts"],
  heads: [
    { n: 1, commit: "51be0d2000000000000000000000000000000000", at: ago(3_600) },
    { n: 2, commit: HEAD, at: ago(60) },
  ],
  ...said,
  reasons: [
    { ok: false, name: "checks", text: "`test` failed on 3f9c2ab" },
    { ok: false, name: "approvals", text: "0 of 1 on 3f9c2ab" },
    { ok: true, name: "merge", text: "merges into main" },
    { ok: null, name: "autonomy", text: "fix: a person lands it even when all is green" },
  ],
  ...more,
});

/** Every kind of row. */
export const someChanges: readonly ChangeDetailView[] = [
  aChangeDetail(),
  aChangeDetail({
    ...{ id: "app#19", name: "19", title: "検索結果を名前で並べ替える", session: "app-3", code: "review-you" },
    checks: { passed: 2, failed: 0, running: 0, of: 2 },
    why: "Green on 51be0d2; 0 of 1 approvals. Waits for a review.",
  }),
  aChangeDetail({
    ...{ id: "app#20", name: "20", title: "Upgrade the parser", session: null, mergeable: false, code: "conflict" },
    conflicts: ["src/api.ts"],
    why: "Does not merge into main: src/api.ts. No automatic step is left.",
  }),
  aChangeDetail({
    ...{
      id: "app#21",
      name: "21",
      title: "Paginate the API",
      session: "app-12",
      position: 1,
      code: "landing-checking",
    },
    why: "Candidate 77e01aa is being checked; it lands when green.",
  }),
  aChangeDetail({
    ...{ id: "app#17", name: "17", title: "Rename the client", state: "landed", code: "landed" },
    landedAs: "9ab12cd000000000000000000000000000000000",
    why: "Landed as 9ab12cd.",
  }),
];
