import type { AgentInterface } from "../../remote/agents/agent-door.ts";
import { writeGhSettings } from "./gh-settings.ts";

/** As on a GitHub Enterprise server, where documents are sent beside the rest. */
export const githubInterface: AgentInterface = {
  root: "/api/v3/",
  beside: { path: "/api/graphql", means: "graphql" },
  environment: writeGhSettings,
};
