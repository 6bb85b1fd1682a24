import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { aFakeAgent } from "../../../../test/agents/fakes/subject.ts";
import { createClaudeCodeAgent } from "./claude-code-agent.ts";

describeAgentContract("the agent claude-code", () => aFakeAgent("claude", createClaudeCodeAgent, { window: 200_000 }));
