/** What one kind of project shows of itself. Each kind is a file in this folder and a line in `index.ts`. */
import type { FileTree } from "../file-tree.ts";
import type { MachinePrograms } from "../machine.ts";

export type Ecosystem = {
  /** Distinguishes its checks where several kinds have one of the same name: `test-go`. */
  readonly name: string;
  /** `language`: has checks of its own. `runner`: only fills in what no language has, since its targets wrap those. */
  readonly kind: "language" | "runner";
  /** Null: the repository is none of this kind. */
  readonly find: (tree: FileTree, machine: MachinePrograms) => DetectedParts | null;
};

export type DetectedParts = {
  /** At most one for each name: `test`, `lint`, `typecheck`, `format`, `check`, `build`. */
  readonly checks: readonly NamedCommand[];
  readonly setup: DetectedSetup | null;
  /** Further commands that could be checks: written as comments. */
  readonly offered?: readonly NamedCommand[];
};

/** With the file that shows it. */
export type NamedCommand = { readonly name: string; readonly command: string; readonly from: string };

export type DetectedSetup = {
  /** One after another. */
  readonly commands: readonly string[];
  readonly from: string;
  /** Files whose change makes it run again. */
  readonly key: readonly string[];
  /** What check workspaces keep; empty: it is fast when nothing has changed, and runs each time. */
  readonly cache: readonly string[];
  /** It leaves files that a clean check workspace does not keep: it has to run each time. */
  readonly isNeededEachTime?: boolean;
};
