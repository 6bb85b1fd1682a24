import { expect, test } from "vitest";
import { threadId, type CommitSha } from "../../../src/domain/ids.ts";
import { createWorld } from "../../world/world.ts";
import { writer } from "../../world/visitors.ts";
import { brokenClauses } from "../clause.ts";
import { describeScmContract, scmClauses, type ScmSubject } from "../scm.ts";
import { onlyProject } from "./only-project.ts";

function aForge(): ScmSubject {
  const { forge, git } = onlyProject(createWorld({ seed: 1, quiet: true }));
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

describeScmContract("the world's forge", aForge);

test("a forge that lands without comparing breaks the contract", async () => {
  const careless = (): ScmSubject => {
    const subject = aForge();
    const land: ScmSubject["plugin"]["land"] = async (request) => {
      const base = await subject.baseHead();
      const read = await Promise.all(request.changes.map(({ id }) => subject.plugin.read(id)));
      const changes = read.flatMap((answer) =>
        answer.ok ? [{ id: answer.value.id, head: answer.value.head.commit, version: answer.value.version }] : [],
      );
      return subject.plugin.land({ ...request, onto: base.commit, changes });
    };
    return { ...subject, plugin: { ...subject.plugin, land } };
  };
  const broken = await brokenClauses(scmClauses, careless);
  expect(broken.has("a base that moved refuses the landing")).toBe(true);
  expect(broken.has("a change that was talked about since it was judged refuses the landing")).toBe(true);
  expect(broken.has("landing moves the base to exactly the built tree, and the change has landed")).toBe(false);
});

test("a forge that pushes by force breaks the contract", async () => {
  const forceful = (): ScmSubject => {
    const subject = aForge();
    const publish: ScmSubject["plugin"]["publish"] = async (request) => {
      const answer = await subject.plugin.publish(request);
      if (!answer.ok || answer.value.kind === "published") return answer;
      return subject.plugin.publish({ ...request, replaces: { kind: "exactly", commit: answer.value.theirs } });
    };
    return { ...subject, plugin: { ...subject.plugin, publish } };
  };
  const broken = await brokenClauses(scmClauses, forceful);
  expect([...broken.keys()]).toEqual([
    "an exact replacement is refused when somebody else moved the branch, and says to where",
    "where only ancestors may go, a head that does not contain theirs is refused, one that does goes through",
  ]);
});
