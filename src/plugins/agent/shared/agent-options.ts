import type { ConversationPaths } from "./conversation/conversation.ts";
import type { Json } from "./parse-json.ts";

/** What every agent plugin is made with. */
export type AgentOptions = ConversationPaths & {
  /** The person's checkout of the project. */
  readonly checkout: string;
  /** `agentConfig`, as it was written. */
  readonly settings: Json;
  /** Who answers a tool that asks for leave, unless `agentConfig.permissions` says so. */
  readonly permissions?: "auto" | "ask";
  readonly nowMs?: () => number;
};
