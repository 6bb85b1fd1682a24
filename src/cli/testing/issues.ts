import type { IssueDetailView } from "../../protocol/issue/issue.ts";
import { ago } from "./views.ts";

export const anIssue = (more: Partial<IssueDetailView> = {}): IssueDetailView => ({
  id: "app#41",
  name: "41",
  project: "app",
  title: "Rate-limit the login form",
  state: "open",
  labels: ["auth", "bug"],
  priority: 3,
  blockedBy: [],
  waitsFor: [],
  assignee: null,
  author: "Maria",
  createdAt: ago(7_200),
  changedAt: ago(600),
  session: null,
  notStarted: "an agent starts on it next",
  text: "Five attempts a minute.\n\n- per address\n- per account",
  comments: [{ by: "Tom", at: ago(300), text: "Also for the API?" }],
  ...more,
});

/** Every kind of row. */
export const aBacklog: readonly IssueDetailView[] = [
  anIssue({
    priority: 1,
    session: { id: "app-rate-limit", live: true, column: "working", why: "Works on the task, turn 1." },
    notStarted: null,
  }),
  anIssue({
    id: "app#42",
    name: "42",
    title: "Paginate the API",
    labels: ["api"],
    blockedBy: ["41"],
    waitsFor: ["41"],
    notStarted: "waits for #41",
  }),
  anIssue({
    id: "app#43",
    name: "43",
    title: "検索結果を名前で並べ替える",
    labels: [],
    notStarted: "waits for `ao new 43` (auto_assign is off)",
  }),
  anIssue({
    id: "app#40",
    name: "40",
    title: "Ask before deleting",
    session: { id: "app-ask", live: true, column: "needs_you", why: "Asks whether … Waits for you." },
    notStarted: null,
  }),
  anIssue({ id: "app#39", name: "39", title: "Rename the client", state: "not_planned", notStarted: null }),
  anIssue({ id: "app#38", name: "38", title: "Upgrade the parser", state: "done", notStarted: null }),
];
