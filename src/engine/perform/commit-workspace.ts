import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Commits on the agent's behalf what it left uncommitted. */
export const commitWorkspace: Performer<"commit_workspace"> = async (effect, { deps }) => {
  const { workspace, spec, session } = pluginsOf(deps, effect.session);
  const committed = await workspace.commit(spec, session.title);
  if (!committed.ok) return outcomeOfError(committed.error);
  return done({ kind: "workspace_committed", session: session.id, head: committed.value });
};
