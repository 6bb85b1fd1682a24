/** The real programs: all of them with `npm run test:agents`, none otherwise. */
import { describe, test } from "vitest";
import { describeAgent } from "./suite.ts";
import { realAgents } from "./under-test.ts";

const isWanted = process.env["AO_REAL_AGENTS"] === "1";
const isLeftOut = true;

if (!isWanted) test.skipIf(!isWanted)("real agents are driven by `npm run test:agents`", () => undefined);
for (const agent of isWanted ? realAgents() : []) {
  if ("missing" in agent)
    describe(agent.name, () => test.skipIf(isLeftOut)(`is not driven: ${agent.missing}`, () => undefined));
  else describeAgent(agent);
}
