import { done, outcomeOfError } from "../outcome.ts";
import { pluginsOf, type Performer } from "./context.ts";

/** Runs the project's set-up commands; commands that were cut off by a crash are run again. */
export const runSetup: Performer<"run_setup"> = async (effect, { deps }) => {
  const { workspace, spec, session } = pluginsOf(deps, effect.session);
  if (session.phase.kind !== "preparing") return done();
  const ran = await workspace.setup(spec, effect.path);
  return ran.ok
    ? done({ kind: "setup_finished", session: effect.session, path: effect.path })
    : outcomeOfError(ran.error);
};
