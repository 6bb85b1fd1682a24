import { createGitWorkspace, type GitWorkspace } from "../shared/git-workspace.ts";
import type { WorkspaceOptions } from "../shared/options.ts";
import { worktreeLayout } from "./worktree-layout.ts";

/** Each session in a linked worktree of the person's repository: quickest to make; refs and stash are shared. */
export function createWorktreeWorkspace(options: WorkspaceOptions): GitWorkspace {
  return createGitWorkspace(worktreeLayout, options);
}
