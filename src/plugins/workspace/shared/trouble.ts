/** Inside the plugin an expected failure is thrown; here, at its edge, it becomes the slot's answer. */
import type { GitAnswer, GitFailure } from "../../../lib/git/git.ts";
import { failed, ok, type CommonCode, type SlotResult } from "../../../slots/result.ts";

export type TroubleCode = CommonCode | "name_taken" | "setup_failed" | "gone";

export class WorkspaceTrouble extends Error {
  override readonly name = "Trouble";
  readonly code: TroubleCode;
  constructor(code: TroubleCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The value, or the trouble that git is in. */
export function needGit<T>(answer: GitAnswer<T>): T {
  if (answer.ok) return answer.value;
  throw toTrouble(answer.error);
}

export function toTrouble({ kind, message }: GitFailure): WorkspaceTrouble {
  return new WorkspaceTrouble(CODES[kind] ?? "unavailable", message);
}

const CODES: Readonly<Partial<Record<GitFailure["kind"], TroubleCode>>> = { not_accepted: "refused", rejected: "gone" };

/** `codes` are those the slot knows for this call, beside the common ones. */
export async function answerWorkspaceTrouble<T, Code extends TroubleCode = never>(
  codes: readonly Code[],
  task: () => Promise<T>,
): Promise<SlotResult<T, Code>> {
  try {
    return ok(await task());
  } catch (error) {
    const trouble = toTroubleOrNull(error);
    if (trouble === null) throw error;
    const code = [...codes, ...common].find((known) => known === trouble.code);
    return failed(code ?? "refused", trouble.message);
  }
}

const common: readonly CommonCode[] = ["unavailable", "rate_limited", "refused"];

/** What the system says when the disk is full, read-only or broken is nobody's mistake. */
const OF_THE_SYSTEM = ["ENOSPC", "EDQUOT", "EROFS", "EIO", "EACCES", "EPERM", "EBUSY", "EMFILE", "ENFILE"];

function toTroubleOrNull(error: unknown): WorkspaceTrouble | null {
  if (error instanceof WorkspaceTrouble) return error;
  const isSystems = error instanceof Error && "code" in error && OF_THE_SYSTEM.includes(String(error.code));
  return isSystems ? new WorkspaceTrouble("unavailable", `The disk did not take it: ${error.message}.`) : null;
}
