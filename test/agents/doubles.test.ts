/** The suite against doubles of the programs. What takes its time is left to `npm run test:all`. */
import { describeAgent } from "./suite.ts";
import { FAKES } from "./under-test.ts";
import { describeWaiting } from "./waiting.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";

for (const subject of FAKES) describeAgent(subject, isLong ? null : ["resume"]);
for (const subject of FAKES.slice(0, 1)) describeWaiting(subject, isLong ? 30 : 6);
