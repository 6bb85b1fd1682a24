/** Checks of a commit as the core wants them. */
import type { CheckResult } from "../../../domain/check.ts";
import type { TreeSha } from "../../../domain/ids.ts";
import type { ReadContext } from "../changes/parse-change.ts";
import { RemoteTrouble } from "../trouble.ts";
import { failureOf, type Failure, type FailureParts } from "./failure.ts";
import { namedContexts, type NamedContext } from "./verdict.ts";

export type FullResult = { readonly result: CheckResult; readonly log: string | null; readonly named: NamedContext };

export async function resultsOf(
  parts: FailureParts,
  tree: TreeSha,
  contexts: readonly ReadContext[],
): Promise<readonly FullResult[]> {
  const results: FullResult[] = [];
  for (const named of namedContexts(contexts)) {
    const { log, ...judged } = await judgementOf(parts, named);
    results.push({ result: { name: named.name, tree, ...judged }, log, named });
  }
  return results;
}

/** As long as its failure cannot be read, a check has not spoken: an agent is told what failed, or nothing. */
async function judgementOf(parts: FailureParts, named: NamedContext): Promise<Failure> {
  const { verdict } = named;
  if (verdict !== "failed" && verdict !== "infrastructure")
    return { verdict, fingerprint: "", evidence: "", log: null };
  try {
    return await failureOf(parts, named);
  } catch (error) {
    if (!(error instanceof RemoteTrouble) || error.failure.code === "refused") throw error;
    return { verdict: "running", fingerprint: "", evidence: "", log: null };
  }
}
