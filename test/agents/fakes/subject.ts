/** An agent plugin with a double of its program, for the contract of the slot. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentOptions } from "../../../src/plugins/agent/shared/agent-options.ts";
import type { AgentPlugin } from "../../../src/slots/agent.ts";
import type { AgentSubject } from "../../contracts/agent.ts";
import { playToItsEnd } from "../../fixtures/play-frames.ts";

type Told = Pick<AgentSubject, "window">;

export function aFakeAgent(fake: string, make: (options: AgentOptions) => AgentPlugin, told: Told = {}): AgentSubject {
  const home = mkdtempSync(join(tmpdir(), "ao agent "));
  const at = (name: string): string => join(home, name);
  mkdirSync(at("workspace"));
  const command = [process.execPath, join(import.meta.dirname, `${fake}.ts`)];
  const plugin = (): AgentPlugin =>
    make({ turns: at("turns"), sessions: at("sessions"), checkout: at("checkout"), settings: { command } });
  return {
    ...told,
    conversation: () => conversationIn(at("sessions/session-1/memory")),
    plugin: plugin(),
    workspacePath: at("workspace"),
    home,
    play: (launch) => playToItsEnd(at("turns"), launch, plugin),
    afterDaemonDeath: async () => plugin(),
    dispose: async () => rmSync(home, { recursive: true }),
  };
}

/** By which the tool finds it again. */
function conversationIn(folder: string): string | null {
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  if (file === undefined) return null;
  return (JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly conversation: string | null })
    .conversation;
}
