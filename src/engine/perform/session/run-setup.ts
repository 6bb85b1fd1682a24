import type { SessionId } from "../../../domain/model/ids.ts";
import { limits } from "../../../domain/model/limits.ts";
import type { EngineDeps } from "../../deps.ts";
import { succeedWith, toOutcome, retryFor } from "../../outbox/outcome.ts";
import { findSessionPlugins, loadSession, type Performer } from "../context.ts";

/**
 * Runs the project's set-up commands; commands that were cut off by a crash are run again. They are called off when the
 * session ends meanwhile, so that nobody waits for them in vain, and when the daemon stops, so that the next one does not
 * run them beside themselves.
 */
export const runSetup: Performer<"run_setup"> = async (effect, { deps, leaving }) => {
  const { workspace, spec } = findSessionPlugins(deps, effect.session);
  if (!isPreparing(deps, effect.session)) return succeedWith();
  const unwanted = watchUnwanted(deps, effect.session);
  let isLeaving = false;
  const left = leaving.then(() => void (isLeaving = true));
  const ran = await workspace.setup(spec, effect.path, Promise.race([left, unwanted.happened]));
  unwanted.forget();
  if (!isPreparing(deps, effect.session)) return succeedWith();
  if (ran.ok) return succeedWith({ kind: "setup_finished", session: effect.session, path: effect.path });
  return isLeaving ? retryFor("the daemon stops") : toOutcome(ran.error);
};

function isPreparing(deps: EngineDeps, id: SessionId): boolean {
  return loadSession(deps, id).phase.kind === "preparing";
}

function watchUnwanted(deps: EngineDeps, id: SessionId) {
  const { promise: happened, resolve } = Promise.withResolvers<void>();
  let forget = (): void => undefined;
  const look = (): void => {
    if (!isPreparing(deps, id)) return resolve();
    forget = deps.clock.after(limits.setupWantedPollMs, look);
  };
  look();
  return { happened, forget: () => forget() };
}
