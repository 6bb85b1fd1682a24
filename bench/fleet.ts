/** A store with many sessions and an engine whose slots answer at once, or after a while. */
import { nothingAround } from "../test/fixtures/around-turns.ts";
import { turnPathsIn } from "../test/fixtures/turn-paths.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDefaultRules } from "../src/config/rules.ts";
import {
  commitSha,
  messageId,
  projectId,
  sessionId,
  treeSha,
  turnId,
  type ProjectId,
} from "../src/domain/model/ids.ts";
import { createProject } from "../src/domain/core/project.ts";
import type { Phase, Session } from "../src/domain/session/session.ts";
import { noUsage } from "../src/domain/model/usage.ts";
import { Engine } from "../src/engine/engine.ts";
import type { EngineDeps } from "../src/engine/deps.ts";
import { wallClock } from "../src/daemon/process/wall-clock.ts";
import { createUlidSource } from "../src/lib/ulid.ts";
import { createRedactor } from "../src/lib/text/redact.ts";
import { failed, ok } from "../src/slots/result.ts";
import type { ProjectSlots } from "../src/slots/slots.ts";
import type { WorkspacePlugin } from "../src/slots/workspace.ts";
import { openStore, type Store } from "../src/store/open.ts";

export const project = projectId("bench");

/** Runs `work` with a folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "ao-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `stored` sessions, the first `live` of them with an open turn. */
export function fill(store: Store, { stored, live }: { readonly stored: number; readonly live: number }): void {
  store.transaction(() => {
    store.projects.save(createProject(project, "main"));
    for (let n = 0; n < stored; n += 1) store.sessions.save(session(n, n < live), { wants: null, dueMs: null });
  });
}

export function session(n: number, working: boolean): Session {
  const ended: Phase = { kind: "ended", because: "landed", rescueRef: null, atMs: 0 };
  return working
    ? { ...idleSession(project, n), phase: workingPhase(n) }
    : { ...idleSession(project, n), phase: ended };
}

function workingPhase(n: number): Phase {
  const turn = {
    id: turnId(`turn-${n}`),
    message: messageId(`message-${n}`),
    acknowledged: true,
    lastSignMs: 0,
    stuck: "none",
    cutOff: null,
  } as const;
  return { kind: "working", workspacePath: `/workspaces/${n}`, turn };
}

/** Nothing is to be done, and nobody is asked for anything. */
export function idleSession(of: ProjectId, n: number): Session {
  return {
    id: sessionId(`${of}-${n}`),
    project: of,
    role: { kind: "worker", issue: null },
    title: `Session ${n}`,
    task: "Make the failing test pass, then commit.",
    branch: `agent/session-${n}`,
    agent: { plugin: "bench", runtime: "bench", workspace: "bench", credential: "bench", specialist: null },
    phase: { kind: "resting", workspacePath: `/workspaces/${n}` },
    hold: null,
    head: commitSha(`head-${n}`),
    published: commitSha(`head-${n}`),
    publishing: null,
    base: commitSha("base"),
    nudgedFor: [],
    turns: 3,
    lastTurn: turnId(`turn-${n}`),
    spent: noUsage,
    lastWords: "All tests pass now.",
    incidents: [],
    createdAtMs: n,
    forced: false,
  };
}

export function engineOn(
  store: Store,
  probeMs: number,
): { readonly engine: Engine; readonly calls: { interrupts: number; looks: number } } {
  const calls = { interrupts: 0, looks: 0 };
  const rules = { ...buildDefaultRules(), autoAssign: false };
  const slots = answeringSlots(calls, probeMs);
  const deps: EngineDeps = {
    store,
    slotsOf: () => slots,
    rulesOf: () => rules,
    whyNoAgent: () => null,
    fleet: () => ({ turnsMax: 5, refusedBy: null, slowedBy: null, memory: null }),
    clock: wallClock,
    newId: createUlidSource(wallClock.wallMs),
    redact: createRedactor(["a-secret-that-is-nowhere"]),
    environmentOf: () => Promise.resolve({}),
    turnPaths: (of) => turnPathsIn("/nowhere", of),
    aroundTurns: nothingAround,
    runCommand: async () => ok(null),
    sweepMs: 3_600_000,
    log: { info: () => undefined, warn: () => undefined, error: (facts, message) => console.error(message, facts) },
    failpoint: () => undefined,
  };
  return { engine: new Engine(deps), calls };
}

function answeringSlots(calls: { interrupts: number; looks: number }, probeMs: number): ProjectSlots {
  const after: After = (value) =>
    probeMs === 0 ? Promise.resolve(value) : new Promise((resolve) => setTimeout(resolve, probeMs, value));
  return {
    runtime: () => ({
      name: "bench",
      start: () => after(ok("started")),
      look: () => {
        calls.looks += 1;
        return after(ok({ kind: "running" }));
      },
      signal: () => {
        calls.interrupts += 1;
        return after(ok("signalled"));
      },
      write: () => after(ok("written")),
      screen: () => after(ok({ kind: "none" })),
    }),
    agent: () => ({
      name: "bench",
      output: "words",
      program: ok("agent"),
      drive: "turns",
      drives: ["turns"],
      launch: () => after(failed("refused", "the benchmark starts no turn")),
      steer: () => after(ok(null)),
      interrupt: () => after(ok(null)),
      answer: () => after(ok(null)),
      news: () => after(ok({ entries: [], frames: [], cursor: "0" })),
      conversation: () => after(ok([])),
    }),
    workspace: () => answeringWorkspace(after),
    tracker: {
      name: "bench",
      credential: "bench",
      since: () => after(ok({ issues: [], cursor: "0" })),
      read: () => after(failed("gone", "there are no issues")),
      close: () => after(ok(null)),
    },
    scm: {
      name: "bench",
      credential: "bench",
      since: () => after(ok({ changes: [], base: null, cursor: "0" })),
      read: () => after(failed("gone", "there are no changes")),
      publish: () => after(failed("refused", "there are no changes")),
      answerThread: () => after(ok(null)),
      buildCandidate: () => after(failed("refused", "there are no changes")),
      land: () => after(failed("refused", "there are no changes")),
    },
    checks: { name: "bench", credential: "bench", run: () => after(ok([])), cancel: () => after(ok(null)) },
    notifiers: () => [],
    terminal: null,
    hooks: [],
  };
}

type After = <T>(value: T) => Promise<T>;

const head = { commit: commitSha("head"), tree: treeSha("tree") };

function answeringWorkspace(after: After): WorkspacePlugin {
  return {
    name: "bench",
    isFree: async () => ok(true),
    commitOf: async () => ok(commitSha("base")),
    create: () => after(ok({ path: "/workspaces/1", base: head.commit })),
    setup: () => after(ok(null)),
    refreshBase: () => after(ok({ branch: "main", commit: head.commit })),
    inspect: () => after(ok({ head, dirty: false })),
    commit: () => after(ok(head)),
    rescue: () => after(ok({ ref: null })),
    remove: () => after(ok(null)),
    dropBranch: () => after(ok(null)),
  };
}

export function fileStore(folder: string): Store {
  return openStore({ path: join(folder, "state.db") });
}
