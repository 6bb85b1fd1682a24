/** It failed, and the answer already says so: only the exit code is left. */
export class AlreadyReported extends Error {
  override readonly name = "AlreadyTold";
}
