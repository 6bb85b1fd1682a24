/** Review threads: each is told to the agent once, answered after its turn; the review is over when none is open. */
import { listChangeRequests, type Change, type Thread } from "./change.ts";
import { giveReason, requestEffect } from "../core/draft.ts";
import { findOpen, assignNextStep, type Incident } from "../incident/incident.ts";
import type { IncidentCause } from "../turn/message.ts";
import { isInRound, toRound } from "./review-round.ts";
import { tell } from "../incident/notify-agent.ts";
import { nameAuthor, maySteer } from "../model/trust.ts";
import { collectChangeVariables } from "../words/variables.ts";
import { getChange, closeAt, ensureIncident, changeHome, putIncident, type WorkDraft } from "../core/work-draft.ts";
import type { ChangeId, CommitSha } from "../model/ids.ts";

/** Threads that an agent may be told of: open, not our own, and by people whose word counts. */
export function listThreadsToAnswer(change: Change): readonly Thread[] {
  return change.threads.filter((thread) => thread.open && maySteer(thread, change.approvedTexts ?? []));
}

export function settleReview(draft: WorkDraft, id: ChangeId): void {
  const change = getChange(draft, id);
  const threads = listThreadsToAnswer(change);
  if (threads.length === 0) {
    // A reviewer who asked for changes and has not come back yet keeps the incident, and so its count, open.
    const told = parseToldRound(findOpen(change.incidents, "review") ?? { toldFor: null });
    const isWaitedFor = listChangeRequests(change).length > 0 || change.threads.some((one) => isInDoubt(one, told));
    if (!isWaitedFor) closeAt(draft, changeHome(change), "review", "resolved");
    return;
  }
  const summary = threads.length === 1 ? "A review thread is open" : `${threads.length} review threads are open`;
  const incident = ensureIncident(draft, changeHome(change), "review", summary);
  tell(draft, {
    home: changeHome(change),
    incident,
    reaction: "changes-requested",
    // The failure is what was said: the same words on a new head are still being worked on, not told again.
    failure: { head: null, fingerprint: openRound(change, parseToldRound(incident)) },
    variables: collectChangeVariables(draft, change),
    narrow: (left) => {
      const untold = threads.filter((thread) => !isInRound(parseToldRound(left), thread));
      return { fingerprint: toRound(untold), variables: { comments: untold.map(quote).join("\n\n") } };
    },
  });
}

const parseToldRound = ({ toldFor }: Pick<Incident, "toldFor">): string => toldFor?.fingerprint ?? "";

/** It was told, is still open, and the forge cannot say just now whether its author may write. */
function isInDoubt(thread: Thread, told: string): boolean {
  const { open, author } = thread;
  return open && author.kind === "person" && !author.canWrite.known && isInRound(told, thread);
}

/** Threads are answered one by one: those that are left of what was told are nothing new. */
function openRound(change: Change, told: string): string {
  const threads = listThreadsToAnswer(change);
  if (threads.every((thread) => isInRound(told, thread))) return told;
  return toRound(change.threads.filter((one) => threads.includes(one) || isInDoubt(one, told)));
}

function quote(thread: Thread): string {
  const place = thread.place === null ? "" : ` at ${thread.place}`;
  return `${nameAuthor(thread.author)}${place}:\n${thread.text}`;
}

/** The commits of a turn: where the branch was before, and where it is now. */
export type HeadMove = { readonly from: CommitSha; readonly to: CommitSha };

/** After a turn about a review: the threads of that round are answered; a commit that touches its place resolves one. */
export function answerThreads(draft: WorkDraft, cause: IncidentCause, move: HeadMove | null, words: string): void {
  const change = draft.facts.changes.find((other) =>
    other.incidents.some((incident) => incident.id === cause.incident),
  );
  const incident = change === undefined ? undefined : findOpen(change.incidents, "review");
  if (change === undefined || incident === undefined) return;
  // What was told is answered, also while the forge cannot say who may write: nobody would come back to it.
  for (const thread of change.threads.filter((other) => other.open && isInRound(cause.fingerprint, other))) {
    const deed = {
      kind: "answer_thread",
      change: change.id,
      thread: thread.id,
      ...composeAnswer(thread, move, words),
    } as const;
    requestEffect(draft, deed, `${thread.id}:${cause.attempt}:${incident.id}`);
  }
  putIncident(draft, changeHome(change), assignNextStep(incident, "reviewer", draft.now));
  giveReason(
    draft,
    move === null ? "the agent answered the review without a commit" : "the agent answered the review with a commit",
  );
}

/** A remark about the whole change is met by any commit; one at a line only by a commit that touches that place. */
function composeAnswer({ place }: Thread, move: HeadMove | null, words: string) {
  if (move === null) return { text: words, resolve: false };
  if (place === null) return { text: addCommitName(words, move.to), resolve: true };
  return { text: words, resolve: true, ifChanged: move };
}

export const addCommitName = (words: string, head: CommitSha): string => `${words}\n\nChanged in ${head}.`.trim();
