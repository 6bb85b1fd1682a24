/** A change as people see it: what the forge says, and what becomes of it here. */
import { attentionOf } from "../../domain/words/attention/attention.ts";
import { approvals, checksOf, isOpenChange, neededChecks, type Change } from "../../domain/change/change.ts";
import type { WorkFacts } from "../../domain/core/facts.ts";
import { sessionId } from "../../domain/model/ids.ts";
import { isLive } from "../../domain/session/session.ts";
import { authorName } from "../../domain/model/trust.ts";
import type { ChangeDetailView, ChangeSummaryView, CheckDetailView, ThreadView } from "../../protocol/change.ts";
import type { ChangeDetail, CheckDetail, SaidThread } from "../../slots/change-desk.ts";
import type { DaemonContext, RegisteredProject } from "../context.ts";
import { boardView } from "./board-view.ts";
import { withoutProject } from "./without-project.ts";
import { landingFacts } from "./landing-facts.ts";
import type { Moments } from "./moments.ts";
import { attentionView } from "./status-view.ts";
import { queueOrder } from "./queue-order.ts";
import type { ThreadFate } from "./thread-fate.ts";

export type ChangeShower = {
  readonly brief: (project: RegisteredProject, change: ChangeDetail) => ChangeSummaryView;
  readonly whole: (project: RegisteredProject, change: ChangeDetail, beside: Beside) => ChangeDetailView;
};

/** What had to be waited for. */
type Beside = { readonly checks: readonly CheckDetail[]; readonly fates: ReadonlyMap<string, ThreadFate> };

/** What all changes of one answer share is read once. */
export function changeShower(context: DaemonContext): ChangeShower {
  const board = boardView(context);
  const { store, redact } = context;
  const { wall } = board.moments;
  const brief = (project: RegisteredProject, change: ChangeDetail): ChangeSummaryView => {
    const seen = store.changes.get(change.id);
    return {
      ...briefFacts(project, { ...change, state: newerState(change, seen) }, redact),
      createdAt: wall(change.createdMs),
      changedAt: wall(change.changedMs),
      session: seen?.session ?? change.session,
      checks: countChecks(seen),
      approvals: seen === null ? [] : [...approvals(seen)],
      position: queueOrder(store, project.id).positionOf(change.id),
      ...stateOf(context, board, project, seen),
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
        checkResults: checksView(seen, checks, redact),
        reviews: change.said.reviews.map(({ author, kind, head, atMs, text }) => ({
          ...{ by: authorName(author), kind, head, at: wall(atMs), text: redact(text) },
          current: head === change.head.commit,
        })),
        threads: change.said.threads.map((thread) => ({
          ...threadView(thread, { wall, redact }),
          ...fateView(fates.get(thread.id), board.moments),
        })),
        reasons: isOpen ? [...landingFacts(known, seen, project.rules, board.now)] : [],
      };
    },
  };
}

/** The forge was read first: what has landed since then is known here already, and a landing is never taken back. */
const newerState = (change: ChangeDetail, seen: Change | null): ChangeDetail["state"] =>
  seen?.state.kind === "landed" ? seen.state : change.state;

function briefFacts(project: RegisteredProject, change: ChangeDetail, redact: (text: string) => string) {
  const { id, branch, base, state, head, mergeable, conflicts, diffLines, paths, threads } = change;
  return {
    ...{ id, project: project.id, branch, base, diffLines },
    name: withoutProject(id, project.id),
    title: redact(change.title),
    state: state.kind,
    head: head.commit,
    landedAs: state.kind === "landed" ? state.commit : null,
    author: authorName(change.author),
    approvalsNeeded: project.rules.policy.approvals,
    threadsOpen: threads.filter((thread) => thread.open).length,
    mergeable: mergeable.known ? mergeable.value : null,
    conflicts: [...conflicts],
    files: paths.length,
  };
}

function countChecks(change: Change | null): ChangeSummaryView["checks"] {
  const results = change === null ? [] : neededChecks(change);
  const count = (verdict: string): number => results.filter((result) => result.verdict === verdict).length;
  return { passed: count("passed"), failed: count("failed"), running: count("running"), of: results.length };
}

function stateOf(
  { store, redact, projects }: DaemonContext,
  board: ReturnType<typeof boardView>,
  { id, rules }: RegisteredProject,
  change: Change | null,
): Pick<ChangeSummaryView, "why" | "code" | "attention" | "hasLiveSession"> {
  const project = store.projects.get(id);
  if (project === null || change === null)
    return { why: "Not looked at yet.", code: "unseen", attention: null, hasLiveSession: false };
  const session = change.session === null ? null : store.sessions.get(sessionId(change.session));
  const hasLiveSession = session !== null && isLive(session);
  const ofSession = hasLiveSession && isOpenChange(change) ? board.factsOf(session) : null;
  const facts: WorkFacts = ofSession ?? {
    kind: "work",
    project,
    session: null,
    changes: [change],
    messages: [],
    others: [],
  };
  const found = attentionOf(facts, rules, board.now, board.contextOf(facts));
  const reference = projects.all().length > 1 ? change.id : withoutProject(change.id, id);
  const attention = attentionView({ ...found, why: redact(found.why) }, reference, board.moments);
  return { why: attention.why, code: attention.code, attention, hasLiveSession };
}

/** What failed first; then those that are not finished. */
function checksView(
  change: Change | null,
  details: readonly CheckDetail[],
  redact: (text: string) => string,
): CheckDetailView[] {
  const results = change === null ? details : checksOf(change);
  return results
    .map(({ name, verdict, evidence }) => {
      const detail = details.find((one) => one.name === name);
      return { name, verdict, evidence: redact(evidence), ...measured(detail) };
    })
    .toSorted((left, right) => rankOf(left) - rankOf(right));
}

const rankOf = ({ verdict }: CheckDetailView): number =>
  ["failed", "infrastructure", "running", "cancelled", "skipped", "passed"].indexOf(verdict);

function measured(detail: CheckDetail | undefined): Pick<CheckDetailView, "seconds" | "tests" | "hasLog"> {
  if (detail === undefined) return { seconds: null, tests: null, hasLog: false };
  const { startedMs, endedMs, testsPassed, testsFailed, hasLog } = detail;
  const tests =
    testsPassed === null && testsFailed === null ? null : { passed: testsPassed ?? 0, failed: testsFailed ?? 0 };
  return { seconds: Math.max(0, endedMs - startedMs) / 1_000, tests, hasLog };
}

function threadView(
  { id, isOpen, path, line, head, remarks }: SaidThread,
  { wall, redact }: { readonly wall: (ms: number) => string; readonly redact: (text: string) => string },
): Omit<ThreadView, "told" | "answeredIn"> {
  return {
    ...{ id, open: isOpen, path, line, head },
    name: id.slice(id.lastIndexOf(".") + 1),
    remarks: remarks.map(({ author, text, atMs }) => ({
      ...{ by: authorName(author), ours: author.kind === "self" },
      at: wall(atMs),
      text: redact(text),
    })),
  };
}

function fateView(
  fate: ThreadFate | undefined,
  { counted }: Pick<Moments, "counted">,
): Pick<ThreadView, "told" | "answeredIn"> {
  if (fate === undefined) return { told: null, answeredIn: null };
  const { told, answeredIn } = fate;
  if (told === null) return { told: null, answeredIn };
  const { id, state } = told;
  const acknowledgedAt = state.kind === "acknowledged" ? counted(state.atMs) : null;
  return { told: { message: id, state: state.kind, acknowledgedAt }, answeredIn };
}
