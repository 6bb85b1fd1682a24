/** Views as the daemon sends them, for tests of what is printed. */
import type { ProjectView } from "../../protocol/project.ts";
import type { SessionView } from "../../protocol/session/session.ts";
import type { StatusView } from "../../protocol/session/status.ts";
import type { WhyView } from "../../protocol/session/why.ts";

export const NOW = Date.UTC(2026, 4, 4, 14, 6, 10);
export const ago = (seconds: number): string => new Date(NOW - seconds * 1_000).toISOString();

type Act = StatusView["attention"]["act"][number];

export const act = (verb: string, command: string | null, label = verb): Act => ({
  verb,
  label,
  command,
  enabled: true,
  reason: null,
});

type Told = Partial<Omit<StatusView, "attention">> & { readonly attention?: Partial<StatusView["attention"]> };

export function aStatus({ attention, ...more }: Told = {}): StatusView {
  const id = more.id ?? "app-7";
  return {
    id,
    project: "app",
    title: "Rate-limit the login form",
    issue: "41",
    agent: "claude-code",
    drive: "turns",
    state: "working",
    phase: "working",
    question: null,
    currentTask: "Rate-limit the login form",
    progress: { steps: null, checks: { passed: 4, failed: 1, of: 6 }, doing: null },
    branch: `agent/${id}`,
    workspacePath: `/var/people/ada/.agent-orchestrator/workspaces/app/${id}`,
    change: { id: "18", state: "open", head: "3f9c2abd5e7f001122334455667788990011aabb" },
    lastActivity: ago(240),
    labels: [],
    lastWords: "",
    usage: { usd: 0.82, tokens: 214_000 },
    context: { used: 124_000, window: 200_000 },
    ...more,
    attention: {
      column: "working",
      rank: 6,
      code: "working",
      why: "Works on the task, turn 1.",
      since: ago(240),
      next: null,
      act: [act("attach", `ao attach ${id}`)],
      ...attention,
    },
  };
}

export const asking = (): StatusView =>
  aStatus({
    state: "waiting",
    phase: "asking",
    question: { id: "q1", text: "Where should the counter live?", choices: ["Redis", "In memory"] },
    attention: {
      column: "needs_you",
      rank: 1,
      code: "asks",
      why: "Asks whether the counter lives in Redis or in memory. Waits for you.",
      act: [act("answer", "ao answer app-7 Redis", "Answer")],
    },
  });

/** The fleet of the design: every column, wide characters, one that is not known. */
export const aFleet: readonly StatusView[] = [
  asking(),
  aStatus({
    id: "app-3",
    title: "Run CI on Node 24",
    issue: "38",
    agent: "codex",
    drive: "terminal",
    state: "waiting",
    phase: "resting",
    usage: { usd: 1.1, tokens: 1 },
    progress: { steps: null, checks: { passed: 6, failed: 0, of: 6 }, doing: null },
    attention: {
      column: "needs_you",
      rank: 3,
      code: "protected",
      why: "Touches .github/ci.yml, which always needs a person.",
      since: ago(22 * 60),
      act: [act("diff", "ao diff app-3")],
    },
  }),
  aStatus({
    id: "app-15",
    title: "失敗したアップロードを再試行する — retry failed uploads everywhere",
    issue: "29",
    state: "waiting",
    phase: "resting",
    usage: { usd: 2.31, tokens: 1 },
    progress: { steps: null, checks: { passed: 6, failed: 0, of: 6 }, doing: null },
    attention: {
      column: "needs_you",
      rank: 4,
      code: "ready-to-land",
      why: "Approved by 真理子 and green on 3f9c2ab. Ready for you to land (autonomy is `fix`).",
      since: ago(3_700),
      act: [act("land", "ao merge app-15")],
    },
  }),
  aStatus({
    id: "app-12",
    title: "Paginate the API",
    issue: "36",
    usage: { usd: 0.41, tokens: 1 },
    lastWords: "The cursor must not be the row number; I make it\nthe id.",
    progress: { steps: null, checks: { passed: 2, failed: 1, of: 6 }, doing: null },
    attention: { code: "fixing-checks", why: "Fixing 2 of 214 failing tests, attempt 1 of 2.", since: ago(38) },
  }),
  aStatus({
    id: "app-13",
    title: "Cache the token lookup",
    issue: "44",
    usage: { usd: 0.66, tokens: 1 },
    attention: { code: "fixing-review", why: "Answering 3 comments by Maria; acknowledged 40 s ago.", since: ago(120) },
  }),
  aStatus({
    id: "app-14",
    title: "Split the settings page",
    issue: "45",
    agent: "codex",
    state: "unknown",
    usage: { usd: 0.12, tokens: 1 },
    attention: {
      code: "unknown",
      rank: 0,
      why: "State unknown for 6m: tmux did not answer twice. Looked at again.",
      since: ago(360),
    },
  }),
  aStatus({
    id: "app-16",
    title: "Write the guide",
    issue: null,
    state: "working",
    phase: "preparing",
    usage: { usd: 0, tokens: 0 },
    progress: { steps: null, checks: null, doing: null },
    attention: { code: "setup", why: "Workspace ready; setup runs. The first turn follows.", since: ago(4) },
  }),
  aStatus({
    id: "app-9",
    title: "Upgrade the parser",
    issue: "33",
    agent: "codex",
    usage: { usd: 0.77, tokens: 1 },
    progress: { steps: null, checks: { passed: 4, failed: 0, of: 6 }, doing: null },
    attention: {
      column: "checking",
      code: "checking",
      why: "Checks run on 3f9c2ab: `test` and 1 more not finished.",
      since: ago(125),
    },
  }),
  aStatus({
    id: "app-5",
    title: "Drop the old client",
    issue: "20",
    usage: { usd: 0.95, tokens: 1 },
    progress: { steps: null, checks: { passed: 12, failed: 0, of: 12 }, doing: null },
    attention: {
      column: "landing",
      code: "queued",
      why: "First in the queue; its candidate on main is being made.",
      since: ago(180),
    },
  }),
];

