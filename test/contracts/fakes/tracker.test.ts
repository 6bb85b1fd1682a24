import { expect, test } from "vitest";
import { known } from "../../../src/domain/known.ts";
import { createWorld } from "../../world/world.ts";
import { writer } from "../../world/visitors.ts";
import { brokenClauses } from "../clause.ts";
import { describeTrackerContract, trackerClauses, type TrackerSubject } from "../tracker.ts";
import { onlyProject } from "./only-project.ts";

const mallory = { kind: "person", name: "mallory", canWrite: known(false) } as const;

function aTracker(): TrackerSubject {
  const world = createWorld({ seed: 1, quiet: true });
  const { tracker } = onlyProject(world);
  return {
    plugin: tracker.plugin,
    afterDaemonDeath: async () => tracker.plugin,
    createIssue: async (issue) => tracker.create({ ...issue, author: writer("ann") }).id,
    editAsStranger: async (issue, edit) => tracker.edit(issue, edit, mallory),
    editIssue: async (issue, text) => tracker.edit(issue, { text }),
    reopenIssue: async (issue) => tracker.setState(issue, { kind: "open" }),
  };
}

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
