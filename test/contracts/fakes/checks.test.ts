import { expect, test } from "vitest";
import { createWorld } from "../../world/world.ts";
import { brokenClauses } from "../clause.ts";
import { checksClauses, describeChecksContract, type ChecksSubject } from "../checks.ts";
import { onlyProject } from "./only-project.ts";

function someChecks(): ChecksSubject {
  const world = createWorld({ seed: 1, quiet: true });
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

describeChecksContract("the world's CI", someChecks);

test("checks that make up a new fingerprint each time break the contract", async () => {
  let n = 0;
  const moody = (): ChecksSubject => {
    const subject = someChecks();
    const run: ChecksSubject["plugin"]["run"] = async (request) => {
      const answer = await subject.plugin.run(request);
      if (!answer.ok) return answer;
      n += 1;
      return {
        ok: true,
        value: answer.value.map((result) => ({ ...result, fingerprint: result.verdict === "failed" ? `at ${n}` : "" })),
      };
    };
    const plugin = { ...subject.plugin, run };
    return { ...subject, plugin, afterDaemonDeath: async () => plugin };
  };
  expect([...(await brokenClauses(checksClauses, moody)).keys()]).toEqual([
    "a red tree fails, with evidence, and with the same fingerprint in every run",
    "the same run asked for again gives the same results",
    "the next daemon hears of a run what the first would have heard",
  ]);
});
