/** Deno, by its tasks, else by its own tools. */
import type { FileTree } from "../file-tree.ts";
import { findFirstFile } from "../file-tree.ts";
import { parseJsonTable } from "../parse-json.ts";
import { getTable } from "../parse-toml.ts";
import type { Ecosystem } from "./ecosystem.ts";
import { chooseScripts } from "./script-roles.ts";

export const deno: Ecosystem = {
  name: "deno",
  kind: "language",
  find: (tree) => {
    const from = findFirstFile(tree, ["deno.json", "deno.jsonc"]);
    if (from === null) return null;
    const settings = parseJsonTable(tree.read(from) ?? "");
    const tasks = Object.entries(getTable(settings, "tasks")).map(([name, task]): [string, string] => [
      name,
      readTaskLine(task),
    ]);
    const chosen = chooseScripts(new Map(tasks)).map(({ role, script }) => ({
      ...{ name: role, command: `deno task ${script}`, from },
    }));
    const own = [
      ...(hasTests(tree) ? [{ name: "test", command: "deno test --allow-all", from }] : []),
      { name: "lint", command: "deno lint", from },
    ].filter(({ name }) => chosen.every((one) => one.name !== name));
    const lock = findFirstFile(tree, ["deno.lock"]);
    return {
      checks: [...chosen, ...own],
      setup: lock === null ? null : { commands: ["deno install --frozen"], from: lock, key: [from, lock], cache: [] },
      offered: chosen.some(({ name }) => name === "format")
        ? []
        : [{ name: "format", command: "deno fmt --check", from }],
    };
  },
};

/** A task is a text, or a block with its command. */
const readTaskLine = (task: unknown): string =>
  typeof task === "string" ? task : JSON.stringify(typeof task === "object" && task !== null ? task : "");

const TEST_FILE = /(^|[._])test\.[jt]sx?$/;

/** Without any, `deno test` fails. */
const hasTests = (tree: FileTree): boolean =>
  ["", "test", "tests", "src"].some((folder) => tree.list(folder).some((name) => TEST_FILE.test(name)));
