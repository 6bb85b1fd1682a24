import type { TreeSha } from "./ids.ts";

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
};

export type Outcome =
  | { readonly kind: "green" }
  /** `broken`: beside what failed, these have said nothing. */
  | { readonly kind: "red"; readonly failed: readonly CheckResult[]; readonly broken: readonly CheckResult[] }
  | { readonly kind: "infrastructure"; readonly failed: readonly CheckResult[] }
  | { readonly kind: "pending"; readonly waitsFor: readonly string[] };

/** Which checks must be green: these by name, and of the others all that spoke, or none of them. */
export type Required = { readonly names: readonly string[]; readonly others: "count" | "ignore" };

/** The one sentence over many checks. Red is only said when nothing is still running: an agent is told once, of all. */
export function outcomeOf(results: readonly CheckResult[], { names, others }: Required): Outcome {
  const counted = results.filter((result) => others === "count" || names.includes(result.name));
  const waitsFor = [
    ...counted.filter((result) => result.verdict === "running").map((result) => result.name),
    ...names.filter((name) => !counted.some((result) => result.name === name)),
  ];
  if (waitsFor.length > 0) return { kind: "pending", waitsFor };
  const failed = counted.filter((result) => result.verdict === "failed");
  // Somebody cancelled it, or its runner died: either way nobody knows, and it is asked again.
  const broken = counted.filter((result) => result.verdict === "infrastructure" || result.verdict === "cancelled");
  if (failed.length > 0) return { kind: "red", failed, broken };
  if (broken.length > 0) return { kind: "infrastructure", failed: broken };
  const skipped = counted.filter((result) => result.verdict === "skipped" && names.includes(result.name));
  if (skipped.length > 0) return { kind: "pending", waitsFor: skipped.map((result) => result.name) };
  return { kind: "green" };
}

/** What passed on this very tree before and does not now is flaky: nobody is blamed for it. */
export function withoutFlakes(results: readonly CheckResult[], passed: readonly string[]): readonly CheckResult[] {
  return results.map((result) =>
    passed.includes(result.name) ? { ...result, verdict: "passed", fingerprint: "", evidence: "" } : result,
  );
}

/** One fingerprint for all that failed together, independent of their order. */
export function fingerprintOf(failed: readonly CheckResult[]): string {
  return failed
    .map((result) => `${result.name}:${result.fingerprint}`)
    .sort()
    .join("|");
}

/** A check that fails on the base in the same way is nobody's fault here. */
export function failsOnBase(failed: readonly CheckResult[], baseFailed: readonly CheckResult[]): boolean {
  return failed.every((result) =>
    baseFailed.some((base) => base.name === result.name && base.fingerprint === result.fingerprint),
  );
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
