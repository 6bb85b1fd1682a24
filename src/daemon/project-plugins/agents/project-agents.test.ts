import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { turnPathsIn } from "../../../../test/fixtures/turn-paths.ts";
import { load } from "../../../config/load.ts";
import { resolveProject } from "../../../config/resolve/project-settings.ts";
import { resolveRules } from "../../../config/rules.ts";
import { messageId, sessionId, turnId } from "../../../domain/model/ids.ts";
import type { AgentPlugin } from "../../../slots/agent.ts";
import type { RegisteredProject } from "../../context.ts";
import type { PluginServices } from "../../plugin-services.ts";
import { createProjectAgents, listVariables } from "./project-agents.ts";
import type { ProjectSite } from "../project-site.ts";

const folder = mkdtempSync(join(tmpdir(), "ao-agents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FLEET = `
defaults: { agent: command, agentConfig: { command: [./usual.sh], env: [USUAL] } }
agents:
  - { id: one, config: { command: [./one.sh] } }
  - { id: two, config: { command: [./two.sh], env: [OWN] } }
`;

function aProject(text: string): RegisteredProject {
  const loaded = load({ file: "f.yaml", text, env: {} });
  if (!loaded.ok) throw new Error(loaded.problems.map(({ sentence }) => sentence).join("\n"));
  const layers = { config: loaded.config, home: null, project: "app" };
  return { settings: resolveProject(layers), rules: resolveRules(layers).rules } as RegisteredProject;
}

function agentsOf(text: string) {
  const home = { turns: join(folder, "turns"), sessions: join(folder, "sessions") };
  const site = { project: aProject(text), repository: { path: folder } };
  return createProjectAgents({ home } as PluginServices, site as ProjectSite);
}

const launched = (agent: AgentPlugin | undefined) =>
  agent?.launch({
    ...{ session: sessionId("app-s"), turn: turnId("t"), n: 1, message: messageId("m"), text: "x", reason: "start" },
    ...{ paths: turnPathsIn(folder, { workspace: folder }), env: {} },
  });

async function programOf(specialist: string | null): Promise<string> {
  const launch = await launched(agentsOf(FLEET)({ plugin: "command", specialist }));
  return launch?.ok === true ? launch.value.argv[0] : String(launch?.error.message);
}

test("a session's own drive is laid over the settings, and others of the same agent keep theirs", async () => {
  const agents = agentsOf(FLEET);
  const one = { plugin: "command", specialist: "one" } as const;
  for (const [drive, hasScreen] of [
    ["terminal", true],
    ["turns", false],
    [undefined, false],
  ] as const) {
    const agent = agents({ ...one, ...(drive === undefined ? {} : { drive }) });
    expect(agent?.drive).toBe(drive ?? "turns");
    expect(await launched(agent)).toMatchObject({ value: { hasScreen, argv: [join(folder, "one.sh")] } });
  }
});

test("two specialists with the same tool run what each of them is set to", async () => {
  expect(await Promise.all([programOf(null), programOf("one"), programOf("two")])).toEqual(
    ["usual.sh", "one.sh", "two.sh"].map((name) => join(folder, name)),
  );
});

test("variables reach the specialist that names them, and no other", () => {
  const project = aProject(FLEET);
  const names = (specialist: string | null) => listVariables(project, { plugin: "command", specialist });
  expect([names(null), names("one"), names("two")]).toEqual([["USUAL"], ["USUAL"], ["OWN"]]);
});
