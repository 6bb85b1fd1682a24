import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { playTurn } from "../../../../test/fixtures/play-turn.ts";
import { createCommandAgent } from "./command-agent.ts";

const AGENT = `#!/bin/sh
read -r message
printf '\\033[1mI was told:\\033[0m %s\\n' "$message"
echo "and am done."
`;

for (const drive of ["turns", "terminal"]) {
  describeAgentContract(`the agent command (drive: ${drive})`, () => {
    const home = mkdtempSync(join(tmpdir(), "ao command "));
    const at = (name: string): string => join(home, name);
    mkdirSync(at("workspace"));
    writeFileSync(at("workspace/agent.sh"), AGENT);
    chmodSync(at("workspace/agent.sh"), 0o755);
    const places = { turns: at("turns"), sessions: at("sessions"), checkout: at("checkout") };
    const make = () => createCommandAgent({ ...places, settings: { command: ["./agent.sh"], drive } });
    return {
      plugin: make(),
      home,
      workspacePath: at("workspace"),
      play: async (launch) => void (await playTurn(places.turns, launch)),
      afterDaemonDeath: async () => make(),
      dispose: async () => rmSync(home, { recursive: true }),
    };
  });
}
