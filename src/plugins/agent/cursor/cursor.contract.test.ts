import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { aFakeAgent } from "../../../../test/agents/fakes/subject.ts";
import { createCursorAgent } from "./cursor-agent.ts";

describeAgentContract("the agent cursor", () => aFakeAgent("cursor", createCursorAgent));
