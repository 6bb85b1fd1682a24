import { makeForge, ann } from "../../../src/plugins/local/testing/a-forge.ts";
import { threadId } from "../../../src/domain/model/ids.ts";
import { describeScmContract } from "../scm.ts";

describeScmContract("the local forge", async () => {
  const { forge, again, repository, dispose } = await makeForge();
  let keys = 0;
  const deed = () => ({ by: ann, key: `deed:${(keys += 1)}` });
  return {
    plugin: forge.scm,
    afterDaemonDeath: async () => again().scm,
    base: "main",
    baseHead: async () => {
      const since = await forge.scm.since(null);
      if (!since.ok || since.value.base === null) throw new Error("the base is not there");
      return since.value.base;
    },
    commit: ({ path, content, parents }) =>
      repository.commit({ files: { [path]: content }, ...(parents === undefined ? {} : { parents }) }),
    personPushes: async (branch, commit) => {
      if (branch === "main") await repository.git("reset", "--hard", "--quiet", commit);
      else await forge.changes.push({ branch, head: commit, ...deed() });
    },
    openThread: async (change, text) => {
      await forge.changes.review({ change, verdict: "changes_requested", text, ...deed() });
      return threadId(`${change}.1`);
    },
    dispose,
  };
});
