import { sessionId } from "../../../src/domain/model/ids.ts";
import { createWorld } from "../../world/world.ts";
import { pluginNames } from "../../world/swarm-rules.ts";
import { describeAgentContract, type AgentSubject } from "../agent.ts";
import { onlyProject } from "./only-project.ts";

async function anAgent(): Promise<AgentSubject> {
  const world = createWorld({ seed: 1, quiet: true });
  const { slots, workspaces, id } = onlyProject(world);
  const plugin = slots.agent({ plugin: pluginNames.agent, specialist: null });
  const made = await workspaces.plugin.create({
    project: id,
    session: sessionId("session-1"),
    branch: "agent/session-1",
    base: null,
  });
  if (plugin === undefined || !made.ok) throw new Error("the world is not furnished");
  return {
    plugin,
    workspacePath: made.value.path,
    home: "/nowhere",
    play: async (launch) => {
      await world.clock.drive(world.machine.plugin.start({ ...launch, confinement: null }));
      while (world.machine.turns.get(launch.turn)?.alive === true && world.clock.step());
    },
    drive: (pending) => world.clock.drive(pending),
  };
}

describeAgentContract("the world's agent", anAgent);
