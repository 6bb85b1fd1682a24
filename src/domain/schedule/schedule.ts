/**
 * Who goes next: one pure look over the whole board. Waking a session goes before starting one, a person's message
 * before a machine's, the project with the fewest open turns before the others. What has to wait gets its reason.
 */
import { MemoryTally, type MemoryClaim } from "./admission.ts";
import type { Board, BoardProject, BoardSession, ReadyIssue } from "./board.ts";
import type { ChangeId, IssueId, ProjectId, SessionId } from "../model/ids.ts";
import { listGateReasons, compareLandingOrder } from "../landing/gate.ts";
import { limits } from "../model/limits.ts";
import { matchSpecialist } from "./matching.ts";
import { getSpentOn, type Project } from "../core/project.ts";
import type { SpecialistRules } from "../model/rules.ts";
import { isUsedUp, noUsage, type Usage } from "../model/usage.ts";

export type Grants = {
  readonly wake: readonly SessionId[];
  /** Sessions that need wait no longer for another: it has landed, or never will. */
  readonly release: readonly { readonly session: SessionId; readonly landed: boolean }[];
  readonly start: readonly {
    readonly issue: IssueId;
    readonly project: ProjectId;
    readonly specialist: SpecialistRules | null;
  }[];
  readonly land: readonly { readonly project: ProjectId; readonly changes: readonly ChangeId[] }[];
  readonly waiting: readonly WaitingSubject[];
};

export type WaitingSubject = { readonly what: SessionId | IssueId | ChangeId; readonly why: string };

/** The counts that admit or refuse; they grow as the scheduler hands out its places. */
type Tally = {
  turns: number;
  sessions: number;
  readonly memory: MemoryTally;
  readonly turnsOf: Map<ProjectId, number>;
  readonly ofSpecialist: Map<string, number>;
  readonly issuesTaken: Set<IssueId>;
  readonly waiting: WaitingSubject[];
};

export function schedule(board: Board): Grants {
  const tally = count(board);
  const release = chooseReleases(board, tally);
  const wake = chooseWakes(board, tally);
  const start = chooseStarts(board, tally);
  const land = chooseLandings(board, tally);
  return { wake, release, start, land, waiting: tally.waiting };
}

function count(board: Board): Tally {
  const tally: Tally = {
    turns: 0,
    memory: new MemoryTally(board.limits.memory),
    sessions: board.sessions.length,
    turnsOf: new Map(),
    ofSpecialist: new Map(),
    issuesTaken: new Set(),
    waiting: [],
  };
  for (const session of board.sessions) {
    if (session.hasOpenTurn) takeTurn(tally, toMemoryClaim(session));
    if (session.specialist !== null) bump(tally.ofSpecialist, session.specialist);
    if (session.issue !== null) tally.issuesTaken.add(session.issue);
  }
  return tally;
}

function chooseReleases(board: Board, tally: Tally): Grants["release"] {
  return board.sessions.flatMap(({ id, awaits }) => {
    if (awaits === null) return [];
    if (awaits.state !== "live") return [{ session: id, landed: awaits.state === "landed" }];
    wait(tally, id, `waits for ${awaits.session} to land`);
    return [];
  });
}

function chooseWakes(board: Board, tally: Tally): readonly SessionId[] {
  const woken: SessionId[] = [];
  const asking = board.sessions.flatMap((session) =>
    session.wants === null ? [] : [{ ...session, ...session.wants }],
  );
  visitFairly(asking.sort(compareUrgency), tally, (session) => {
    const claim = { ...session, ...toMemoryClaim(session) };
    const refusal = refuseTurn(board, claim, tally) ?? tally.memory.refuse(claim, session.id);
    if (refusal !== null) return wait(tally, session.id, refusal);
    takeTurn(tally, claim);
    woken.push(session.id);
  });
  return woken;
}

type Asking = BoardSession & { readonly lane: "person" | "automatic"; readonly sinceMs: number };

function compareUrgency(left: Asking, right: Asking): number {
  if (left.lane !== right.lane) return left.lane === "person" ? -1 : 1;
  return left.sinceMs !== right.sinceMs ? left.sinceMs - right.sinceMs : left.id < right.id ? -1 : 1;
}

type Claim = { readonly project: ProjectId; readonly lane?: "person" | "automatic" };

/** Takes the most urgent of the project with the fewest open turns. People are not made to wait for fairness. */
function visitFairly<T extends Claim>(sorted: readonly T[], tally: Tally, visit: (claim: T) => void): void {
  const [people, machines] = [
    sorted.filter((claim) => claim.lane === "person"),
    sorted.filter((claim) => claim.lane !== "person"),
  ];
  people.forEach(visit);
  const queues = [...Map.groupBy(machines, (claim) => claim.project).values()].map((queue) => queue.reverse());
  const turns = (queue: readonly T[]) => (queue[0] === undefined ? 0 : (tally.turnsOf.get(queue[0].project) ?? 0));
  for (let left = machines.length; left > 0; left -= 1) {
    const fairest = queues
      .filter((queue) => queue.length > 0)
      .reduce((best, queue) => (turns(queue) < turns(best) ? queue : best));
    const next = fairest.pop();
    if (next !== undefined) visit(next);
  }
}

type TurnClaim = {
  readonly project: ProjectId;
  readonly credential: string;
  readonly spent: Usage;
  readonly lane: "person" | "automatic";
};

