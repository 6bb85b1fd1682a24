import { messageId, projectId, sessionId } from "../../../src/domain/model/ids.ts";
import { createWorld } from "../../world/world.ts";
import { describeRuntimeContract, type RuntimeSubject } from "../runtime.ts";
import { turnPathsIn } from "../../fixtures/turn-paths.ts";
import { onlyProject } from "./only-project.ts";
import { pluginNames } from "../../world/swarm-rules.ts";

/** Launches come from the world's agent, since only its programs run there. */
async function aMachine(): Promise<RuntimeSubject> {
  const world = createWorld({ seed: 1, quiet: true });
  const project = onlyProject(world);
  const session = sessionId("s1");
  const made = await project.workspaces.plugin.create({
    project: projectId("p1"),
    session,
    branch: "agent/s1",
    base: null,
  });
  const agent = project.slots.agent({ plugin: pluginNames.agent, specialist: null });
  if (!made.ok || agent === undefined) throw new Error("the world is not furnished");
  return {
    plugin: world.machine.plugin,
    afterDaemonDeath: async () => world.machine.plugin,
    blind: async () => {
      world.machine.isBlind = true;
    },
    launch: async (turn, program) => {
      world.agents.script = () => (program === "waits" ? "hang_unread" : "work");
      const workspacePath = program === "missing" ? "/nowhere" : made.value.path;
      const launch = await agent.launch({
        session,
        turn,
        n: 1,
        message: messageId("m1"),
        text: "Go",
        reason: "start",
        paths: turnPathsIn("/nowhere", { session, turn, workspace: workspacePath }),
        env: {},
      });
      if (!launch.ok) throw new Error(launch.error.message);
      return { ...launch.value, confinement: null };
    },
    ended: async (turn) => {
      while (world.machine.turns.get(turn)?.alive === true && world.clock.step());
    },
    received: async (turn) => world.machine.turns.get(turn)?.received ?? [],
    drive: (pending) => world.clock.drive(pending),
  };
}

describeRuntimeContract("the world's machine", aMachine);
