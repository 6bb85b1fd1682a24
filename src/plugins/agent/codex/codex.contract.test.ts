import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { aFakeAgent } from "../../../../test/agents/fakes/subject.ts";
import { codexAgent } from "./codex-agent.ts";

describeAgentContract("the agent codex", () => aFakeAgent("codex", codexAgent, { window: 258_400 }));
