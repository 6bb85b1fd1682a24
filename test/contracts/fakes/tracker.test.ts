import { expect, test } from "vitest";
import { brokenClauses } from "../clause.ts";
import { describeTrackerContract, trackerClauses, type TrackerSubject } from "../tracker.ts";
import { aTracker } from "./subjects.ts";

describeTrackerContract("the world's tracker", aTracker);

test("a tracker that forgets its keys breaks the contract", async () => {
  let n = 0;
  const forgetful = (): TrackerSubject => {
    const subject = aTracker();
    const close: TrackerSubject["plugin"]["close"] = (request) =>
      subject.plugin.close({ ...request, key: `${request.key}.${(n += 1)}` });
    const plugin = { ...subject.plugin, close };
    return { ...subject, plugin, afterDaemonDeath: async () => plugin };
  };
  const broken = await brokenClauses(trackerClauses, forgetful);
  expect([...broken.keys()]).toEqual([
    "closing again with the same key does nothing, even if a person reopened the issue since",
  ]);
});
