/** A snapshot of a change arrived: what is new about it, in the order in which it matters. */
import {
  listApprovals,
  clearRound,
  isOpenChange,
  isVouchedFor,
  listPassed,
  type Change,
  type ChangeSnapshot,
  type CheckRound,
} from "./change.ts";
import type { CheckResult } from "../checks/check.ts";
import { abandonCandidate, abandonChecks, isLeftAlone, leaveUnchecked } from "../checks/call-off.ts";
import { askAgainIfCalledOff, askForChecks } from "../checks/request-checks.ts";
import { settleChecks } from "../checks/settle-checks.ts";
import { evaluate } from "../model/condition.ts";
import { settleConflict } from "./conflicts.ts";
import { giveReason, followUp, requestEffect } from "../core/draft.ts";
import { endSession } from "../session/ending.ts";
import type { ChangeId, CommitSha } from "../model/ids.ts";
import { findOpen, assignNextStep, isOpenIncident } from "../incident/incident.ts";
import { describeLanding } from "../issue/issue-talk.ts";
import { considerLanding } from "../landing/request.ts";
import { composePrompt } from "../words/compose-prompt.ts";
import { settleReview } from "./reviews.ts";
import { mayFix } from "../model/rules.ts";
import { publishIfNew } from "./publishing.ts";
import type { Session } from "../session/session.ts";
import { collectChangeVariables } from "../words/variables.ts";
import {
  getChange,
  closeAt,
  changeHome,
  patchChange,
  patchSession,
  putIncident,
  queueMessage,
  getSession,
  type WorkDraft,
} from "../core/work-draft.ts";

export function handleChangeObserved(draft: WorkDraft, snapshot: ChangeSnapshot): void {
  const before = draft.facts.changes.find((change) => change.id === snapshot.id);
  if (before === undefined) adopt(draft, snapshot);
  else
    patchChange(draft, snapshot.id, {
      theirs: "",
      ...snapshot,
      round: afterNewWord(before, snapshot),
      state: before.state.kind === "landed" ? before.state : snapshot.state,
    });
  const change = getChange(draft, snapshot.id);
  noteOwnHead(draft, change);
  if (!isOpenChange(change)) {
    // Only the moment of closing ends anything: a session restored afterwards goes on.
    if (before === undefined || isOpenChange(before)) handleClosed(draft, change);
    return;
  }
  const isNew = before === undefined || !isOpenChange(before) || before.head.commit !== snapshot.head.commit;
  if (isNew) handleHeadMoved(draft, change.id, { isReopened: before !== undefined && !isOpenChange(before) });
  else askOnceWanted(draft, before);
  settleChange(draft, change.id);
}

/** What the forge says anew of a check counts more than what our own run of it found before: somebody ran it again there. */
function afterNewWord(before: Change, { checks, head }: ChangeSnapshot): CheckRound {
  const { round } = before;
  if (round.kind !== "reported" || round.tree !== head.tree) return round;
  const isNew = ({ name }: CheckResult): boolean => findVerdict(checks, name) !== findVerdict(before.checks, name);
  if (!round.results.some(isNew)) return round;
  return { ...round, passed: listPassed(before, head.tree), results: round.results.filter((result) => !isNew(result)) };
}

function findVerdict(checks: ChangeSnapshot["checks"], name: string): string {
  const said = (checks ?? []).find((result) => result.name === name);
  return said === undefined ? "" : `${said.tree} ${said.verdict} ${said.fingerprint}`;
}

/** The forge shows our head: what was on its way has arrived, and a newer one may follow. */
function noteOwnHead(draft: WorkDraft, { head: { commit } }: Change): void {
  const session = draft.facts.session;
  const isOurs = commit === session?.head || commit === session?.publishing;
  if (isOurs && session?.published !== commit) arrive(draft, commit);
}

/** Our push has got through, whatever stands there by now. */
export function notePublished(draft: WorkDraft, head: CommitSha | undefined): void {
  if (head !== undefined && draft.facts.session?.publishing === head) arrive(draft, head);
}

function arrive(draft: WorkDraft, head: CommitSha): void {
  const session = getSession(draft);
  patchSession(draft, { published: head, publishing: null });
  closeAt(draft, { kind: "session" }, "effect", "resolved");
  closeAt(draft, { kind: "session" }, "conflict", "clean");
  if (session.phase.kind !== "ending" && session.phase.kind !== "ended") publishIfNew(draft);
}

/** All that may follow from what is known of an open change. */
export function settleChange(draft: WorkDraft, id: ChangeId): void {
  // News of the base may come when the change has just been closed.
  if (!isOpenChange(getChange(draft, id))) return;
  settleChecks(draft, id);
  settleReview(draft, id);
  settleConflict(draft, id);
  settleLabels(draft, id);
  considerLanding(draft, id);
}

/** What is known of the base has changed: the change looks again, and so does the candidate that it is part of. */
export function handleBaseSettled(draft: WorkDraft, id: ChangeId): void {
  const candidate = getChange(draft, id).queue?.candidate ?? null;
  if (candidate !== null) followUp(draft, { kind: "candidate_base_settled", candidate });
  settleChange(draft, id);
}

