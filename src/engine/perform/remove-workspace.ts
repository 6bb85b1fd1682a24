import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";
import { untilGone } from "./gone.ts";

/** Rescues what is in the workspace, then moves it away; a branch that landed goes, too. No process lives in it any more, also none of a turn that ended. */
export const removeWorkspace: Performer<"remove_workspace"> = async (effect, { deps }) => {
  const { workspace, spec, session, runtime } = pluginsOf(deps, effect.session);
  if (session.phase.kind !== "ending") return done();
  const stays = await untilGone(deps, runtime, session.lastTurn);
  if (stays !== null) return stays;
  if (effect.keep) return done({ kind: "workspace_removed", session: session.id, rescueRef: null });
  const rescued = await workspace.rescue(spec);
  if (!rescued.ok) return outcomeOfError(rescued.error);
  const removed = await workspace.remove(spec);
  if (!removed.ok) return outcomeOfError(removed.error);
  if (session.phase.because === "landed" && session.published !== null) {
    const dropped = await workspace.dropBranch(spec, session.published);
    if (!dropped.ok) return outcomeOfError(dropped.error);
  }
  return done({ kind: "workspace_removed", session: session.id, rescueRef: rescued.value.ref });
};
