import type { SessionId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import type { EngineDeps } from "../deps.ts";
import { done, outcomeOfError, retryFor } from "../outcome.ts";
import { pluginsOf, sessionOf, type Performer } from "./context.ts";

/**
 * Runs the project's set-up commands; commands that were cut off by a crash are run again. They are called off when the
 * session ends meanwhile, so that nobody waits for them in vain, and when the daemon stops, so that the next one does not
 * run them beside themselves.
 */
export const runSetup: Performer<"run_setup"> = async (effect, { deps, leaving }) => {
  const { workspace, spec } = pluginsOf(deps, effect.session);
  if (!isPreparing(deps, effect.session)) return done();
  const unwanted = whenUnwanted(deps, effect.session);
  let isLeaving = false;
  const left = leaving.then(() => void (isLeaving = true));
  const ran = await workspace.setup(spec, effect.path, Promise.race([left, unwanted.happened]));
  unwanted.forget();
  if (!isPreparing(deps, effect.session)) return done();
  if (ran.ok) return done({ kind: "setup_finished", session: effect.session, path: effect.path });
  return isLeaving ? retryFor("the daemon stops") : outcomeOfError(ran.error);
};

function isPreparing(deps: EngineDeps, id: SessionId): boolean {
  return sessionOf(deps, id).phase.kind === "preparing";
}

function whenUnwanted(deps: EngineDeps, id: SessionId) {
  const { promise: happened, resolve } = Promise.withResolvers<void>();
  let forget = (): void => undefined;
  const look = (): void => {
    if (!isPreparing(deps, id)) return resolve();
    forget = deps.clock.after(limits.setupWantedPollMs, look);
  };
  look();
  return { happened, forget: () => forget() };
}
