/** The suite against doubles of the programs. */
import { describeLivingOn } from "./living-on.ts";
import { describeAgent } from "./suite.ts";
import { describeTakingOver } from "./taking-over.ts";
import { FAKES } from "./under-test.ts";
import { describeWaiting } from "./waiting.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";

const live = FAKES.filter(({ settings }) => settings?.["drive"] !== "exec");

for (const subject of FAKES) describeAgent(subject);
for (const subject of live) describeLivingOn(subject);
for (const subject of FAKES.slice(0, 1)) {
  describeWaiting(subject, isLong ? 30 : 6);
  describeTakingOver(subject);
}
