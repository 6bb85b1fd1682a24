import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Makes the session's workspace, or finds the one made before a crash. */
export const createWorkspace: Performer<"create_workspace"> = async (effect, { deps }) => {
  const { workspace, spec, session } = pluginsOf(deps, effect.session);
  if (session.phase.kind !== "preparing") return done();
  const made = await workspace.create(spec);
  if (!made.ok) return outcomeOfError(made.error);
  return done({ kind: "workspace_created", session: effect.session, path: made.value.path, base: made.value.base });
};
