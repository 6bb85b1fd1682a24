/** What failed, one group for each cause: tests that fail with the same words fail by the same cause. */
import { createHash } from "node:crypto";
import type { CheckResult } from "../../domain/check.ts";
import { normal, speaksOfError } from "../../plugins/shared/failure/fingerprint.ts";

export type FailureGroup = {
  readonly check: string;
  readonly fingerprint: string;
  /** Empty where no report tells. */
  readonly tests: readonly string[];
  readonly title: string;
  readonly evidence: string;
};

/** More at once would be one trouble with many faces; the rest is found when these are mended. */
const GROUPS_MAX = 20;

export function failureGroups(results: readonly CheckResult[], branch: string): readonly FailureGroup[] {
  return results
    .filter(({ verdict }) => verdict === "failed")
    .flatMap((result) => groupsIn(result, branch))
    .slice(0, GROUPS_MAX);
}

type FailedTest = { readonly name: string; readonly said: string; readonly cause: string };

function groupsIn({ name: check, fingerprint, evidence }: CheckResult, branch: string): readonly FailureGroup[] {
  const tests = testsIn(evidence);
  if (tests.length === 0) {
    const title = `\`${check}\` fails on ${branch}`;
    return [{ check, fingerprint: markOf(check, fingerprint), tests: [], title, evidence }];
  }
  return [...Map.groupBy(tests, ({ cause }) => cause)].map(([cause, same]) => ({
    check,
    fingerprint: markOf(check, cause),
    tests: same.map(({ name }) => name),
    title: titleOf(check, same),
    evidence: same.map(({ name, said }) => `✗ ${name}\n${said}`).join("\n\n"),
  }));
}

/** As the evidence of tests is written: a mark and the name, then what the test said, indented. */
function testsIn(evidence: string): readonly FailedTest[] {
  return evidence
    .split(/^✗ /m)
    .slice(1)
    .map((block) => {
      const [name = "", ...lines] = block.split("\n");
      const said = lines.filter((line) => line.startsWith("  "));
      const first = said.find((line) => speaksOfError.test(line)) ?? said.find((line) => line.trim() !== "") ?? "";
      return { name: name.trim(), said: said.join("\n"), cause: first === "" ? normal(name) : normal(first) };
    });
}

const TITLE_MAX = 120;

function titleOf(check: string, tests: readonly FailedTest[]): string {
  const [first, ...others] = tests;
  const fails = others.length === 0 ? " fails" : ` and ${others.length} more fail`;
  const name = first?.name ?? "";
  return `\`${check}\`: ${name.length > TITLE_MAX ? `${name.slice(0, TITLE_MAX)}…` : name}${fails}`;
}

const markOf = (check: string, cause: string): string =>
  createHash("sha256").update(`${check}\n${cause}`).digest("hex").slice(0, 16);
