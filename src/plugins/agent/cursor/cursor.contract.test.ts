import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { aFakeAgent } from "../../../../test/agents/fakes/subject.ts";
import { cursorAgent } from "./cursor-agent.ts";

describeAgentContract("the agent cursor", () => aFakeAgent("cursor", cursorAgent));
