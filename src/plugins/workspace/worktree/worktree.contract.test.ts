import { describeWorkspaceContract } from "../../../../test/contracts/workspace.ts";
import { workspaceSubject } from "../../../../test/fixtures/workspace-rig.ts";
import { createWorktreeWorkspace } from "./index.ts";

describeWorkspaceContract("a worktree", () => workspaceSubject(createWorktreeWorkspace));
