/** Which package manager a Node project uses, and how that is called on this machine. */
import { listPresentFiles, type FileTree } from "../file-tree.ts";
import type { MachinePrograms } from "../machine.ts";
import type { PackageFile } from "../parse-package.ts";
import { findPackageFiles, readPnpmPatterns } from "./node-workspaces.ts";

export type NodeManager = {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /** With `corepack` in front where only that is installed. */
  readonly program: string;
  readonly install: string;
  /** The lockfile, or what shows that there is none. */
  readonly from: string;
  readonly key: readonly string[];
  readonly isPlugAndPlay: boolean;
};

type Name = NodeManager["name"];

const LOCKS: readonly { readonly lock: string; readonly name: Name }[] = [
  { lock: "pnpm-lock.yaml", name: "pnpm" },
  { lock: "yarn.lock", name: "yarn" },
  { lock: "bun.lock", name: "bun" },
  { lock: "bun.lockb", name: "bun" },
  { lock: "package-lock.json", name: "npm" },
  { lock: "npm-shrinkwrap.json", name: "npm" },
];

export function findNodeManager(
  tree: FileTree,
  { manager, workspaces }: PackageFile,
  machine: MachinePrograms,
): NodeManager {
  const { name, lock } = chooseManager(tree, manager);
  const isBerry = name === "yarn" && isModernYarn(tree, manager);
  const isUsed = lock !== null && !(lock === "package-lock.json" && isNpmWithoutLock(tree));
  const program = usesCorepack(name, machine) ? `corepack ${name}` : name;
  return {
    ...{ name, program },
    install: `${program} ${(isUsed ? LOCKED : UNLOCKED)[name](isBerry)}`,
    from: isUsed ? lock : "package.json, no lockfile",
    key: isUsed ? [lock] : ["package.json", ...listWorkspaceFiles(tree, name, workspaces)],
    isPlugAndPlay: isBerry && !/nodeLinker:\s*["']?(node-modules|pnpm)/.test(tree.read(".yarnrc.yml") ?? ""),
  };
}

/** What a lockfile would tell of the packages of a workspace. */
function listWorkspaceFiles(tree: FileTree, name: Name, patterns: readonly string[]): readonly string[] {
  if (name !== "pnpm") return findPackageFiles(tree, patterns);
  return [...listPresentFiles(tree, ["pnpm-workspace.yaml"]), ...findPackageFiles(tree, readPnpmPatterns(tree))];
}

type ChosenManager = { readonly name: Name; readonly lock: string | null };

/** `packageManager` decides, unless only another one's lockfile is there. */
function chooseManager(tree: FileTree, manager: PackageFile["manager"]): ChosenManager {
  const there = LOCKS.filter(({ lock }) => tree.has(lock));
  const named = LOCKS.find(({ name }) => name === manager?.name)?.name;
  const [first] = there;
  const found = there.find(({ name }) => name === named) ?? first;
  if (found !== undefined) return found;
  return { name: named ?? (tree.has("pnpm-workspace.yaml") ? "pnpm" : "npm"), lock: null };
}

const LOCKED: Readonly<Record<Name, (isBerry: boolean) => string>> = {
  npm: () => "ci",
  pnpm: () => "install --frozen-lockfile",
  yarn: (isBerry) => (isBerry ? "install --immutable" : "install --frozen-lockfile"),
  bun: () => "install --frozen-lockfile",
};

/** None is left behind, which an agent would commit. */
const UNLOCKED: Readonly<Record<Name, (isBerry: boolean) => string>> = {
  npm: () => "install --no-package-lock",
  pnpm: () => "install --no-lockfile",
  yarn: (isBerry) => (isBerry ? "install --no-immutable" : "install --no-lockfile"),
  bun: () => "install --no-save",
};

const isNpmWithoutLock = (tree: FileTree): boolean => /^\s*package-lock\s*=\s*false\b/m.test(tree.read(".npmrc") ?? "");

/** From version 2 on it has other options. */
function isModernYarn(tree: FileTree, manager: PackageFile["manager"]): boolean {
  if (manager?.name === "yarn") return !manager.version.startsWith("1.");
  return tree.has(".yarnrc.yml") || /^__metadata:/m.test(tree.read("yarn.lock") ?? "");
}

const usesCorepack = (name: Name, { hasProgram }: MachinePrograms): boolean =>
  (name === "pnpm" || name === "yarn") && !hasProgram(name) && hasProgram("corepack");
