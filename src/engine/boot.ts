/** How a daemon comes up: the lock first, and whoever does not get it neither reads nor acts. */
import type { EngineDeps } from "./deps.ts";
import { Engine } from "./engine.ts";

export type Lock = { readonly release: () => void };

export type BootPlan<Deps extends EngineDeps> = {
  /** Throws when another daemon holds the home, also while that one is stopped. */
  readonly lock: () => Lock;
  /** Opens the store and finds the plugins. Called only with the lock in hand. */
  readonly open: () => Deps | Promise<Deps>;
};

export type Booted<Deps extends EngineDeps = EngineDeps> = {
  readonly engine: Engine;
  readonly lock: Lock;
  readonly deps: Deps;
};

/** Resolves when the engine has looked at the world and begins to act. */
export async function boot<Deps extends EngineDeps>(plan: BootPlan<Deps>): Promise<Booted<Deps>> {
  const lock = plan.lock();
  const deps = await plan.open();
  const engine = new Engine(deps);
  await engine.start();
  return { engine, lock, deps };
}
