import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { landedSessions } from "../../../test/fixtures/landed-sessions.ts";

test("the fleet's figures come from what landed and from what its agents were told", async () => {
  const rig = await anApi({ facts: landedSessions });
  expect(await rig.client().fleet({ period: "day" })).toMatchObject({
    landed: { value: 5, before: 0, of: 5 },
    leadMinutes: { value: 40 },
    firstTry: { value: 0.8 },
    retries: { value: 3 / 5 },
    usdPerLanded: { value: 2 },
  });
  expect((await rig.client().fleet({ project: "elsewhere" })).landed.value).toBe(0);
});
