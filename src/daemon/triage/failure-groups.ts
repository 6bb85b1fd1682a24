/** What failed, one group for each cause: the same exception from many tests is one, assertions in two files are two. */
import type { CheckResult } from "../../domain/checks/check.ts";
import { hashCause } from "../../plugins/shared/failure/failing-tests.ts";

export type FailureGroup = {
  readonly check: string;
  /** Of its cause, as far as it could be told. */
  readonly fingerprint: string;
  /** Empty where no report tells. */
  readonly tests: readonly string[];
  readonly title: string;
  readonly evidence: string;
};

/** More at once would be one trouble with many faces; the rest is found when these are mended. */
const GROUPS_MAX = 20;

export function groupFailures(results: readonly CheckResult[], branch: string): readonly FailureGroup[] {
  return results
    .filter(({ verdict }) => verdict === "failed")
    .flatMap((result) => groupResult(result, branch))
    .slice(0, GROUPS_MAX);
}

type FailedTest = { readonly name: string; readonly said: string; readonly cause: string };

function groupResult(result: CheckResult, branch: string): readonly FailureGroup[] {
  const { name: check, fingerprint, evidence } = result;
  const tests = parseTests(result);
  if (tests.length === 0) {
    const title = `\`${check}\` fails on ${branch}`;
    return [{ check, fingerprint, tests: [], title, evidence }];
  }
  return [...Map.groupBy(tests, ({ cause }) => cause)].map(([cause, same]) => ({
    check,
    fingerprint: cause,
    tests: same.map(({ name }) => name),
    title: formatTitle(check, same),
    evidence: same.map(({ name, said }) => `✗ ${name}\n${said}`).join("\n\n"),
  }));
}

/** As the evidence of tests is written: a mark and the name, then what the test said, indented; in the order of their ids. */
function parseTests({ evidence, tests }: CheckResult): readonly FailedTest[] {
  return evidence
    .split(/^✗ /m)
    .slice(1)
    .map((block, n) => {
      const [name = "", ...lines] = block.split("\n");
      const said = lines.filter((line) => line.startsWith("  ")).join("\n");
      const cause = tests?.failed[n]?.split(".")[0] ?? hashCause({ name: name.trim(), message: said });
      return { name: name.trim(), said, cause };
    });
}

const TITLE_MAX = 120;

function formatTitle(check: string, tests: readonly FailedTest[]): string {
  const [first, ...others] = tests;
  const fails = others.length === 0 ? " fails" : ` and ${others.length} more fail`;
  const name = first?.name ?? "";
  return `\`${check}\`: ${name.length > TITLE_MAX ? `${name.slice(0, TITLE_MAX)}…` : name}${fails}`;
}
