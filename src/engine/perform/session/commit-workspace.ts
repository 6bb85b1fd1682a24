import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";

/** Commits on the agent's behalf what it left uncommitted. */
export const commitWorkspace: Performer<"commit_workspace"> = async (effect, { deps }) => {
  const { workspace, spec, session } = findSessionPlugins(deps, effect.session);
  const committed = await workspace.commit(spec, session.title);
  if (!committed.ok) return toOutcome(committed.error);
  return succeedWith({ kind: "workspace_committed", session: session.id, head: committed.value });
};
