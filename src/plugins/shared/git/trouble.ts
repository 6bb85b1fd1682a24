/**
 * Git or the forge's file could not be used, for a reason that may pass: a full disk, a lock, settings that nobody
 * accepted yet. Thrown inside the forge, and an answer to whoever called it.
 */
import { StoreError } from "../../../lib/database/store-error.ts";
import type { GitAnswer, GitFailure } from "../../../lib/git/git.ts";
import { failed, type SlotResult } from "../../../slots/result.ts";

export class GitTrouble extends Error {
  readonly failure: GitFailure;

  constructor(failure: GitFailure) {
    super(failure.message);
    this.name = "GitTrouble";
    this.failure = failure;
  }
}

/** The value of an answer that is not expected to be a bad one. */
export function need<T>(answer: GitAnswer<T>): T {
  if (!answer.ok) throw new GitTrouble(answer.error);
  return answer.value;
}

/** Trouble becomes an answer; a programmer's error stays one. */
export async function answerGitTrouble<T, Code extends string>(
  work: () => Promise<SlotResult<T, Code>>,
): Promise<SlotResult<T, Code>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitTrouble || error instanceof StoreError) return failed("unavailable", error.message);
    throw error;
  }
}
