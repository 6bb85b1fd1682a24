/** What an agent needs to ask its forge through the daemon: an address for all, and what the forge's own command line needs. */
import type { AgentAccess, AgentDoor } from "../../plugins/remote/agents/agent-door.ts";
import type { TurnEnvironment } from "../project-plugins/sandbox/environment.ts";

/** `address`: of the daemon. */
type Access = AgentAccess & { readonly door: AgentDoor; readonly address: string };

export function createAgentEnvironment({ address, ...access }: Access): TurnEnvironment {
  const { root, environment } = access.door.interface;
  return { AO_FORGE_API: `${address}${root}`, ...environment?.(access) };
}
