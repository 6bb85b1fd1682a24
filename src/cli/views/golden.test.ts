/**
 * What people see, at the widths they have. The pictures lie in `golden`; `npm test -- src/cli/views -u` draws them anew,
 * and the difference is to be looked at.
 */
import { describe, expect, test } from "vitest";
import type { StatusView } from "../../protocol/session/status.ts";
import { measureWidth } from "../render/display-width.ts";
import { drawLines, createPen, type Line, type Pen } from "../render/line.ts";
import { aChangeDetail, someChanges } from "../testing/changes.ts";
import type { QueueView } from "../../protocol/change/queue.ts";
import { aQueue } from "../testing/queue.ts";
import { aBacklog, anIssue } from "../testing/issues.ts";
import { aTerminal, UTF8 } from "../testing/test-io.ts";
import { aFleet, ago, aProject, aSession, aStatus, aWhy, NOW } from "../testing/views.ts";
import type { DoctorRow } from "../../protocol/daemon/housekeeping.ts";
import { createBacklog } from "../demo/backlog.ts";
import { formatScene, type Scene } from "../demo/view.ts";
import { auditLines, formatVerification } from "./audit.ts";
import { formatBackup, formatBackups, formatRestored } from "./backup.ts";
import { formatChange, formatChanges } from "./change/change.ts";
import { formatDoctor } from "./doctor.ts";
import { layOutEvents, formatEventLines } from "./events.ts";
import { formatIssue, formatIssues } from "./issue.ts";
import { listLines } from "./session/list.ts";
import { formatQueues } from "./change/queue.ts";
import { formatStatus } from "./session/status.ts";
import { formatUsage } from "./usage.ts";
import { formatWhy } from "./session/why.ts";

process.env["TZ"] = "UTC";

/** Ids as people get them from titles. */
const longIds: readonly StatusView[] = aFleet.map((status) => ({
  ...status,
  id: `my-app-${status.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 34)}`,
}));

const event = (seq: number, subject: string, why: readonly string[]) => ({
  seq,
  at: ago(600 - seq),
  project: "app",
  subject,
  kind: "turn_acknowledged",
  told: "the agent has read message 81",
  why: [...why],
  effects: ["start_turn"],
});
const events = [
  event(1, "app-7", ["it works on it"]),
  event(2, "app-12", ["真理子さんが変更を承認しました", "checks begin"]),
];

const spent = (name: string, usd: number, tokens: number) => ({
  ...{ name, turns: 12, usd, tokens, cacheReadTokens: 2 * tokens },
  unknownTurns: usd === 0 ? 12 : 0,
});
const today = { spent: { usd: 18.4, tokens: 4_100_000 }, budget: { usd: 50, tokens: null } };
const usage = {
  days: 7,
  today,
  total: { ...spent("total", 41.5, 9_300_000), unknownTurns: 12 },
  byDay: [spent("2026-01-07", 18.4, 4_100_000), spent("2026-01-06", 23.1, 5_200_000)],
  byAgent: [spent("claude-code", 41.5, 8_000_000), spent("codex", 0, 1_300_000)],
  byProject: [spent("app", 41.5, 9_300_000)],
  byIssue: [spent("真理子さんが変更を承認しました", 3.2, 700_000)],
  bySession: Array.from({ length: 12 }, (_, n) => spent(`app-${n}`, 12 - n, 1_000 * n)),
};

/** Its session is over, or there never was one. */
const aRevert = aChangeDetail({
  ...{ id: "app#21", name: "21", title: "Revert: Drop the old client", session: null, hasLiveSession: false },
  ...{ checks: { passed: 2, failed: 0, running: 0, of: 2 }, changedAt: ago(300) },
  attention: {
    ...{ column: "needs_you", rank: 3, code: "review-you", since: null, next: null },
    why: "Green on 3f9c2ab; 0 of 1 approvals. Waits for a review.",
    act: [{ verb: "review", label: "Review change", enabled: true, reason: null, command: "ao review 21 --approve" }],
  },
});

const addCheck = 'ao config set projects.app.checks.test "npm test"';
const landsUntested: QueueView["testing"][number] = {
  ...{ id: "c1", state: "landing", commit: "77e01aa0000000000000000000000000000000", blockedBy: [], isUnchecked: true },
  changes: [],
};

