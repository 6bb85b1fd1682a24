/** What a report of tests tells. */
export type FailedTest = {
  readonly name: string;
  readonly message: string;
  /** Where it stands, where the report tells. */
  readonly file?: string;
};

export type TestReport = {
  /** The first ones, with what they say; there may be more. */
  readonly failures: readonly FailedTest[];
  readonly passed: number;
  readonly failed: number;
};

const TESTS_MAX = 200;

/** What several files of one run tell. */
export function joinReports(left: TestReport | null, right: TestReport): TestReport {
  if (left === null) return right;
  const failures = [...left.failures, ...right.failures].slice(0, TESTS_MAX);
  return { failures, passed: left.passed + right.passed, failed: left.failed + right.failed };
}
