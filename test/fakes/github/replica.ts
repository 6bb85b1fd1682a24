/**
 * A replica that lags behind: reads that it answers show the repository as it was a moment ago, all of it, refs included. What
 * git itself is asked is never behind.
 */
import type { State } from "./state.ts";
import type { World } from "./world.ts";

type Shot = { readonly atMs: number; readonly state: State; readonly refs: ReadonlyMap<string, string> };

export class Replica {
  private readonly world: World;
  private readonly keptMs: number;
  private shots: Shot[] = [];

  constructor(world: World, keptMs: number) {
    this.world = world;
    this.keptMs = keptMs;
  }

  /** Called after everything that happens. */
  note(): void {
    const atMs = this.world.now();
    const behind = this.shots.findLastIndex((shot) => shot.atMs < atMs - this.keptMs);
    this.shots = this.shots.slice(Math.max(0, behind));
    this.shots.push({ atMs, state: structuredClone(this.world.state), refs: this.world.bare.refs() });
  }

  /** As it was so many things ago, as far as they happened within the time that a replica may lag behind. */
  asOf(stepsBack: number): World {
    const fromMs = this.world.now() - this.keptMs;
    const recent = this.shots.filter(({ atMs }) => atMs >= fromMs);
    const shot = recent.at(-1 - stepsBack) ?? recent[0];
    if (shot === undefined) return this.world;
    const { state, refs } = shot;
    const tipOf = async (branch: string): Promise<string | null> => refs.get(`refs/heads/${branch}`) ?? null;
    const bare = { ...this.world.bare, tipOf, refs: () => refs };
    const then: World = Object.create(this.world);
    return Object.assign(then, { state, bare });
  }
}
