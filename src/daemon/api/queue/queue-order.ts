/** Who lands when: what is being landed, then those that wait, in their order. */
import { isLiveCandidate, type Candidate } from "../../../domain/landing/candidate.ts";
import type { Change } from "../../../domain/change/change.ts";
import type { ChangeId, ProjectId } from "../../../domain/model/ids.ts";
import { compareLandingOrder } from "../../../domain/landing/gate.ts";
import type { Store } from "../../../store/open.ts";

export type QueueOrder = {
  readonly candidates: readonly Candidate[];
  readonly waiting: readonly Change[];
  /** 1 lands next; null: it is not in the queue. */
  readonly positionOf: (change: ChangeId) => number | null;
};

export function computeQueueOrder(store: Store, project: ProjectId): QueueOrder {
  const candidates = store.candidates
    .live()
    .filter((candidate) => candidate.project === project)
    .flatMap(({ id }) => store.candidates.get(id) ?? [])
    .filter(isLiveCandidate);
  const waiting = store.changes
    .queued()
    .filter((change) => change.project === project)
    .toSorted(compareLandingOrder);
  const order = [...candidates.flatMap(({ changes }) => changes.map(({ id }) => id)), ...waiting.map(({ id }) => id)];
  return {
    candidates,
    waiting,
    positionOf: (change) => {
      const at = order.indexOf(change);
      return at < 0 ? null : at + 1;
    },
  };
}
