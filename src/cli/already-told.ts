/** It failed, and the answer already says so: only the exit code is left. */
export class AlreadyTold extends Error {
  override readonly name = "AlreadyTold";
}
