import type { Effect } from "../../domain/effect.ts";
import type { EngineDeps } from "../deps.ts";
import { done, outcomeOfError } from "../outcome.ts";
import { slotsOf, type Performer } from "./context.ts";

type RunChecks = Extract<Effect, { kind: "run_checks" }>;

/** Runs the checks of a tree. A run that nobody waits for any more is not begun. */
export const runChecks: Performer<"run_checks"> = async (effect, { deps }) => {
  if (!isAwaited(deps, effect)) return done();
  const { of, project, names, n } = effect;
  const ran = await slotsOf(deps, project).checks.run({ runId: effect.key, project, of, names });
  if (ran.ok) return done({ kind: "checks_finished", of, n, results: ran.value });
  return ran.error.code === "cancelled" ? done() : outcomeOfError(ran.error);
};

function isAwaited(deps: EngineDeps, { of, n }: RunChecks): boolean {
  if (of.kind === "change") {
    const round = deps.store.changes.get(of.change)?.round;
    return round?.kind === "asked" && round.tree === of.tree && round.n === n;
  }
  if (of.kind === "candidate") {
    const state = deps.store.candidates.get(of.candidate)?.state;
    return state?.kind === "checking" && state.round === n;
  }
  return deps.store.projects.get(of.project)?.base.tree === of.tree;
}
