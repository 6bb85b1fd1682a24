/** What a report of tests tells. */
export type FailedTest = { readonly name: string; readonly message: string };

export type TestReport = {
  /** The first ones, with what they say; there may be more. */
  readonly failures: readonly FailedTest[];
  readonly passed: number;
  readonly failed: number;
};
