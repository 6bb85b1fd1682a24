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

/** What no tracker minds. */
export const modestRules: QuotaRules = {
  writeGapMs: 100,
  writesPerMinuteMax: 60,
  writesPerHourMax: 1_500,
  pointsPerMinuteMax: 300,
  readPoints: 1,
  writePoints: 1,
  inFlightMax: 10,
  shareForPeople: 0.2,
};
