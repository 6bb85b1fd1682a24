/** What the providers ask of a client beside the budgets their answers tell. */
export type QuotaRules = {
  /** Between two writes. */
  readonly writeGapMs: number;
  readonly writesPerMinuteMax: number;
  readonly writesPerHourMax: number;
  /** Reads count `readPoints`, writes `writePoints`. */
  readonly pointsPerMinuteMax: number;
  readonly readPoints: number;
  readonly writePoints: number;
  readonly inFlightMax: number;
  /** Of each budget this part is left for what people ask for. */
  readonly shareForPeople: number;
};

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

/** What no tracker minds. */
const modest: QuotaRules = {
  writeGapMs: 100,
  writesPerMinuteMax: 60,
  writesPerHourMax: 1_500,
  pointsPerMinuteMax: 300,
  readPoints: 1,
  writePoints: 1,
  inFlightMax: 10,
  shareForPeople: 0.2,
};

/** 5,000 requests and 3,000,000 points of complexity an hour, told in the headers. */
export const linearRules = modest;

/** Jira tells no budget beforehand: it answers 429 with `Retry-After`. */
export const jiraRules = modest;
