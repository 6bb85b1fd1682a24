/**
 * The real programs: all of them with `npm run test:agents`; otherwise only the one that starts fastest, if the cache has
 * it.
 */
import { networkInterfaces } from "node:os";
import { describe, expect, test } from "vitest";
import { describeLoggedOut } from "./logged-out.ts";
import { describeOnScreen } from "./on-screen.ts";
import { describeAgent } from "./suite.ts";
import { describeTakingOver } from "./taking-over.ts";
import { realAgents } from "./under-test.ts";
import { describeWaiting } from "./waiting.ts";

/** Set by `scripts/test-agents.mjs`: "offline", or why not. */
const wanted = process.env["AO_REAL_AGENTS"];
const areWanted = wanted !== undefined;
const isLeftOut = true;
const FASTEST = "goose";
const CODEX_LACKS = { ask: "on its own screen it asks nobody for leave, so that `ask` is refused" };
const ON_SCREEN = ["claude-code", "codex"];

if (areWanted)
  test.skipIf(wanted !== "offline")(
    "nothing but loopback can be reached from here (skipped where bubblewrap cannot shut the network off)",
    () => expect(Object.keys(networkInterfaces())).toEqual(["lo"]),
  );

for (const agent of realAgents()) {
  if (!areWanted && agent.agent !== FASTEST) continue;
  if ("missing" in agent)
    describe(agent.name, () => test.skipIf(isLeftOut)(`is not driven: ${agent.missing}`, () => undefined));
  else {
    describeAgent(agent);
    const { drive } = agent.settings ?? {};
    if (!areWanted || drive === "exec") continue;
    if (agent.agent === "codex") describeWaiting(agent, 30);
    if (agent.agent === "claude-code") describeLoggedOut(agent, { key: "ANTHROPIC_API_KEY", fix: "claude /login" });
    if (!ON_SCREEN.includes(agent.agent)) continue;
    describeOnScreen(agent, agent.agent === "codex" ? CODEX_LACKS : {});
    describeTakingOver(agent);
  }
}
