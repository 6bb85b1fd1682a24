import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { aFakeAgent } from "../../../../test/agents/fakes/subject.ts";
import { createAiderAgent } from "./aider-agent.ts";

describeAgentContract("the agent aider", () => aFakeAgent("aider", createAiderAgent));
