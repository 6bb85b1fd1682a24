/** Through which the agents of a project ask its forge for themselves. */
import type { JudgeCall } from "../../plugins/remote/agents/agent-call.ts";
import type { Remote } from "../../plugins/remote/remote.ts";

export type AgentDoor = {
  readonly forge: "github" | "gitlab";
  /** With the person's credential, in its quota. */
  readonly remote: Remote;
  readonly judge: JudgeCall;
  /** As people know the forge's host, and what they call the repository there. */
  readonly host: string;
  readonly repo: string;
};

/** Where its interface begins on our own address: as on a server of one's own. */
export const interfacePaths = { github: "/api/v3/", gitlab: "/api/v4/" } as const;
const GRAPHQL = "/api/graphql";

export const isForAgents = (pathname: string): boolean =>
  pathname === GRAPHQL || Object.values(interfacePaths).some((path) => pathname.startsWith(path));

/** Below the interface's root, however it was addressed. */
export function belowRoot({ forge }: AgentDoor, pathname: string): string {
  if (forge === "github" && pathname === GRAPHQL) return "graphql";
  const root = interfacePaths[forge];
  return pathname.startsWith(root) ? pathname.slice(root.length) : pathname.slice(1);
}
