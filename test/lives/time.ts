/**
 * Virtual time over real requests and real git: it stands still as long as one of them is under way, and leaps to the next thing
 * that is timed when none is. So hours of back-off, cool-downs and CI pass in seconds.
 */
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { VirtualClock } from "../world/clock.ts";

/** Looks in a row at which nothing was under way: between a program's end and whoever waited for it lie a few turns. */
const QUIET_LOOKS = 4;
/** No request and no program here takes longer: what is still under way then will be for ever, and would stop time with it. */
const STILL_MAX_MS = 150_000;

export class Time {
  readonly clock = new VirtualClock();
  private readonly requests = new Set<string>();
  private asked = 0;

  /** Passes time until it holds; false: it did not within `ms`. */
  async until(holds: () => boolean, ms: number): Promise<boolean> {
    const endMs = this.clock.awakeMs + ms;
    let movedMs = performance.now();
    for (let quiet = 0; !holds();) {
      if (this.clock.awakeMs > endMs) return false;
      await nextTurn();
      if (this.underWay().length > 0) {
        quiet = 0;
        if (performance.now() - movedMs > STILL_MAX_MS) throw new Error(`time stands still: ${this.underWay().join()}`);
        await pause(1);
      } else if ((quiet += 1) >= QUIET_LOOKS) {
        quiet = 0;
        movedMs = performance.now();
        if (!this.clock.step()) return holds();
      }
    }
    return true;
  }

  /** Passes time until the promise is settled: it may wait for a clock that nobody else moves. */
  async settled<T>(pending: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => void (isSettled = true);
    pending.then(settle, settle);
    const endMs = performance.now() + STILL_MAX_MS;
    const isLate = (): boolean => performance.now() > endMs;
    await this.until(() => isSettled || isLate(), Infinity);
    if (isLate()) throw new Error("what was begun does not end");
    return pending;
  }

  /** Requests that are under way until their last byte. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = `${init?.method ?? "GET"} ${input instanceof Request ? input.url : input.toString()} (${++this.asked})`;
    this.requests.add(request);
    try {
      const response = await fetch(input, init);
      const { status, headers } = response;
      const bytes = await response.arrayBuffer();
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
    } finally {
      this.requests.delete(request);
    }
  };

  /** By their names; time stands still meanwhile. */
  private underWay(): readonly string[] {
    const programs = process
      .getActiveResourcesInfo()
      .filter((kind) => kind === "ProcessWrap" || kind.startsWith("FSReq"));
    return [...this.requests, ...programs];
  }
}
