import type { QuotaRules } from "../remote/quota/quota-rules.ts";

/** gitlab.com: 2,000 requests a minute, told in the headers; 60 notes a minute. */
export const gitlabRules: QuotaRules = {
  writeGapMs: 200,
  writesPerMinuteMax: 50,
  writesPerHourMax: 2_000,
  pointsPerMinuteMax: 1_500,
  readPoints: 1,
  writePoints: 1,
  inFlightMax: 20,
  shareForPeople: 0.2,
};
