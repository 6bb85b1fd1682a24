/** A test that failed, as a report tells it. */
export type FailedTest = { readonly name: string; readonly message: string };
