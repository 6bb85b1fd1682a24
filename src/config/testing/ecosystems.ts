/** Trees of files and machines for the tests of ecosystems. */
import { detectCommands } from "../first-run/detect.ts";
import type { FileTree } from "../first-run/file-tree.ts";
import type { MachinePrograms } from "../first-run/machine.ts";

export type Files = Readonly<Record<string, string>>;

export function aTree(files: Files): FileTree {
  const names = Object.keys(files);
  return {
    has: (path) => names.some((name) => name === path || name.startsWith(`${path}/`)),
    read: (path) => files[path] ?? null,
    list: (folder) => {
      const lead = folder === "" ? "" : `${folder}/`;
      const below = names
        .filter((name) => name.startsWith(lead))
        .map((name) => name.slice(lead.length).split("/")[0] ?? "");
      return [...new Set(below)].sort();
    },
  };
}

/** With everything installed but what is named; a component of Cargo counts as a program. */
export const aMachine = ({ without = [] }: { readonly without?: readonly string[] } = {}): MachinePrograms => ({
  hasProgram: (name) => !without.includes(name),
  hasCargoComponent: (program) => !without.includes(program),
});

/** What is written of a tree: the checks by name, and the set-up. */
export function detectFiles(files: Files, without: readonly string[] = []) {
  const { checks, setup, offered } = detectCommands(aTree(files), aMachine({ without }));
  const byName = (commands: typeof checks) => Object.fromEntries(commands.map(({ name, command }) => [name, command]));
  return {
    checks: byName(checks),
    setup: setup?.commands ?? [],
    key: setup?.key ?? [],
    cache: setup?.cache ?? [],
    offered: byName(offered),
  };
}
