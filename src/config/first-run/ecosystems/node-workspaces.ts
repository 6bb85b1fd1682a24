/** The packages of a Node workspace: the folders that its patterns name and that hold a `package.json`. */
import { matchesAny } from "../../../domain/model/glob.ts";
import type { FileTree } from "../file-tree.ts";
import { parseYamlTable } from "../parse-yaml.ts";
import { getTexts } from "../parse-toml.ts";

/** More would make a list in the settings that nobody reads. */
const PACKAGES_MAX = 100;
/** `**` may lead through all of a large repository. */
const FOLDERS_MAX = 5_000;

/** The `packages` of a `pnpm-workspace.yaml`; pnpm reads no others. */
export const readPnpmPatterns = (tree: FileTree): readonly string[] =>
  getTexts(parseYamlTable(tree.read("pnpm-workspace.yaml") ?? ""), "packages");

/** Their `package.json` files, sorted; that of the root is not among them. */
export function findPackageFiles(tree: FileTree, patterns: readonly string[]): readonly string[] {
  const plain = patterns.map((pattern) => pattern.replace(/^(!?)\.?\//, "$1").replace(/\/+$/, ""));
  const excluded = plain.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const walk: Walk = { tree, foldersLeft: FOLDERS_MAX };
  const folders = plain
    .filter((pattern) => !pattern.startsWith("!"))
    .flatMap((pattern) => listFoldersBelow(walk, "", pattern.split("/")));
  return [...new Set(folders)]
    .filter((folder) => folder !== "" && !matchesAny(folder, excluded))
    .map((folder) => `${folder}/package.json`)
    .filter((file) => tree.has(file))
    .toSorted()
    .slice(0, PACKAGES_MAX);
}

type Walk = { readonly tree: FileTree; foldersLeft: number };

function listFoldersBelow(walk: Walk, folder: string, pattern: readonly string[]): readonly string[] {
  const [first, ...rest] = pattern;
  if (first === undefined) return [folder];
  // It leads out of the repository.
  if (first === "..") return [];
  if (first === "**")
    return [
      ...listFoldersBelow(walk, folder, rest),
      ...listNames(walk, folder).flatMap((name) => listFoldersBelow(walk, joinFolder(folder, name), pattern)),
    ];
  if (!first.includes("*")) return listFoldersBelow(walk, joinFolder(folder, first), rest);
  const named = listNames(walk, folder).filter((name) => matchesAny(name, [first]));
  return named.flatMap((name) => listFoldersBelow(walk, joinFolder(folder, name), rest));
}

function listNames(walk: Walk, folder: string): readonly string[] {
  if (walk.foldersLeft <= 0) return [];
  walk.foldersLeft -= 1;
  return walk.tree.list(folder).filter((name) => name !== "node_modules" && !name.startsWith("."));
}

const joinFolder = (folder: string, name: string): string => (folder === "" ? name : `${folder}/${name}`);
