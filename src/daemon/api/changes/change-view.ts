/** A change as people see it: what the forge says, and what becomes of it here. */
import { describeAttention } from "../../../domain/words/attention/attention.ts";
import {
  listApprovals,
  listChecks,
  isOpenChange,
  listNeededChecks,
  type Change,
} from "../../../domain/change/change.ts";
import type { WorkFacts } from "../../../domain/core/facts.ts";
import { sessionId } from "../../../domain/model/ids.ts";
import { isLiveSession } from "../../../domain/session/session.ts";
import { nameAuthor } from "../../../domain/model/trust.ts";
import type {
  ChangeDetailView,
  ChangeSummaryView,
  CheckDetailView,
  ThreadView,
} from "../../../protocol/change/change.ts";
import type { ChangeDetail, CheckDetail, ThreadRecord } from "../../../slots/change-reviewer.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import { createBoardView } from "../fleet/board-view.ts";
import { stripProject } from "../issues/without-project.ts";
import { listLandingFacts } from "./landing-facts.ts";
import type { ClockFormat } from "../moments.ts";
import { toAttentionView } from "../sessions/status-view.ts";
import { computeQueueOrder } from "../queue/queue-order.ts";
import type { ThreadProgress } from "./thread-fate.ts";

export type ChangeViewer = {
  readonly brief: (project: RegisteredProject, change: ChangeDetail) => ChangeSummaryView;
  readonly whole: (project: RegisteredProject, change: ChangeDetail, beside: Beside) => ChangeDetailView;
};

/** What had to be waited for. */
type Beside = { readonly checks: readonly CheckDetail[]; readonly fates: ReadonlyMap<string, ThreadProgress> };

/** What all changes of one answer share is read once. */
export function createChangeViewer(context: DaemonContext): ChangeViewer {
  const board = createBoardView(context);
  const { store, redact } = context;
  const { wall } = board.moments;
  const brief = (project: RegisteredProject, change: ChangeDetail): ChangeSummaryView => {
    const seen = store.changes.get(change.id);
    return {
      ...collectBriefFacts(project, { ...change, state: chooseNewerState(change, seen) }, redact),
      createdAt: wall(change.createdMs),
      changedAt: wall(change.changedMs),
      session: seen?.session ?? change.session,
      checks: countChecks(seen),
      approvals: seen === null ? [] : [...listApprovals(seen)],
      position: computeQueueOrder(store, project.id).positionOf(change.id),
      ...collectState(context, board, project, seen),
    };
  };
  return {
    brief,
    whole: (project, change, { checks, fates }) => {
      const seen = store.changes.get(change.id);
      const known = store.projects.get(project.id);
      const isOpen = seen !== null && known !== null && isOpenChange(seen);
      return {
        ...brief(project, change),
        body: redact(change.body),
        labels: [...change.labels],
        paths: [...change.paths],
        heads: change.heads.map(({ n, commit, atMs }) => ({ n, commit, at: wall(atMs) })),
        checkResults: toCheckViews(seen, checks, redact),
        reviews: change.said.reviews.map(({ author, kind, head, atMs, text }) => ({
          ...{ by: nameAuthor(author), kind, head, at: wall(atMs), text: redact(text) },
          current: head === change.head.commit,
        })),
        threads: change.said.threads.map((thread) => ({
          ...toThreadView(thread, { wall, redact }),
          ...toFateView(fates.get(thread.id), board.moments),
        })),
        reasons: isOpen ? [...listLandingFacts(known, seen, project.rules, board.now)] : [],
      };
    },
  };
}

/** The forge was read first: what has landed since then is known here already, and a landing is never taken back. */
const chooseNewerState = (change: ChangeDetail, seen: Change | null): ChangeDetail["state"] =>
  seen?.state.kind === "landed" ? seen.state : change.state;

function collectBriefFacts(project: RegisteredProject, change: ChangeDetail, redact: (text: string) => string) {
  const { id, branch, base, state, head, mergeable, conflicts, diffLines, paths, threads } = change;
  return {
    ...{ id, project: project.id, branch, base, diffLines },
    name: stripProject(id, project.id),
    title: redact(change.title),
    state: state.kind,
    head: head.commit,
    landedAs: state.kind === "landed" ? state.commit : null,
    author: nameAuthor(change.author),
    approvalsNeeded: project.rules.policy.approvals,
    threadsOpen: threads.filter((thread) => thread.open).length,
    mergeable: mergeable.known ? mergeable.value : null,
    conflicts: [...conflicts],
    files: paths.length,
  };
}