/** Nothing checks what lands. */
const unchecked: Readonly<Record<string, (pen: Pen) => readonly Line[]>> = {
  "list-unchecked": (pen) =>
    listLines(
      {
        ...{ sessions: [], changes: [aRevert], today: null, nowMs: NOW, isWhole: false },
        projects: [aProject({ base: "unchecked", addCheck })],
      },
      pen,
    ),
  "status-unchecked": (pen) => {
    const session = aSession();
    const changes = session.changes.map((change) => ({ ...change, checks: [], addCheck }));
    return formatStatus({ ...session, changes }, { nowMs: NOW, home: "/var/people/ada" }, pen);
  },
  "queue-unchecked": (pen) =>
    formatQueues([{ ...aQueue, baseState: "unchecked", addCheck, testing: [landsUntested] }], NOW, pen),
};

const views: Readonly<Record<string, (pen: Pen) => readonly Line[]>> = {
  list: (pen) =>
    listLines({ sessions: aFleet, changes: [aRevert], projects: [aProject()], today, nowMs: NOW, isWhole: false }, pen),
  "list-long-ids": (pen) =>
    listLines({ sessions: longIds, changes: [], projects: [], today: null, nowMs: NOW, isWhole: true }, pen),
  "list-empty": (pen) =>
    listLines({ sessions: [], changes: [aChangeDetail()], projects: [], today: null, nowMs: NOW, isWhole: false }, pen),
  status: (pen) => formatStatus(aSession(), { nowMs: NOW, home: "/var/people/ada" }, pen),
  why: (pen) => formatWhy(aWhy(), NOW, pen),
  issues: (pen) => formatIssues(aBacklog, { isAll: true, isUnread: false }, pen),
  issue: (pen) => formatIssue(anIssue({ blockedBy: ["12", "13"], waitsFor: ["13"] }), NOW, pen),
  changes: (pen) => formatChanges(someChanges, true, pen),
  change: (pen) => formatChange(aChangeDetail(), NOW, pen),
  queue: (pen) => formatQueues([aQueue], NOW, pen),
  "queue-empty": (pen) => formatQueues([{ ...aQueue, testing: [], next: [], ready: [], cannotEnter: [] }], NOW, pen),
  ...unchecked,
  usage: (pen) => formatUsage(usage, pen),
  doctor: (pen) => formatDoctor(findings, pen),
  audit: (pen) => auditLines(auditEntries, NOW, pen),
  "audit-verify": (pen) => formatVerification(verified, pen),
  "audit-broken": (pen) => formatVerification(notVerified, pen),
  backup: (pen) => formatBackup(aBackup, pen),
  backups: (pen) => formatBackups([aBackup, { ...aBackup, atMs: NOW - 90_000_000 }], NOW, pen),
  "restore-backup": (pen) => formatRestored(restored, aBackup, pen),
  "restore-backup-fresh": (pen) => formatRestored(restored.slice(0, 1), null, pen),
  demo: (pen) => formatScene(scene, pen),
  events: (pen) => events.flatMap((one) => formatEventLines(one, layOutEvents(events, pen), NOW, pen)),
};

const findings: readonly DoctorRow[] = [
  { group: "system", state: "ok", text: "git 2.53, tmux 3.5, bubblewrap 0.11", fix: null },
  {
    ...{ group: "github", state: "broken", fix: "gh auth login" },
    text: "github:真理子 rests until 14:31: its quota is used up, and what comes from there is as of the last look",
  },
  { group: "projects", state: "unknown", text: "/repositories/app could not be read just now", fix: "ao doctor" },
];

const auditEntry = (seq: number, who: string, what: string, why: string) => ({
  ...{ seq, at: ago(600 - seq), who, what, why, subject: `app-${seq}`, cause: `o${seq}`, hash: "0".repeat(64) },
});
const auditEntries = [
  auditEntry(7, "ao", "start_turn:01K3", "the checks of main failed: test/login.test.ts"),
  auditEntry(8, "真理子", "send", "a person wrote"),
  auditEntry(9, "ada", "land", ""),
];
const verified = { isWhole: true, entries: 8_312, head: "f".repeat(64), heads: 214, breaks: [], notes: [] };
const notVerified = {
  ...{ ...verified, isWhole: false },
  breaks: [{ seq: 12, why: "entry 12 was changed, or entry 11 was" }],
  notes: [
    "entries 9001 to 9004 of the log before went with the database that was replaced on 2026-01-07T10:00:00.000Z",
  ],
};

