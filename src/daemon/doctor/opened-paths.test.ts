import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveHome } from "../../config/home.ts";
import { noLayers } from "../../config/layers.ts";
import { resolveProject } from "../../config/resolve/project-settings.ts";
import { projectId } from "../../domain/model/ids.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { findOpenedFindings } from "./opened-paths.ts";

const settings = resolveProject({ ...noLayers, project: "app" });

function findings(read: readonly string[], use = "auto"): readonly string[] {
  const person = aFolder();
  for (const name of ["data", ".ssh", ".agent-orchestrator"]) mkdirSync(join(person, name));
  const project = { id: projectId("app"), settings: { ...settings, sandbox: { use, read, write: [] } } };
  const home = resolveHome({ AO_HOME: join(person, ".agent-orchestrator") });
  return findOpenedFindings({ project, home, person }).map(({ state, text }) => `${state}: ${text}`);
}

test("what a project opens is shown", () => {
  expect(findings([])).toEqual([]);
  expect(findings(["~/data"])).toEqual(["ok: the sandbox opens ~/data (read)"]);
  expect(findings(["~/data"], "none")).toEqual([]);
});

test.for([
  ["~", "sandbox.read: ~ opens your whole home, with every login in it"],
  ["/", "sandbox.read: / opens your whole home, with every login in it"],
  ["~/.ssh", "sandbox.read: ~/.ssh lets every agent and check act in your name"],
  ["~/none", "sandbox.read: ~/none does not exist; nothing is opened"],
  ["~/.agent-orchestrator", "sandbox.read: ~/.agent-orchestrator stays closed: it is the daemon's own"],
  ["/run", "sandbox.read: /run lets every agent and check start programs outside of the sandbox"],
] as const)("opening %s is told of", ([path, text]) => {
  expect(findings([path])).toEqual([expect.stringMatching(/^ok: /), `off: ${text}`]);
});
