import type { TreeSha } from "../model/ids.ts";

/**
 * `infrastructure` failed for reasons outside the tree (billing, runner, network) and blames nobody.
 * `cancelled` and `skipped` are neither red nor green; a required check that is missing is not green.
 */
export type Verdict = "passed" | "failed" | "infrastructure" | "cancelled" | "skipped" | "running";

/** One check at one tree. A change's checks, a candidate's and the base's are all views of these. */
export type CheckResult = {
  readonly name: string;
  readonly tree: TreeSha;
  readonly verdict: Verdict;
  /** What failed, without times, paths and addresses: the same failure has the same fingerprint. Empty unless failed. */
  readonly fingerprint: string;
  /** The failure itself, bounded and redacted. */
  readonly evidence: string;
  /** Why it was left out, with the verdict `skipped`: nothing that it checks was changed. It holds nothing back. */
  readonly notNeeded?: string;
  /** Its failing tests, where a report names every one of them; absent: nobody knows which of them failed. */
  readonly tests?: FailingTests;
};

/** `failed`: one id per failing test, `CAUSE.TEST`; tests that fail by one cause share `CAUSE`. `ran`: passed and failed. */
export type FailingTests = { readonly failed: readonly string[]; readonly ran: number };

export type Outcome =
  | { readonly kind: "green" }
  /** `broken`: beside what failed, these have said nothing. */
  | { readonly kind: "red"; readonly failed: readonly CheckResult[]; readonly broken: readonly CheckResult[] }
  | { readonly kind: "infrastructure"; readonly failed: readonly CheckResult[] }
  | { readonly kind: "pending"; readonly waitsFor: readonly string[] };

/** Which checks must be green: these by name, and of the others all that spoke, or none of them. */
export type Required = { readonly names: readonly string[]; readonly others: "count" | "ignore" };

/** The one sentence over many checks. Red is only said when nothing is still running: an agent is told once, of all. */
export function judgeResults(results: readonly CheckResult[], { names, others }: Required): Outcome {
  const counted = results.filter((result) => others === "count" || names.includes(result.name));
  const waitsFor = [
    ...counted.filter((result) => result.verdict === "running").map((result) => result.name),
    ...names.filter((name) => !counted.some((result) => result.name === name)),
  ];
  if (waitsFor.length > 0) return { kind: "pending", waitsFor };
  const failed = counted.filter((result) => result.verdict === "failed");
  const broken = counted.filter(isBroken);
  if (failed.length > 0) return { kind: "red", failed, broken };
  if (broken.length > 0) return { kind: "infrastructure", failed: broken };
  const isMissing = ({ name, verdict, notNeeded }: CheckResult): boolean =>
    verdict === "skipped" && notNeeded === undefined && names.includes(name);
  const skipped = counted.filter(isMissing);
  if (skipped.length > 0) return { kind: "pending", waitsFor: skipped.map((result) => result.name) };
  return { kind: "green" };
}

/** Somebody cancelled it, or its runner died: either way nobody knows, and it is asked again. */
export const isBroken = ({ verdict }: CheckResult): boolean => verdict === "infrastructure" || verdict === "cancelled";

/** Green is only said where this holds: a tree that nothing checked fails nothing, either. */
export const hasPassed = (results: readonly CheckResult[]): boolean =>
  results.some(({ verdict }) => verdict === "passed");

/** What passed on this very tree before and does not now is flaky: nobody is blamed for it. */
export function excuseFlakes(results: readonly CheckResult[], passed: readonly string[]): readonly CheckResult[] {
  return results.map((result) =>
    passed.includes(result.name)
      ? { name: result.name, tree: result.tree, verdict: "passed", fingerprint: "", evidence: "" }
      : result,
  );
}

/** One fingerprint for all that failed together, independent of their order. */
export function fingerprintFailures(failed: readonly CheckResult[]): string {
  return failed
    .map((result) => `${result.name}:${result.fingerprint}`)
    .sort()
    .join("|");
}

/** What was left out because nothing of it was changed fails here as it fails on the base. */
export function inheritBaseFailures(
  results: readonly CheckResult[],
  baseFailed: readonly CheckResult[],
): readonly CheckResult[] {
  return results.map((result) => {
    const failed = baseFailed.find(({ name }) => name === result.name);
    return failed === undefined || result.notNeeded === undefined ? result : { ...failed, tree: result.tree };
  });
}

/** What identifies a failure, without the words about it. */
export type FailureIdentity = Pick<CheckResult, "name" | "fingerprint" | "tests">;

/** A check that fails on the base in the same way, or in fewer tests, is nobody's fault here. */
export function failsOnBase(failed: readonly FailureIdentity[], baseFailed: readonly FailureIdentity[]): boolean {
  return failed.every((result) => baseFailed.some((base) => failsWithin(result, base)));
}

/**
 * Does it fail in no way that `base` does not fail in? By failing tests where both name theirs; fewer of them prove nothing
 * when fewer tests ran, since the missing ones may only not have run. Otherwise only the very same failure counts.
 */
function failsWithin(result: FailureIdentity, base: FailureIdentity): boolean {
  if (result.name !== base.name) return false;
  if (result.tests === undefined || base.tests === undefined) return result.fingerprint === base.fingerprint;
  const known = new Set(base.tests.failed);
  const failed = new Set(result.tests.failed);
  if (![...failed].every((test) => known.has(test))) return false;
  return failed.size === known.size || result.tests.ran >= base.tests.ran;
}

/** The checks that fail on the base, and in these results pass or fail in fewer tests; nothing unknown counts as fixed. */
export function listFixedChecks(
  results: readonly CheckResult[],
  baseFailed: readonly CheckResult[],
): readonly string[] {
  const isFixed = (base: CheckResult, result: CheckResult): boolean =>
    isLacking(base, result) && (result.verdict === "passed" || failsWithin(result, base));
  return baseFailed.filter((base) => results.some((result) => isFixed(base, result))).map(({ name }) => name);
}

/** Is there a failure of the base that these results do not show? They may show others, of an older base. */
export function lacksBaseFailure(results: readonly CheckResult[], baseFailed: readonly CheckResult[]): boolean {
  return baseFailed.some((base) => results.some((result) => isLacking(base, result)));
}

function isLacking(base: CheckResult, result: CheckResult): boolean {
  if (result.name !== base.name) return false;
  return result.verdict === "passed" || (result.verdict === "failed" && !failsWithin(base, result));
}

/** The first of them, by its own words: a check names its command first, and here its name stands for that. */
export function describeBroken([first]: readonly CheckResult[]): string {
  if (first === undefined) return "a check has no result";
  const [line = ""] = first.evidence.split("\n");
  const said = line
    .replace(/ The whole log: .*$/, "")
    .trim()
    .replace(/\.$/, "");
  const own = /^`[^`]*` (.+)$/.exec(said)?.[1];
  return own === undefined
    ? `\`${first.name}\` ${said === "" ? "has no result" : `did not run: ${said}`}`
    : `\`${first.name}\` ${own}`;
}
