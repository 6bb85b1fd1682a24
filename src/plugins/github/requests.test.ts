/** What a project costs on GitHub: an hour of looks at a hundred open changes, on a clock of its own, counted by the fake. */
import { expect, test } from "vitest";
import { anHour, wakeAll, workingHour } from "../../../test/fakes/github/an-hour.ts";

const isLong = process.env["AO_TEST_LONG"] !== undefined;
/** The overview of a hundred costs what the overview of twenty does; the long run shows it. */
const CHANGES = isLong ? 100 : 20;

test.runIf(isLong)(
  "without webhooks: at most 200 requests and 600 points, each change seen within a minute",
  { timeout: 400_000 },
  async () => {
    const { requests, points, seen, refused } = await anHour({ changes: CHANGES, meanwhile: workingHour });
    expect(requests).toBeLessThanOrEqual(200);
    expect(points).toBeLessThanOrEqual(600);
    expect(seen).toBeGreaterThanOrEqual(CHANGES + 18);
    expect(refused).toBe(0);
  },
);

test("with webhooks, while nothing happens: at most 30 requests", { timeout: 400_000 }, async () => {
  const { requests } = await anHour({ changes: CHANGES, arrange: wakeAll });
  expect(requests).toBeLessThanOrEqual(30);
});
