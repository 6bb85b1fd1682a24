/** The forge, tracker and checks of the simulated world, as contract suites take them. */
import { threadId, type CommitSha } from "../../../src/domain/model/ids.ts";
import { known } from "../../../src/domain/model/known.ts";
import { writer } from "../../world/visitors.ts";
import { createWorld } from "../../world/world.ts";
import type { ChecksSubject } from "../checks.ts";
import type { ScmSubject } from "../scm.ts";
import type { TrackerSubject } from "../tracker.ts";
import { onlyProject } from "./only-project.ts";

export function aForge(world = createWorld({ seed: 1, quiet: true })): ScmSubject {
  const { forge, git } = onlyProject(world);
  const { state } = forge;
  const changeOn = (branch: string) => [...state.changes.values()].find((change) => change.branch === branch);
  return {
    plugin: forge.plugin,
    afterDaemonDeath: async () => forge.plugin,
    base: state.base,
    baseHead: async () => state.baseHead,
    commit: async ({ path, content, parents = [] }) => {
      const on: readonly CommitSha[] = parents.length === 0 ? [state.baseHead.commit] : parents;
      const files = new Map(on.flatMap((parent) => [...git.get(parent).files])).set(path, content);
      return git.commit({ parents: on, files, by: "agent" }).sha;
    },
    personPushes: async (branch, commit) => {
      const change = changeOn(branch);
      if (branch === state.base) state.moveBase(commit);
      else if (change !== undefined) state.moveHead(change, commit);
    },
    openThread: async (id, text) => {
      const thread = { id: threadId(`${id}-t1`), author: writer("ann"), text, place: null, open: true } as const;
      const change = state.changes.get(id);
      if (change === undefined) throw new Error(`there is no change ${id}`);
      change.threads = [...change.threads, thread];
      state.touch(change);
      return thread.id;
    },
  };
}

const mallory = { kind: "person", name: "mallory", canWrite: known(false) } as const;

export function aTracker(world = createWorld({ seed: 1, quiet: true })): TrackerSubject {
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

export function someChecks(world = createWorld({ seed: 1, quiet: true })): ChecksSubject {
  const { ci, git, id } = onlyProject(world);
  const treeOf = (content: string) =>
    git.commit({ parents: [], files: new Map([["a.txt", content]]), by: "agent" }).tree;
  return {
    plugin: ci.plugin,
    afterDaemonDeath: async () => ci.plugin,
    project: id,
    names: ["test", "lint"],
    greenTree: treeOf("fine"),
    redTree: treeOf("broken(1)"),
    drive: (pending) => world.clock.drive(pending),
  };
}
