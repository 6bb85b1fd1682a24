/**
 * A replica that lags behind: reads that it answers show the repository as it was a moment ago, all of it, refs included. What
 * git itself is asked is never behind.
 */
import type { BareGit } from "./bare-git.ts";

type AWorld<State> = { readonly state: State; readonly bare: BareGit; readonly now: () => number };

type Shot<State> = { readonly atMs: number; readonly state: State; readonly refs: ReadonlyMap<string, string> };

/** No replica is further behind than this. */
export const LAG_MS = 10_000;
const STEPS_BEHIND = 4;

export class Replica<State, World extends AWorld<State>> {
  private readonly world: World;
  private shots: Shot<State>[] = [];

  constructor(world: World) {
    this.world = world;
  }

  /** Called after everything that happens. */
  note(): void {
    const atMs = this.world.now();
    const behind = this.shots.findLastIndex((shot) => shot.atMs < atMs - LAG_MS);
    this.shots = this.shots.slice(Math.max(0, behind));
    this.shots.push({ atMs, state: structuredClone(this.world.state), refs: this.world.bare.refs() });
  }

  /** As it was a few things ago, as far as they happened within the time that a replica may lag behind. */
  asOf(random: () => number): World {
    const fromMs = this.world.now() - LAG_MS;
    const recent = this.shots.filter(({ atMs }) => atMs >= fromMs);
    const shot = recent.at(-2 - Math.floor(random() * STEPS_BEHIND)) ?? recent[0];
    if (shot === undefined) return this.world;
    const { state, refs } = shot;
    const tipOf = async (branch: string): Promise<string | null> => refs.get(`refs/heads/${branch}`) ?? null;
    const bare = { ...this.world.bare, tipOf, refs: () => refs };
    const then: World = Object.create(this.world);
    return Object.assign(then, { state, bare });
  }
}
