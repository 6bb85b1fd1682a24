/** Which state of a team shows how far the work is: the one that settings name, else the one that fits by its kind. */
import type { IssueProgress } from "../../../domain/issue/issue.ts";
import type { LinearTeam } from "./parse-linear.ts";

export type Moves = Readonly<Partial<Record<IssueProgress, boolean | string>>>;

type State = LinearTeam["states"]["nodes"][number];

/** Null: it is not shown, or no state fits. */
export function chooseTargetState(team: LinearTeam, moment: IssueProgress, moves: Moves): State | null {
  const chosen = moves[moment];
  if (chosen === false) return null;
  const states = [...team.states.nodes].sort((one, other) => one.position - other.position);
  if (typeof chosen === "string")
    return states.find(({ name, id }) => name.toLowerCase() === chosen.toLowerCase() || id === chosen) ?? null;
  const ofType = (type: string): readonly State[] => states.filter((state) => state.type === type);
  const started = ofType("started");
  const inReview = started.find(({ name }) => /review/i.test(name));
  const byMoment: Readonly<Record<IssueProgress, State | undefined>> = {
    started: started.find((state) => state !== inReview) ?? started[0],
    change_opened: inReview,
    // Linear has no kind of state for it: only one that settings name.
    escalated: undefined,
    stopped: ofType("unstarted")[0] ?? ofType("backlog")[0],
    landed: ofType("completed")[0],
  };
  return byMoment[moment] ?? null;
}
