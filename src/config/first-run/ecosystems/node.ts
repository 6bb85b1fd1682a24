/** Node: scripts of `package.json`, run by the package manager that the project uses. */
import { parsePackage } from "../parse-package.ts";
import type { Ecosystem } from "./ecosystem.ts";
import { findNodeManager, type NodeManager } from "./node-manager.ts";
import { chooseScripts } from "./script-roles.ts";

export const node: Ecosystem = {
  name: "node",
  kind: "language",
  find: (tree, machine) => {
    const text = tree.read("package.json");
    if (text === null) return null;
    const file = parsePackage(text);
    const manager = findNodeManager(tree, file, machine);
    const through = manager.program === manager.name ? "" : `; ${manager.name} is not installed, corepack is`;
    // `bun test` is a test runner of its own.
    const run = (script: string): string =>
      script === "test" && manager.name !== "bun" ? `${manager.program} test` : `${manager.program} run ${script}`;
    const needsSetup = file.hasDependencies || tree.has("pnpm-workspace.yaml");
    return {
      checks: chooseScripts(file.scripts).map(({ role, script }) => ({
        ...{ name: role, command: run(script), from: "package.json" },
      })),
      setup: needsSetup ? { from: `${manager.from}${through}`, ...detectSetup(manager) } : null,
    };
  },
};

/** With Plug'n'Play what is installed lies in single files beside the sources. */
const detectSetup = ({ install, key, isPlugAndPlay }: NodeManager) => ({
  ...{ commands: [install], key },
  ...(isPlugAndPlay ? { cache: [], isNeededEachTime: true } : { cache: ["node_modules"] }),
});
