/**
 * The real programs: all of them with `npm run test:agents`; otherwise only the one that starts fastest, if the cache has
 * it, through what takes the least time.
 */
import { describe, test } from "vitest";
import { describeOnScreen } from "./on-screen.ts";
import { describeAgent } from "./suite.ts";
import { realAgents } from "./under-test.ts";
import { describeWaiting } from "./waiting.ts";

const areWanted = process.env["AO_REAL_AGENTS"] === "1";
const isLong = process.env["AO_TEST_LONG"] === "1";
const isLeftOut = true;
const FASTEST = "goose";
const CODEX_LACKS = { ask: "on its own screen it asks nobody for leave, so that `ask` is refused" };
const ON_SCREEN = ["claude-code", "codex"];

for (const agent of realAgents()) {
  if (!areWanted && agent.agent !== FASTEST) continue;
  if ("missing" in agent)
    describe(agent.name, () => test.skipIf(isLeftOut)(`is not driven: ${agent.missing}`, () => undefined));
  else {
    describeAgent(agent, areWanted || isLong ? null : ["permission"]);
    if (areWanted && agent.agent === "codex") describeWaiting(agent, 30);
    if (areWanted && ON_SCREEN.includes(agent.agent))
      describeOnScreen(agent, agent.agent === "codex" ? CODEX_LACKS : {});
  }
}