function countChecks(change: Change | null): ChangeSummaryView["checks"] {
  const results = change === null ? [] : listNeededChecks(change);
  const count = (verdict: string): number => results.filter((result) => result.verdict === verdict).length;
  return { passed: count("passed"), failed: count("failed"), running: count("running"), of: results.length };
}

function collectState(
  { store, redact, projects }: DaemonContext,
  board: ReturnType<typeof createBoardView>,
  { id, rules }: RegisteredProject,
  change: Change | null,
): Pick<ChangeSummaryView, "why" | "code" | "attention" | "hasLiveSession"> {
  const project = store.projects.get(id);
  if (project === null || change === null)
    return { why: "Not looked at yet.", code: "unseen", attention: null, hasLiveSession: false };
  const session = change.session === null ? null : store.sessions.get(sessionId(change.session));
  const hasLiveSession = session !== null && isLiveSession(session);
  const ofSession = hasLiveSession && isOpenChange(change) ? board.factsOf(session) : null;
  const facts: WorkFacts = ofSession ?? {
    kind: "work",
    project,
    session: null,
    changes: [change],
    messages: [],
    others: [],
  };
  const found = describeAttention(facts, rules, board.now, board.contextOf(facts));
  const reference = projects.all().length > 1 ? change.id : stripProject(change.id, id);
  const attention = toAttentionView({ ...found, why: redact(found.why) }, reference, board.moments);
  return { why: attention.why, code: attention.code, attention, hasLiveSession };
}

/** What failed first; then those that are not finished. */
function toCheckViews(
  change: Change | null,
  details: readonly CheckDetail[],
  redact: (text: string) => string,
): CheckDetailView[] {
  const results = change === null ? details : listChecks(change);
  return results
    .map(({ name, verdict, evidence }) => {
      const detail = details.find((one) => one.name === name);
      return { name, verdict, evidence: redact(evidence), ...measureCheck(detail) };
    })
    .toSorted((left, right) => rankCheck(left) - rankCheck(right));
}

const rankCheck = ({ verdict }: CheckDetailView): number =>
  ["failed", "infrastructure", "running", "cancelled", "skipped", "passed"].indexOf(verdict);

function measureCheck(detail: CheckDetail | undefined): Pick<CheckDetailView, "seconds" | "tests" | "hasLog"> {
  if (detail === undefined) return { seconds: null, tests: null, hasLog: false };
  const { startedMs, endedMs, testsPassed, testsFailed, hasLog } = detail;
  const tests =
    testsPassed === null && testsFailed === null ? null : { passed: testsPassed ?? 0, failed: testsFailed ?? 0 };
  return { seconds: Math.max(0, endedMs - startedMs) / 1_000, tests, hasLog };
}

function toThreadView(
  { id, isOpen, path, line, head, remarks }: ThreadRecord,
  { wall, redact }: { readonly wall: (ms: number) => string; readonly redact: (text: string) => string },
): Omit<ThreadView, "told" | "answeredIn"> {
  return {
    ...{ id, open: isOpen, path, line, head },
    name: id.slice(id.lastIndexOf(".") + 1),
    remarks: remarks.map(({ author, text, atMs }) => ({
      ...{ by: nameAuthor(author), ours: author.kind === "self" },
      at: wall(atMs),
      text: redact(text),
    })),
  };
}

function toFateView(
  fate: ThreadProgress | undefined,
  { counted }: Pick<ClockFormat, "counted">,
): Pick<ThreadView, "told" | "answeredIn"> {
  if (fate === undefined) return { told: null, answeredIn: null };
  const { told, answeredIn } = fate;
  if (told === null) return { told: null, answeredIn };
  const { id, state } = told;
  const acknowledgedAt = state.kind === "acknowledged" ? counted(state.atMs) : null;
  return { told: { message: id, state: state.kind, acknowledgedAt }, answeredIn };
}
