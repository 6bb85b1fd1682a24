/** What a repository holds that workspaces treat in their own way: submodules, files of git-lfs, hooks. */
import type { FileTree } from "../first-run/file-tree.ts";
import type { MachinePrograms } from "../first-run/machine.ts";

/** One sentence, or null: there is none of it. */
export function describeSpecialParts(tree: FileTree, machine: Pick<MachinePrograms, "hasProgram">): string | null {
  const parts = [describeSubmodules(tree), describeLfs(tree, machine), describeHooks(tree)].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? null : `found ${parts.join("; ")}`;
}

function describeSubmodules(tree: FileTree): string | null {
  const paths = [...(tree.read(".gitmodules") ?? "").matchAll(/^\s*path\s*=\s*(\S.*?)\s*$/gm)].map(
    ([, path = ""]) => path,
  );
  if (paths.length === 0) return null;
  const all = paths.length === 1 ? `a submodule (${paths[0] ?? ""})` : `${paths.length} submodules`;
  // A submodule that was initialized has its `.git`, a file or a folder.
  const empty = paths.filter((path) => !tree.has(`${path}/.git`));
  if (empty.length === 0) return `${all}, laid out in workspaces from your repository`;
  const [which, are] = empty.length === paths.length ? ["", ""] : [` (${empty.join(", ")})`, `${empty.length} of them`];
  const subject = are === "" ? "" : `${are}${which} `;
  return `${all}, ${subject}empty in workspaces until you run \`git submodule update --init --recursive\` here`;
}

/** Of a folder's own attributes, too, where that is asked for at the root. */
function describeLfs(tree: FileTree, { hasProgram }: Pick<MachinePrograms, "hasProgram">): string | null {
  if (!/^[^#\n]*\bfilter=lfs\b/m.test(tree.read(".gitattributes") ?? "")) return null;
  return hasProgram("git-lfs")
    ? "git-lfs files, checked out in workspaces if your repository has their content"
    : "git-lfs files, and git-lfs is not installed: they stay pointers";
}

const HOOKS: readonly (readonly [name: string, files: readonly string[]])[] = [
  ["husky", [".husky"]],
  ["lefthook", ["lefthook.yml", "lefthook.yaml", ".lefthook.yml"]],
  ["pre-commit", [".pre-commit-config.yaml"]],
];

function describeHooks(tree: FileTree): string | null {
  const names = HOOKS.filter(([, files]) => files.some(tree.has)).map(([name]) => name);
  return names.length === 0 ? null : `${names.join(" and ")} hooks, run by agents' commits if \`setup\` installs them`;
}

/** Folders that set-up fills and git does not ignore: an agent's `git add --all` would take them along. */
export function findUnignored(tree: FileTree, folders: readonly string[]): readonly string[] {
  const patterns = (tree.read(".gitignore") ?? "")
    .split("\n")
    .map((line) => line.trim().replaceAll(/^(\*\*)?\/|\/?\**$/g, ""));
  return folders.filter((folder) => {
    const parts = folder.split("/");
    const names = [...parts.map((_, index) => parts.slice(0, index + 1).join("/")), ...parts];
    return !names.some((name) => patterns.includes(name));
  });
}
