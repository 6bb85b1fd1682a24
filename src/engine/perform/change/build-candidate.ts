import { succeedWith, failForGood, toOutcome } from "../../outbox/outcome.ts";
import { getSlots, type Performer } from "../context.ts";

/** Makes the commit that will be checked and, if green, landed as it is. */
export const buildCandidate: Performer<"build_candidate"> = async (effect, { deps }) => {
  const candidate = deps.store.candidates.get(effect.candidate);
  if (candidate === null) return failForGood("the candidate is not stored");
  if (candidate.state.kind !== "building") return succeedWith();
  const { id, base, onto, changes, project } = candidate;
  const built = await getSlots(deps, project).scm.buildCandidate({
    candidate: id,
    base,
    onto,
    changes,
    strategy: effect.strategy,
  });
  if (!built.ok) return toOutcome(built.error);
  if (built.value.kind === "conflict") {
    const { change, paths, theirs } = built.value;
    return succeedWith({ kind: "candidate_conflicted", candidate: id, change, paths, theirs });
  }
  return succeedWith({ kind: "candidate_built", candidate: id, ...built.value.made });
};
