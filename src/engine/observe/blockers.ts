/**
 * What issues wait for and nobody has seen: a tracker lists what is open and asked for, and a blocker may be neither. Each is
 * read by its id, a few at a time. One that cannot be read stays unknown, holds its dependants, and is asked for again later.
 */
import type { IssueId, ProjectId } from "../../domain/model/ids.ts";
import { createGoneIssue, isWantedIssue, type IssueSnapshot } from "../../domain/issue/issue.ts";
import { limits } from "../../domain/model/limits.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import { isCooling, noteLimit } from "../outbox/cool-down.ts";
import type { EngineDeps } from "../deps.ts";

/** When each was asked for in vain, by the wall's clock. */
export type BlockersAsked = Map<IssueId, number>;

type Asking = { readonly project: ProjectId; readonly tracker: TrackerPlugin; readonly asked: BlockersAsked };

export async function readBlockers(
  deps: EngineDeps,
  asking: Asking,
  listed: readonly IssueSnapshot[],
): Promise<readonly IssueSnapshot[]> {
  const { tracker, asked } = asking;
  const read: IssueSnapshot[] = [];
  for (const id of listUnseen(deps, asking, listed)) {
    if (isCooling(deps, tracker.credential)) break;
    asked.set(id, deps.clock.wallMs());
    const answer = await tracker.read(id);
    // It was not listed: where the tracker does not say that it is wanted all the same, it is not.
    if (answer.ok) read.push({ ...answer.value, isWanted: answer.value.isWanted ?? false });
    else if (answer.error.code === "gone") read.push(createGoneIssue(id));
    else noteLimit(deps, tracker.credential, answer.error);
  }
  return read;
}

function listUnseen(
  { store, clock }: EngineDeps,
  { project, tracker, asked }: Asking,
  listed: readonly IssueSnapshot[],
): readonly IssueId[] {
  const there = new Set(listed.map(({ id }) => id));
  const awaited = listed.filter((issue) => issue.state.kind === "open" && isWantedIssue(issue));
  const ids = [...store.issues.unseenBlockers(project), ...awaited.flatMap(({ blockedBy }) => blockedBy)];
  const isDue = (id: IssueId): boolean =>
    Math.abs(clock.wallMs() - (asked.get(id) ?? -Infinity)) >= limits.blockerAskedAgainMs;
  return [...new Set(ids)]
    .filter((id) => !there.has(id) && store.issues.get(id) === null && tracker.holds?.(id) !== false && isDue(id))
    .slice(0, limits.missingReadMax);
}
