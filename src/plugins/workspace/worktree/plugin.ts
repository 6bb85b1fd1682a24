import type { Plugin } from "../../plugin.ts";
import { createWorktreeWorkspace } from "./index.ts";

export const worktree: Plugin = {
  name: "worktree",
  title: "a worktree of your repository",
  workspace: createWorktreeWorkspace,
};
