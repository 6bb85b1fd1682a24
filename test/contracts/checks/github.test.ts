import { changeId, commitSha, projectId, sessionId, treeSha, type ChangeId } from "../../../src/domain/ids.ts";
import { makeGithub } from "../../fakes/github/a-github.ts";
import { describeChecksContract } from "../checks.ts";

describeChecksContract("GitHub", async () => {
  const { fake, forge, again, commit, dispose } = await makeGithub({
    ci: async ({ read }) => {
      const isBroken = (await read("state.txt"))?.trim() === "broken";
      const log = "##[group]Run npm test\nAssertionError: expected the shop to be open\n##[error]exit code 1\n";
      return [
        { name: "test", conclusion: isBroken ? "failure" : "success", ...(isBroken ? { log } : {}) },
        { name: "lint", conclusion: "success" },
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
