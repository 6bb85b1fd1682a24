import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { aFakeAgent } from "../../../../test/agents/fakes/subject.ts";
import { createCodexAgent } from "./codex-agent.ts";

describeAgentContract("the agent codex", () => aFakeAgent("codex", createCodexAgent, { window: 258_400 }));
describeAgentContract("the agent codex, by a run for each message", () =>
  aFakeAgent("codex-exec", (options) =>
    createCodexAgent({ ...options, settings: { ...options.settings, drive: "exec" } }),
  ),
);
