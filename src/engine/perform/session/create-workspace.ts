import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { findSessionPlugins, type Performer } from "../context.ts";

/** Makes the session's workspace, or finds the one made before a crash. */
export const createWorkspace: Performer<"create_workspace"> = async (effect, { deps }) => {
  const { workspace, spec, session } = findSessionPlugins(deps, effect.session);
  if (session.phase.kind !== "preparing") return succeedWith();
  const made = await workspace.create(spec);
  if (!made.ok) return toOutcome(made.error);
  return succeedWith({
    kind: "workspace_created",
    session: effect.session,
    path: made.value.path,
    base: made.value.base,
  });
};
