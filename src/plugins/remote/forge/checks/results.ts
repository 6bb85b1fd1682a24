/** Checks of a commit as the core wants them. */
import type { CheckResult, Verdict } from "../../../../domain/checks/check.ts";
import type { TreeSha } from "../../../../domain/model/ids.ts";
import { RemoteTrouble } from "../trouble.ts";

/** `id`: of the newest run of it; null: it cannot be run again. */
export type NamedCheck = { readonly name: string; readonly verdict: Verdict; readonly id: number | null };

export type CheckFailure = Pick<CheckResult, "verdict" | "fingerprint" | "evidence" | "tests"> & {
  /** The name of its file among our logs; null: there is none. */
  readonly log: string | null;
};

/** Checks as one forge knows them. */
export type CheckSource<Check extends NamedCheck = NamedCheck> = {
  /** What is said of a commit, each name once. */
  readonly look: (commit: string) => Promise<readonly Check[]>;
  /** Why it failed. Trouble: the forge could not be asked now, so nothing is known yet. */
  readonly failureOf: (check: Check) => Promise<CheckFailure>;
  /** What is asked to run it again; null: nothing can be. */
  readonly againPath: (check: Check) => string | null;
  /** What a person writes so that checks run on branches of candidates. */
  readonly howToRun: string;
};

export type FullResult = { readonly result: CheckResult; readonly log: string | null };

export async function listResults<Check extends NamedCheck>(
  source: Pick<CheckSource<Check>, "failureOf">,
  tree: TreeSha,
  named: readonly Check[],
): Promise<readonly FullResult[]> {
  const results: FullResult[] = [];
  for (const check of named) {
    const { log, ...judged } = await readJudgement(source, check);
    results.push({ result: { name: check.name, tree, ...judged }, log });
  }
  return results;
}

/** As long as its failure cannot be read, a check has not spoken: an agent is told what failed, or nothing. */
async function readJudgement<Check extends NamedCheck>(
  { failureOf }: Pick<CheckSource<Check>, "failureOf">,
  check: Check,
): Promise<CheckFailure> {
  const { verdict } = check;
  if (verdict !== "failed" && verdict !== "infrastructure")
    return { verdict, fingerprint: "", evidence: "", log: null };
  try {
    return await failureOf(check);
  } catch (error) {
    if (!(error instanceof RemoteTrouble) || error.failure.code === "refused") throw error;
    return { verdict: "running", fingerprint: "", evidence: UNREAD, log: null };
  }
}

const UNREAD = "It failed; why could not be read yet.";

/** It has spoken there, and what it said is to be read again. */
export const isUnreadResult = ({ verdict, evidence }: CheckResult): boolean =>
  verdict === "running" && evidence === UNREAD;