const copied = (name: string, bytes: number) => ({
  ...{ name, bytes, sha256: "0".repeat(64), schema: 11, rows: {}, at: ago(7_200) },
});
const aBackup = {
  ...{ name: "2026-01-07T08-00-00Z", path: "/var/people/ada/.agent-orchestrator/backups/2026-01-07T08-00-00Z" },
  atMs: NOW - 7_200_000,
  manifest: {
    ...{ at: ago(7_200), by: "0.1.0", notes: {} },
    files: [copied("state.db", 48_000_000), copied("projects/真理子/forge.db", 910_000)],
    failed: [{ name: "projects/old/forge.db", why: "the file is damaged" }],
  },
};
const restored = [
  {
    name: "state.db",
    because: "is damaged",
    keptAs: "/var/people/ada/.agent-orchestrator/state.db.replaced-2026-01-07T10-00-00Z",
  },
  { name: "projects/app/forge.db", because: "is missing", keptAs: null },
];

const backlog = createBacklog({ seed: 1, service: "", byHand: true });
const scene: Scene = {
  issues: backlog,
  sessions: aFleet.slice(0, 4).map((status, n) => ({ ...status, title: backlog[n]?.title ?? "" })),
  notStarted: new Map([[backlog[4]?.title ?? "", "waits for 真理子さんの変更"]]),
  reactions: { ciFixed: 1, reviewAddressed: 0, conflictResolved: 0, flakyRerun: 1, stuckEscalated: 0 },
  landed: 2,
  elapsedMs: 12_000,
  url: "http://127.0.0.1:4711",
  home: "/tmp/ao-demo/home",
  byHand: true,
  over: null,
};

describe.each(Object.keys(views))("%s", (name) => {
  const draw = (width: number, env: NodeJS.ProcessEnv = { ...UTF8, NO_COLOR: "1" }): string => {
    const pen = createPen(aTerminal(width, env));
    return drawLines(views[name]?.(pen) ?? [], pen);
  };

  test.each([40, 60, 80, 120])("35: at %i columns looks as drawn, and no line is wider", async (width) => {
    const text = draw(width);
    for (const line of text.split("\n")) expect(measureWidth(line), line).toBeLessThanOrEqual(width);
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${name}-${width}.txt`);
  });

  test("35: no width is too narrow or too wide", () => {
    for (let width = 20; width <= 200; width += 3)
      for (const line of draw(width).split("\n")) expect(measureWidth(line), line).toBeLessThanOrEqual(width);
  });

  test("36: colour adds only the sixteen, no background, and takes no word away", () => {
    const coloured = draw(80, UTF8);
    const codes = [...coloured.matchAll(/\u{1b}\[([\d;]*)m/gu)].flatMap(([, list = ""]) => list.split(";"));
    expect(coloured.replaceAll(/\u{1b}\[[\d;]*m/gu, "")).toBe(draw(80));
    expect(codes.filter((code) => !["0", "1", "2", "4", "31", "32", "33"].includes(code))).toEqual([]);
  });

  test.each([
    { ...UTF8, NO_COLOR: "1" },
    { ...UTF8, TERM: "dumb" },
  ])("36: with %j there is no escape byte", (env) => {
    expect(draw(80, env)).not.toContain("\u{1b}");
  });

  test.each([{ AO_ASCII: "1", TERM: "xterm" }, { LC_ALL: "C" }])("37: with %j every byte is ASCII", async (env) => {
    const text = draw(80, { ...env, NO_COLOR: "1" });
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${name}-ascii.txt`);
  });
});

test("a state that is not known is never counted or drawn as working", () => {
  const pen = createPen(aTerminal(80, { ...UTF8, NO_COLOR: "1" }));
  const text = drawLines(views["list"]?.(pen) ?? [], pen);
  expect(text).toContain("3 working · 1 not known");
  expect(text).toMatch(/^\? app-14/m);
});

test("of many healthy sessions only some are shown, of those not known and those that need you all", () => {
  const pen = createPen(aTerminal(80, { ...UTF8, NO_COLOR: "1" }));
  const many = (n: number, more: Parameters<typeof aStatus>[0]) =>
    Array.from({ length: n }, (_, index) => aStatus({ ...more, id: `${more?.id ?? "s"}-${index}` }));
  const sessions = [
    ...many(30, { id: "fine" }),
    ...many(12, { id: "dark", state: "unknown" }),
    ...many(15, { id: "ask", attention: { column: "needs_you" } }),
  ];
  const draw = (isWhole: boolean) =>
    drawLines(listLines({ sessions, changes: [], projects: [], today: null, nowMs: NOW, isWhole }, pen), pen);
  const rows = (text: string, id: string) =>
    text.split("\n").filter((line) => line.includes(` ${id}-`) && !line.includes("ao attach")).length;
  expect([rows(draw(false), "ask"), rows(draw(false), "dark"), rows(draw(false), "fine")]).toEqual([15, 12, 0]);
  expect(draw(false)).toMatch(/30 more, all healthy +ao list --all/);
  expect(rows(draw(true), "fine")).toBe(30);
});
