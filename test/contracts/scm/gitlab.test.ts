import { commitSha, threadId, treeSha } from "../../../src/domain/ids.ts";
import { makeGitlab } from "../../fakes/gitlab/a-gitlab.ts";
import { describeScmContract } from "../scm.ts";

describeScmContract("GitLab", async () => {
  const { fake, forge, again, commit, personPushes, dispose } = await makeGitlab();
  const { bare } = fake.world;
  return {
    plugin: forge.scm,
    afterDaemonDeath: async () => again().scm,
    base: "main",
    baseHead: async () => {
      const tip = await bare.tipOf("main");
      if (tip === null) throw new Error("the base is not there");
      return { commit: commitSha(tip), tree: treeSha(await bare.treeOf(tip)) };
    },
    commit: async ({ path, content, parents }) => commitSha(await commit({ [path]: content }, parents)),
    personPushes,
    openThread: async (change, text) => {
      const number = Number(change.slice(change.indexOf("#") + 1));
      const { id } = fake.world.openThread(number, { author: "ann", path: "a.txt", line: 1, body: text });
      return threadId(`${change}.${id}`);
    },
    dispose,
  };
});