function refuseTurn(board: Board, session: TurnClaim, tally: Tally): string | null {
  const own = findBoardProject(board, session.project);
  if (own === undefined) return "its project is not loaded";
  const { project, rules } = own;
  const open = tally.turnsOf.get(session.project) ?? 0;
  if (tally.turns >= board.limits.turnsMax) return `all ${board.limits.turnsMax} parallel turns are taken`;
  if (rules.turnsMax !== null && open >= rules.turnsMax)
    return `all ${rules.turnsMax} parallel turns of the project are taken`;
  if (isUsedUp(session.spent, rules.perSession, 0)) return "its budget is used up";
  if (isUsedUp(getSpentOn(project, board.now).usage, rules.perDay, computeReserved(project, tally)))
    return "today's budget of the project is used up or reserved by open turns";
  const reserved = board.projects.reduce((sum, other) => sum + computeReserved(other.project, tally), 0);
  if (isUsedUp(board.spent, rules.daemonPerDay, reserved))
    return "today's budget of all projects is used up or reserved by open turns";
  const parked = project.parked.find(
    (other) => other.credential === session.credential && other.untilWallMs > board.now.wallMs,
  );
  if (parked !== undefined) return "its provider's limit is reached";
  if (project.hold !== null && session.lane !== "person") return "the project is paused";
  return null;
}

/** For each turn in flight what the dearest one has cost. */
function computeReserved({ id, dearestTurnUsd }: Project, tally: Tally): number {
  return (tally.turnsOf.get(id) ?? 0) * Math.max(dearestTurnUsd, limits.turnReserveUsd);
}

function chooseStarts(board: Board, tally: Tally): Grants["start"] {
  const started: Grants["start"][number][] = [];
  // A session that is being prepared will want its turn in a moment: its place is not given away twice.
  for (const session of board.sessions) if (session.isPreparing) takeTurn(tally, toMemoryClaim(session));
  visitFairly([...board.issues].sort(comparePriority), tally, (issue) => {
    const own = findBoardProject(board, issue.project);
    if (own === undefined || !own.rules.autoAssign || own.rules.autonomy === "observe") return;
    const specialist = matchSpecialist(issue.labels, own.rules.specialists);
    const claim = { project: issue.project, specialist: specialist?.id ?? null, session: null };
    const refusal = refuseStart(board, own, issue, specialist, tally) ?? tally.memory.refuse(claim, issue.id);
    if (refusal !== null) return wait(tally, issue.id, refusal);
    tally.sessions += 1;
    takeTurn(tally, claim);
    if (specialist !== null) bump(tally.ofSpecialist, specialist.id);
    tally.issuesTaken.add(issue.id);
    started.push({ issue: issue.id, project: issue.project, specialist });
  });
  return started;
}

function comparePriority(left: ReadyIssue, right: ReadyIssue): number {
  if (left.priority !== right.priority) return left.priority - right.priority;
  if (left.createdMs !== right.createdMs) return left.createdMs - right.createdMs;
  return left.id < right.id ? -1 : 1;
}

function refuseStart(
  board: Board,
  own: BoardProject,
  issue: ReadyIssue,
  specialist: SpecialistRules | null,
  tally: Tally,
): string | null {
  if (tally.issuesTaken.has(issue.id)) return "a session works on it already";
  if (issue.waitsFor.length > 0) return `waits for ${issue.waitsFor.join(", ")}`;
  const unready = own.unready.find((other) => other.specialist === (specialist?.id ?? null));
  if (unready !== undefined) return unready.why;
  const full = refuseByMachine(board.limits, tally);
  if (full !== null) return full;
  if (
    specialist !== null &&
    specialist.max !== null &&
    (tally.ofSpecialist.get(specialist.id) ?? 0) >= specialist.max
  ) {
    return `all ${specialist.max} of ${specialist.id} are at work`;
  }
  const credential = specialist?.credential ?? own.rules.agent.credential;
  return refuseTurn(board, { project: issue.project, credential, spent: noUsage, lane: "automatic" }, tally);
}

function refuseByMachine({ refusedBy, slowedBy, turnsMax }: Board["limits"], tally: Tally): string | null {
  if (refusedBy !== null) return refusedBy;
  if (slowedBy !== null && tally.turns > 0) return slowedBy;
  const isFull = tally.sessions >= turnsMax * limits.liveSessionsPerTurn;
  return isFull ? "there are enough live sessions for the machine" : null;
}

/** One candidate at a time for each project: it must be the base of the next. One that waits for a checkout is not. */
function chooseLandings(board: Board, tally: Tally): Grants["land"] {
  return board.projects.flatMap(({ project, rules }) => {
    const queue = board.queued.filter((change) => change.project === project.id).sort(compareLandingOrder);
    const busy = board.candidates.some((candidate) => candidate.project === project.id && !candidate.waits);
    const ready = queue.filter((change) => {
      const reasons = listGateReasons(change, project, rules, board.now);
      if (reasons.length > 0) wait(tally, change.id, reasons.map((reason) => reason.sentence).join("; "));
      return reasons.length === 0;
    });
    const [first, ...others] = ready;
    if (first === undefined) return [];
    const next = busy ? [] : [first];
    for (const change of busy ? ready : others) wait(tally, change.id, "another change is landing");
    return next.map((change) => ({ project: project.id, changes: [change.id] }));
  });
}

function findBoardProject(board: Board, id: ProjectId): BoardProject | undefined {
  return board.projects.find((candidate) => candidate.project.id === id);
}

function wait(tally: Tally, what: WaitingSubject["what"], why: string): void {
  tally.waiting.push({ what, why });
}

function takeTurn(tally: Tally, claim: MemoryClaim): void {
  tally.turns += 1;
  tally.memory.take(claim);
  bump(tally.turnsOf, claim.project);
}

const toMemoryClaim = ({ id, project, specialist }: BoardSession): MemoryClaim => ({
  session: id,
  project,
  specialist,
});

function bump<Key extends string>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
