/** The checks of a pull request's head. */
import type { Head } from "../../../domain/change.ts";
import type { CheckResult } from "../../../domain/check.ts";
import { shownResults } from "../../remote/forge/check-logs.ts";
import { noteHeard } from "../../remote/forge/heard.ts";
import { publishedBranch } from "../../remote/forge/kept-change.ts";
import type { ReadPull } from "../changes/parse-change.ts";
import type { GithubParts } from "../changes/parts.ts";
import { failureOf } from "./failure.ts";
import { namedContexts } from "./verdict.ts";

/** Null: this repository runs no checks. */
export async function checksOf(
  parts: GithubParts,
  pull: ReadPull,
  { commit, tree }: Head,
): Promise<readonly CheckResult[] | null> {
  const last = pull.commits.at(-1)?.commit;
  const contexts = last?.oid === commit ? last.statusCheckRollup : [];
  if (contexts.length > 0) parts.repository.noteChecks();
  if (pull.state !== "OPEN") return (await parts.repository.hasChecks()) ? [] : null;
  if (contexts.length === 0 && !(await parts.repository.hasChecks())) return null;
  const session = publishedBranch(parts.kept, pull.headRefName)?.session ?? null;
  const source = { failureOf: (check: ReturnType<typeof namedContexts>[number]) => failureOf(parts, check) };
  const named = namedContexts(contexts);
  const results = await shownResults(parts, source, { tree, named, session });
  noteHeard(parts.kept, commit, named);
  // A required check that has not even begun is awaited by name.
  const required = await parts.repository.required();
  const absent = required.filter((name) => !results.some((result) => result.name === name));
  const awaited = absent.map((name): CheckResult => ({
    name,
    tree,
    verdict: "running",
    fingerprint: "",
    evidence: "",
  }));
  return [...results, ...awaited];
}
