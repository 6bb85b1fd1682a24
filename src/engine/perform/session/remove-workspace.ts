import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";
import { waitUntilGone } from "./gone.ts";

/** Rescues what is in the workspace, then moves it away; a branch that landed goes, too. No process lives in it any more, also none of a turn that ended. */
export const removeWorkspace: Performer<"remove_workspace"> = async (effect, { deps }) => {
  const { workspace, spec, session, runtime } = findSessionPlugins(deps, effect.session);
  if (session.phase.kind !== "ending") return succeedWith();
  const stays = await waitUntilGone(deps, runtime, session.lastTurn);
  if (stays !== null) return stays;
  if (effect.keep) return succeedWith({ kind: "workspace_removed", session: session.id, rescueRef: null });
  const rescued = await workspace.rescue(spec);
  if (!rescued.ok) return toOutcome(rescued.error);
  const removed = await workspace.remove(spec);
  if (!removed.ok) return toOutcome(removed.error);
  if (session.phase.because === "landed" && session.published !== null) {
    const dropped = await workspace.dropBranch(spec, session.published);
    if (!dropped.ok) return toOutcome(dropped.error);
  }
  return succeedWith({ kind: "workspace_removed", session: session.id, rescueRef: rescued.value.ref });
};
