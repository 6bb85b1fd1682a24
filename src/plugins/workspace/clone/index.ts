import { createGitWorkspace, type GitWorkspace } from "../shared/git-workspace.ts";
import type { WorkspaceOptions } from "../shared/options.ts";
import { cloneLayout } from "./clone-layout.ts";

/** Each session in a clone that borrows the repository's objects: refs, stash and configuration are its own. */
export function cloneWorkspace(options: WorkspaceOptions): GitWorkspace {
  return createGitWorkspace(cloneLayout, options);
}