function adopt(draft: WorkDraft, snapshot: ChangeSnapshot): void {
  const change: Change = {
    ...snapshot,
    project: draft.facts.project.id,
    session: draft.facts.session?.id ?? null,
    round: { kind: "none" },
    incidents: [],
    queue: null,
    labelsSeen: [],
    heldBackAt: null,
    readyToldFor: null,
  };
  draft.facts = { ...draft.facts, changes: [...draft.facts.changes, change] };
  giveReason(draft, `change ${snapshot.id} is open`);
}

/** A head nobody has looked at yet, or a change that was opened again: its checks are asked for; until they speak, CI owes the next step. */
function handleHeadMoved(draft: WorkDraft, id: ChangeId, { isReopened }: { readonly isReopened: boolean }): void {
  const change = getChange(draft, id);
  giveReason(draft, `the head is now ${change.head.commit}`);
  if (change.queue !== null && change.queue.head !== change.head.commit) {
    abandonCandidate(draft, change);
    patchChange(draft, id, { queue: null });
    giveReason(draft, "left the landing queue: it was asked to land at another head");
  }
  closeAt(draft, changeHome(change), "effect", "resolved");
  const ci = findOpen(getChange(draft, id).incidents, "ci");
  if (ci !== undefined) putIncident(draft, changeHome(change), assignNextStep(ci, "ci", draft.now));
  if (!isReopened && isLeftAlone(draft, id) && isOwnHead(draft, change))
    return leaveUnchecked(draft, change, "session_ended");
  askForChecks(draft, id);
}

const isOwnHead = ({ facts: { session } }: WorkDraft, { head }: Change): boolean =>
  head.commit === session?.head || head.commit === session?.published;

/** An approval asks for the checks that were called off, too: without them it could not land. */
function askOnceWanted(draft: WorkDraft, before: Change): void {
  askOnceVouchedFor(draft, before);
  if (listApprovals(getChange(draft, before.id)).length > listApprovals(before).length)
    askAgainIfCalledOff(draft, before.id);
}

/** Somebody stands for it at last: what was not run before is run now. */
export function askOnceVouchedFor(draft: WorkDraft, before: Change): void {
  const change = getChange(draft, before.id);
  const isAsked = change.round.kind !== "none" && change.round.tree === change.head.tree;
  if (!isVouchedFor(before) && isVouchedFor(change) && !isAsked) askForChecks(draft, change.id);
}

function handleClosed(draft: WorkDraft, change: Change): void {
  for (const incident of change.incidents.filter(isOpenIncident))
    closeAt(draft, changeHome(change), incident.trouble, "resolved");
  abandonChecks(draft, getChange(draft, change.id));
  abandonCandidate(draft, change);
  patchChange(draft, change.id, { queue: null, round: clearRound(change) });
  const landed = change.state.kind === "landed";
  const { session } = draft.facts;
  if (session === null || draft.facts.changes.some(isOpenChange)) return;
  // The landing that ended the session has closed its issue. Somebody who opened it again wants more than what was left over.
  if (landed && !hasLanded(session) && draft.rules.moves.includes("landed")) closeIssue(draft, change);
  endSession(draft, landed ? "landed" : "change_closed", false);
}

export function onChangeLanded(draft: WorkDraft, id: ChangeId, commit: CommitSha): void {
  patchChange(draft, id, { state: { kind: "landed", commit } });
  giveReason(draft, `landed as ${commit}`);
  handleClosed(draft, getChange(draft, id));
}

function hasLanded({ phase }: Session): boolean {
  return (phase.kind === "ending" || phase.kind === "ended") && phase.because === "landed";
}

function closeIssue(draft: WorkDraft, change: Change): void {
  const role = draft.facts.session?.role;
  if (role?.kind !== "worker" || role.issue === null || change.state.kind !== "landed") return;
  const text = describeLanding(change.state.commit, change.id);
  requestEffect(
    draft,
    { kind: "close_issue", issue: role.issue, project: change.project, text },
    `${role.issue}:${change.id}`,
  );
}

/** Each label is answered once, when its condition holds. */
function settleLabels(draft: WorkDraft, id: ChangeId): void {
  const change = getChange(draft, id);
  const rule = draft.rules.reactions["label-added"];
  const fresh = change.labels.filter((label) => !change.labelsSeen.includes(label));
  if (fresh.length === 0) return;
  patchChange(draft, id, { labelsSeen: [...change.labelsSeen, ...fresh] });
  if (draft.facts.session === null || rule.action.kind !== "send-to-agent" || !rule.auto || !mayFix(draft.rules))
    return;
  for (const label of fresh) {
    if (rule.condition === null || !evaluate(rule.condition, { label, labels: change.labels })) continue;
    const variables = { ...collectChangeVariables(draft, change), label };
    queueMessage(draft, { kind: "nudge", about: "label" }, composePrompt(draft.rules, "label-added", variables));
    giveReason(draft, `label-added: ${label}`);
  }
}
