/** How a daemon comes up: the lock first, and whoever does not get it neither reads nor acts. */
import type { EngineDeps } from "./deps.ts";
import { Engine } from "./engine.ts";

export type Lock = { readonly release: () => void };

export type BootPlan = {
  /** Throws when another daemon holds the home, also while that one is stopped. */
  readonly lock: () => Lock;
  /** Opens the store and finds the plugins. Called only with the lock in hand. */
  readonly open: () => EngineDeps;
};

export type Booted = { readonly engine: Engine; readonly lock: Lock };

/** Resolves when the engine has looked at the world and begins to act. */
export async function boot(plan: BootPlan): Promise<Booted> {
  const lock = plan.lock();
  const engine = new Engine(plan.open());
  await engine.start();
  return { engine, lock };
}
