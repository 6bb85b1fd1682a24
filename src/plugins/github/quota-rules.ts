import type { QuotaRules } from "../remote/quota/quota-rules.ts";

/** 900 points a minute, 100 requests at once, 80 writes a minute and 500 an hour, a second between two. */
export const githubRules: QuotaRules = {
  writeGapMs: 1_000,
  writesPerMinuteMax: 60,
  writesPerHourMax: 450,
  pointsPerMinuteMax: 800,
  readPoints: 1,
  writePoints: 5,
  inFlightMax: 20,
  shareForPeople: 0.2,
};
