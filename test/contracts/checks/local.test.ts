import { makeForge } from "../../../src/plugins/local/testing/a-forge.ts";
import { runScript } from "../../../src/plugins/local/testing/check-options.ts";
import { describeChecksContract } from "../checks.ts";

const test = runScript(`
  const state = require("node:fs").readFileSync("state.txt", "utf8").trim();
  if (state === "broken") { console.error("AssertionError: expected the shop to be open"); process.exit(1); }`);

describeChecksContract("the local forge", async () => {
  const commands = { test: { command: test, timeoutMs: null }, lint: { command: runScript("0"), timeoutMs: null } };
  const { forge, again, repository, options, dispose } = await makeForge({ checks: { settings: { commands } } });
  const treeWith = async (state: string) => repository.tree(await repository.commit({ files: { "state.txt": state } }));
  return {
    plugin: forge.checks,
    afterDaemonDeath: async () => again().checks,
    project: options.project,
    names: ["test", "lint"],
    greenTree: await treeWith("fine"),
    redTree: await treeWith("broken"),
    dispose,
  };
});
