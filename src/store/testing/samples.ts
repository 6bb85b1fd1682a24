/** Facts for the store's tests: whole and valid, with what a test is about put on top. */
import type { Change } from "../../domain/change/change.ts";
import type { Effect } from "../../domain/core/effect.ts";
import {
  changeId,
  commitSha,
  issueId,
  messageId,
  observationId,
  projectId,
  sessionId,
  treeSha,
  turnId,
} from "../../domain/model/ids.ts";
import type { Issue } from "../../domain/issue/issue.ts";
import type { Message } from "../../domain/turn/message.ts";
import type { Observation } from "../../domain/core/observation.ts";
import type { Project } from "../../domain/core/project.ts";
import type { Phase, Session } from "../../domain/session/session.ts";
import { noUsage } from "../../domain/model/usage.ts";

export const shop = projectId("shop");
export const idle = { wants: null, dueMs: null };

export function aProject(over: Partial<Project> = {}): Project {
  return {
    id: shop,
    base: { branch: "main", head: null, tree: null, health: { kind: "unknown" }, toldRed: [] },
    parked: [],
    spentToday: { dayStartsWallMs: 0, usage: noUsage },
    dearestTurnUsd: 0,
    hold: null,
    ...over,
  };
}

export function aSession(id: string, over: Partial<Session> = {}): Session {
  return {
    id: sessionId(id),
    project: shop,
    role: { kind: "worker", issue: null },
    title: id,
    task: "do it",
    branch: `ao/${id}`,
    agent: { plugin: "claude", runtime: "process", workspace: "worktree", credential: "default", specialist: null },
    phase: { kind: "resting", workspacePath: "/w" },
    hold: null,
    head: null,
    published: null,
    publishing: null,
    base: null,
    nudgedFor: [],
    turns: 0,
    lastTurn: null,
    spent: noUsage,
    lastWords: "",
    incidents: [],
    createdAtMs: 0,
    forced: false,
    ...over,
  };
}

export function workerOn(issue: string): Pick<Session, "role"> {
  return { role: { kind: "worker", issue: issueId(issue) } };
}

export function workingOn(turn: string): Phase {
  const read = { message: messageId("m"), acknowledged: true, lastSignMs: 0 };
  return { kind: "working", workspacePath: "/w", turn: { id: turnId(turn), ...read, stuck: "none", cutOff: null } };
}

export function endedAt(atMs: number): Phase {
  return { kind: "ended", because: "landed", rescueRef: null, atMs };
}

export function aChange(id: string, over: Partial<Change> = {}): Change {
  return {
    id: changeId(id),
    project: shop,
    session: null,
    version: 1,
    title: id,
    branch: `ao/${id}`,
    base: "main",
    head: { commit: commitSha("c1"), tree: treeSha("t1") },
    state: { kind: "open" },
    reviews: [],
    threads: [],
    labels: [],
    mergeable: { known: true, value: true },
    conflicts: [],
    checks: null,
    paths: [],
    diffLines: 0,
    owners: [],
    round: { kind: "none" },
    incidents: [],
    queue: null,
    labelsSeen: [],
    heldBackAt: null,
    readyToldFor: null,
    ...over,
  };
}

export function anIssue(id: string, over: Partial<Issue> = {}): Issue {
  return {
    id: issueId(id),
    project: shop,
    version: 1,
    title: id,
    text: "",
    author: { kind: "person", name: "ann", canWrite: { known: true, value: true } },
    labels: [],
    priority: 3,
    blockedBy: [],
    state: { kind: "open" },
    createdMs: 0,
    approvedTexts: [],
    assigned: null,
    ...over,
  };
}

export function aMessage(id: string, over: Partial<Message> = {}): Message {
  return {
    id: messageId(id),
    session: sessionId("s"),
    cause: { kind: "start" },
    text: "hello",
    state: { kind: "queued" },
    deliveries: 0,
    createdAtMs: 0,
    ...over,
  };
}

export function seen(id: string, { dedupKey = null as string | null, seenMs = 0 } = {}) {
  const observation: Observation = { id: observationId(id), kind: "turn_granted", session: sessionId("s") };
  return { id: observation.id, dedupKey, seenMs, state: "new" as const, observation };
}

export function deed(key: string): Effect {
  return { kind: "commit_workspace", session: sessionId("s"), key };
}

export function asked({ lane = "s", dueMs = 0, nowMs = 0 } = {}) {
  return { lane, slot: "workspace", cause: null, dueMs, nowMs };
}

export function anEvent(subject: string, atMs = 0) {
  return { atMs, project: shop, subject, kind: "decided", doc: { why: ["because"] } };
}
