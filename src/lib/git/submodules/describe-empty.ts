/** Sentences about submodules that are empty in a workspace, with the command that helps. */
import type { EmptySubmodule } from "./lay-out-submodules.ts";

const NAMED_MAX = 3;

/** Null: there is none. */
export function describeEmptySubmodules(empty: readonly EmptySubmodule[]): string | null {
  const [first] = empty;
  if (first === undefined) return null;
  const others = empty.length - NAMED_MAX;
  const named = empty.slice(0, NAMED_MAX).map(describeOne);
  return [...named, ...(others > 0 ? [`${others} more submodules are empty.`] : [])].join(" ");
}

function describeOne({ path, commit, why, detail }: EmptySubmodule): string {
  const command = `git submodule update --init --recursive -- ${showPath(path)}`;
  switch (why) {
    case "not_initialized":
      return `The submodule ${showPath(path)} is empty: it is not initialized in your checkout. Run \`${command}\` there.`;
    case "no_commit":
      return `The submodule ${showPath(path)} is empty: its commit ${commit.slice(0, 10)} is not in your repository. Once that is pushed to the submodule's own repository, run \`${command}\` in your checkout.`;
    case "failed":
      return `The submodule ${showPath(path)} is empty: ${detail.replace(/\.$/, "")}.`;
  }
}

const showPath = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : JSON.stringify(path));
