/** A forge could not be asked, or said no. Thrown inside the plugin, and an answer to whoever called it. */
import { failed, type SlotResult } from "../../../slots/result.ts";
import type { RemoteFailure, RemoteResult } from "../http/remote-result.ts";
import { answerGitTrouble } from "../../shared/git/trouble.ts";

export class RemoteTrouble extends Error {
  readonly failure: RemoteFailure;

  constructor(failure: RemoteFailure) {
    super(failure.message);
    this.name = "RemoteTrouble";
    this.failure = failure;
  }
}

/** The value of an answer that is not expected to be a bad one. */
export function needRemote<T>(answer: RemoteResult<T>): T {
  if (!answer.ok) throw new RemoteTrouble(answer.error);
  return answer.value;
}

/** The other way round: trouble becomes an answer that says which. */
export async function toRemoteResult<T>(work: () => Promise<T>): Promise<RemoteResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof RemoteTrouble) return { ok: false, error: error.failure };
    throw error;
  }
}

/** Null: it is not there. */
export function takeIfExists<T>(answer: RemoteResult<T>): T | null {
  if (!answer.ok && answer.error.code === "gone") return null;
  return needRemote(answer);
}

/** Trouble becomes an answer; a programmer's error stays one. */
export async function answerRemoteTrouble<T, Code extends string>(
  work: () => Promise<SlotResult<T, Code>>,
): Promise<SlotResult<T, Code>> {
  try {
    return await answerGitTrouble(work);
  } catch (error) {
    if (!(error instanceof RemoteTrouble)) throw error;
    const { code, message, retryAfterMs } = error.failure;
    return failed(code === "gone" || code === "conflict" ? "refused" : code, message, retryAfterMs);
  }
}
