/** Where the interfaces of forges begin on our own address. */
import { pluginsWith } from "../../plugins/find-plugin.ts";
import type { AgentDoor } from "../../plugins/remote/agents/agent-door.ts";

const interfaces = pluginsWith("forge").flatMap(({ part }) => part.agents ?? []);

export const isForAgents = (pathname: string): boolean =>
  interfaces.some(({ root, beside }) => pathname === beside?.path || pathname.startsWith(root));

/** Below the interface's root, however it was addressed. */
export function stripRoot({ interface: { root, beside } }: AgentDoor, pathname: string): string {
  if (beside !== undefined && pathname === beside.path) return beside.means;
  return pathname.startsWith(root) ? pathname.slice(root.length) : pathname.slice(1);
}
