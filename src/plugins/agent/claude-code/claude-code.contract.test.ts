import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { playToItsEnd } from "../../../../test/fixtures/play-frames.ts";
import { claudeCodeAgent } from "./claude-code-agent.ts";

const FAKE = join(import.meta.dirname, "../../../../test/agents/fakes/claude.ts");

describeAgentContract("the agent claude-code", () => {
  const home = mkdtempSync(join(tmpdir(), "ao claude "));
  const at = (name: string): string => join(home, name);
  mkdirSync(at("workspace"));
  const places = { turns: at("turns"), sessions: at("sessions"), checkout: at("checkout") };
  const make = () => claudeCodeAgent({ ...places, settings: { command: [process.execPath, FAKE] } });
  return {
    plugin: make(),
    workspacePath: at("workspace"),
    play: (launch) => playToItsEnd(places.turns, launch, make),
    afterDaemonDeath: async () => make(),
    dispose: async () => rmSync(home, { recursive: true }),
  };
});