export const aProject = (more: Partial<ProjectView> = {}): ProjectView => ({
  id: "app",
  path: "/var/people/ada/my-app",
  configFile: "/var/people/ada/my-app/agent-orchestrator.yaml",
  defaultBranch: "main",
  agent: "claude-code",
  notReady: null,
  agents: [],
  runtime: "tmux",
  workspace: "worktree",
  tracker: "local",
  scm: "local",
  repo: null,
  autonomy: "fix",
  autoAssign: true,
  paused: false,
  base: "green",
  baseDetail: null,
  addCheck: null,
  liveSessions: 9,
  spentToday: { usd: 18.4, tokens: 4_100_000 },
  budgetPerDay: { usd: 50, tokens: null },
  problems: [],
  waiting: null,
  ...more,
});

export const aSession = (more: Partial<SessionView> = {}): SessionView => ({
  ...asking(),
  role: "worker",
  task: "Rate-limit the login form",
  runtime: "tmux",
  workspace: "worktree",
  createdAt: ago(3_600),
  ended: null,
  hold: null,
  base: "9ab12cd",
  head: "3f9c2abd5e7f001122334455667788990011aabb",
  turns: 3,
  turnsBegun: [],
  turn: null,
  questions: [{ id: "q1", text: "Where should the counter live?", choices: ["Redis", "In memory"] }],
  messages: [],
  changes: [
    {
      id: "18",
      title: "Rate-limit the login form",
      branch: "agent/app-7",
      base: "main",
      head: "3f9c2abd5e7f001122334455667788990011aabb",
      state: "open",
      approvals: [],
      approvalsNeeded: 1,
      addCheck: null,
      checks: [
        { name: "build", verdict: "passed", evidence: "" },
        { name: "lint", verdict: "passed", evidence: "" },
        { name: "types", verdict: "passed", evidence: "" },
        { name: "unit", verdict: "passed", evidence: "" },
        {
          name: "test",
          verdict: "failed",
          evidence: "login › refuses the sixth attempt\nexpected 429, received 200 (limit.test.ts:41)",
        },
        { name: "e2e", verdict: "running", evidence: "" },
      ],
      threadsOpen: 0,
      diffLines: 230,
      paths: ["src/limit.ts"],
    },
  ],
  incidents: [],
  lastWords: "There is no cache yet. Two ways: keep the counter in Redis, or in memory and lose it at a restart.",
  budget: { usd: 5, tokens: null },
  spentByProjectToday: { usd: 18.4, tokens: 4_100_000 },
  ...more,
});

export const aWhy = (more: Partial<WhyView> = {}): WhyView => ({
  status: asking(),
  conclusion: "app-7 needs you because its agent asked a question and ended its turn.",
  steps: [
    {
      at: "2026-05-04T14:02:44.000Z",
      kind: "seen",
      text: 'the agent waits for a person: "Where should the counter live?"',
      event: 8812,
    },
    { at: "2026-05-04T14:02:44.000Z", kind: "decided", text: "ask a person; no rule answers questions", event: 8812 },
    { at: "2026-05-04T14:02:45.000Z", kind: "done", text: "notified desktop, slack", event: 8813 },
    { at: "2026-05-04T14:03:45.000Z", kind: "person", text: "真理子 looked at 変更 18", event: 8814 },
  ],
  notFixed: [
    { ok: false, name: "test", text: "fails on 3f9c2ab and passes on main, so it is the change's" },
    { ok: true, name: "told", text: "the agent at 14:01:11, acknowledged 0.8 s later" },
  ],
  notLanding: [
    { ok: false, name: "checks", text: "1 of 6 failed on the current head" },
    { ok: false, name: "approvals", text: "0 of 1 on 3f9c2ab" },
    { ok: true, name: "paths", text: "no protected path" },
    { ok: true, name: "budget", text: "$0.82 of $5.00" },
    { ok: null, name: "autonomy", text: "fix: a person lands it even when all is green" },
  ],
  changedBy: { text: "an answer", command: 'ao answer app-7 "Redis"' },
  ...more,
});
