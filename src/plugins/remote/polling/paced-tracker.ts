import { ok } from "../../../slots/result.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { lookAtPace, type Pace } from "./pace.ts";

/** A tracker that is asked for news no more often than its pace lets it be. All else is asked at once. */
export function createPacedTracker(tracker: TrackerPlugin, pace: Pace): TrackerPlugin {
  return {
    ...tracker,
    since: async (cursor) => {
      const isDue = pace.isDue();
      if (cursor !== null && !isDue) return ok({ issues: [], cursor, unasked: true });
      const read = await lookAtPace(pace, () => tracker.since(cursor));
      if (read.ok) pace.found(read.value.cursor !== cursor);
      return read;
    },
    wake: (of) => {
      pace.wake(of);
      tracker.wake?.(of);
    },
  };
}
