import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Rescues what is in the workspace, then moves it away. `stop_turn` stands before it in the lane: no process lives in it. */
export const removeWorkspace: Performer<"remove_workspace"> = async (effect, { deps }) => {
  const { workspace, spec, session } = pluginsOf(deps, effect.session);
  if (session.phase.kind !== "ending") return done();
  if (effect.keep) return done({ kind: "workspace_removed", session: session.id, rescueRef: null });
  const rescued = await workspace.rescue(spec);
  if (!rescued.ok) return outcomeOfError(rescued.error);
  const removed = await workspace.remove(spec);
  if (!removed.ok) return outcomeOfError(removed.error);
  return done({ kind: "workspace_removed", session: session.id, rescueRef: rescued.value.ref });
};
