/** Make, just and Task: their targets by name. They mostly wrap what a language has, and only fill in what it lacks. */
import { parseYamlTable } from "../parse-yaml.ts";
import type { FileTree } from "../file-tree.ts";
import { findFirstFile } from "../file-tree.ts";
import { getTable } from "../parse-toml.ts";
import type { Ecosystem, DetectedParts } from "./ecosystem.ts";

export const make: Ecosystem = defineRunner({
  name: "make",
  files: ["Makefile", "makefile", "GNUmakefile"],
  targetsIn: (text) =>
    [...text.matchAll(/^([\w:-]+(?:[ \t]+[\w:-]+)*)[ \t]*:(?![=:])/gm)].flatMap(([, names = ""]) => names.split(/\s+/)),
});

export const just: Ecosystem = defineRunner({
  name: "just",
  files: ["justfile", "Justfile", ".justfile"],
  // Only recipes that need no arguments.
  targetsIn: (text) => [...text.matchAll(/^@?([A-Za-z_][\w-]*)[ \t]*:(?!=)/gm)].map(([, name = ""]) => name),
});

export const task: Ecosystem = defineRunner({
  name: "task",
  files: ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml", "taskfile.yaml", "Taskfile.dist.yml", "Taskfile.dist.yaml"],
  targetsIn: (text) => Object.keys(getTable(parseYamlTable(text), "tasks")),
});

type Runner = {
  /** Also its program. */
  readonly name: string;
  readonly files: readonly string[];
  readonly targetsIn: (text: string) => readonly string[];
};

const ROLES = [
  { role: "test", targets: ["test", "tests"] },
  { role: "lint", targets: ["lint"] },
  { role: "typecheck", targets: ["typecheck", "type-check"] },
  { role: "format", targets: ["format-check", "fmt-check", "check-format", "check-fmt"] },
  { role: "check", targets: ["check"] },
] as const;

function defineRunner({ name, files, targetsIn }: Runner): Ecosystem {
  return {
    name,
    kind: "runner",
    find: (tree: FileTree): DetectedParts | null => {
      const from = findFirstFile(tree, files);
      if (from === null) return null;
      const targets = new Set(targetsIn(tree.read(from) ?? ""));
      const checks = ROLES.flatMap(({ role, targets: wanted }) => {
        const target = wanted.find((one) => targets.has(one));
        return target === undefined ? [] : [{ name: role, command: `${name} ${target}`, from }];
      });
      // `check` mostly runs the others again.
      return { checks: checks.length > 1 ? checks.filter((one) => one.name !== "check") : checks, setup: null };
    },
  };
}
