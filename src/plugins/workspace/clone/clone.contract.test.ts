import { describeWorkspaceContract } from "../../../../test/contracts/workspace.ts";
import { workspaceSubject } from "../../../../test/fixtures/workspace-rig.ts";
import { cloneWorkspace } from "./index.ts";

describeWorkspaceContract("a clone", () => workspaceSubject(cloneWorkspace));
