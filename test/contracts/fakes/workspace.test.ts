import { expect, test } from "vitest";
import { createWorld } from "../../world/world.ts";
import { brokenClauses } from "../clause.ts";
import { describeWorkspaceContract, workspaceClauses, type WorkspaceSubject } from "../workspace.ts";
import { onlyProject } from "./only-project.ts";

function aWorkspace(): WorkspaceSubject {
  const { workspaces, forge, git, id } = onlyProject(createWorld({ seed: 1, quiet: true }));
  const at = (path: string) => {
    const directory = workspaces.at(path);
    if (directory === undefined) throw new Error(`there is no directory ${path}`);
    return directory;
  };
  return {
    plugin: workspaces.plugin,
    afterDaemonDeath: async () => workspaces.plugin,
    project: id,
    base: async () => forge.state.baseHead.commit,
    write: async (path, { name, content }) => workspaces.write(at(path), name, content),
    commitInside: async (path) => workspaces.commit(at(path), { more: new Map(), parents: [], by: "agent" }).commit,
    readFile: async (path, name) => at(path).dirty.get(name) ?? git.get(at(path).head).files.get(name) ?? null,
    exists: async (path) => workspaces.at(path) !== undefined,
  };
}

describeWorkspaceContract("the world's workspace", aWorkspace);

test("a workspace that rescues nothing breaks the contract", async () => {
  const careless = (): WorkspaceSubject => {
    const subject = aWorkspace();
    const rescue: WorkspaceSubject["plugin"]["rescue"] = async () => ({ ok: true, value: { ref: null } });
    return { ...subject, plugin: { ...subject.plugin, rescue } };
  };
  expect([...(await brokenClauses(workspaceClauses, careless)).keys()]).toEqual([
    "rescuing twice saves once, and takes nothing away",
    "what was rescued comes back when a removed workspace is made again",
  ]);
});
