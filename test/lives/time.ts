/**
 * Virtual time over real requests and real git: it stands still as long as one of them is under way, and leaps to the next thing
 * that is timed when none is. So hours of back-off, cool-downs and CI pass in seconds.
 */
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { VirtualClock } from "../world/clock.ts";

/** Looks in a row at which nothing was under way: between a program's end and whoever waited for it lie a few turns. */
const QUIET_LOOKS = 4;

export class Time {
  readonly clock = new VirtualClock();
  private requests = 0;

  /** Passes time until it holds; false: it did not within `ms`. */
  async until(holds: () => boolean, ms: number): Promise<boolean> {
    const endMs = this.clock.awakeMs + ms;
    for (let quiet = 0; !holds();) {
      if (this.clock.awakeMs > endMs) return false;
      await nextTurn();
      if (this.isBusy()) {
        quiet = 0;
        await pause(1);
      } else if ((quiet += 1) >= QUIET_LOOKS) {
        quiet = 0;
        if (!this.clock.step()) return holds();
      }
    }
    return true;
  }

  /** Requests that are under way until their last byte. */
  readonly fetch: typeof fetch = async (input, init) => {
    this.requests += 1;
    try {
      const response = await fetch(input, init);
      const { status, headers } = response;
      const bytes = await response.arrayBuffer();
      return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
    } finally {
      this.requests -= 1;
    }
  };

  private isBusy(): boolean {
    if (this.requests > 0) return true;
    return process.getActiveResourcesInfo().some((kind) => kind === "ProcessWrap" || kind.startsWith("FSReq"));
  }
}
