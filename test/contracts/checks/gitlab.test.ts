import { changeId, commitSha, projectId, sessionId, treeSha, type ChangeId } from "../../../src/domain/ids.ts";
import { makeGitlab } from "../../fakes/gitlab/a-gitlab.ts";
import { describeChecksContract } from "../checks.ts";

describeChecksContract("GitLab", async () => {
  const { fake, forge, again, commit, dispose } = await makeGitlab({
    ci: async ({ read }) => {
      const isBroken = (await read("state.txt"))?.trim() === "broken";
      return [
        {
          name: "test",
          status: isBroken ? "failed" : "success",
          script: isBroken ? ["AssertionError: expected the shop to be open"] : ["fine"],
        },
        { name: "lint", status: "success" },
      ];
    },
  });
  const changes = new Map<string, ChangeId>();
  const treeWith = async (state: string) => {
    const head = commitSha(await commit({ "state.txt": state }));
    const request = { session: sessionId("s1"), branch: `agent/${state}`, base: "main", head, title: state, body: "" };
    const published = await forge.scm.publish({ ...request, replaces: { kind: "ancestors" } });
    if (!published.ok || published.value.kind !== "published") throw new Error(JSON.stringify(published));
    const tree = treeSha(await fake.world.bare.treeOf(head));
    changes.set(tree, published.value.change.id);
    return tree;
  };
  return {
    plugin: forge.checks,
    afterDaemonDeath: async () => again().checks,
    project: projectId("shop"),
    names: ["test", "lint"],
    greenTree: await treeWith("fine"),
    redTree: await treeWith("broken"),
    changeAt: (tree) => changes.get(tree) ?? changeId("c1"),
    dispose,
  };
});
