/** The checks of a pull request's head. */
import type { HttpHead } from "../../../domain/change/change.ts";
import type { CheckResult } from "../../../domain/checks/check.ts";
import { listShownResults } from "../../remote/forge/checks/check-logs.ts";
import { noteReported } from "../../remote/forge/checks/need-reported.ts";
import { findPublishedBranch } from "../../remote/forge/changes/kept-change.ts";
import type { GithubParts } from "../changes/parts.ts";
import type { ReadPull } from "../changes/read-pulls.ts";
import { readGithubFailure } from "./failure.ts";
import { nameContexts, formatPlainName } from "./verdict.ts";

/** Null: this repository runs no checks. */
export async function listGithubChecks(
  parts: GithubParts,
  pull: ReadPull,
  { commit, tree }: HttpHead,
): Promise<readonly CheckResult[] | null> {
  const contexts = pull.last?.oid === commit ? pull.last.contexts : [];
  if (contexts.length > 0) parts.repository.noteChecks();
  if (pull.state !== "OPEN") return (await parts.repository.hasChecks()) ? [] : null;
  if (contexts.length === 0 && !(await parts.repository.hasChecks())) return null;
  const session =
    findPublishedBranch(parts.kept, { branch: pull.headRefName, isFromFork: pull.isCrossRepository })?.session ?? null;
  const source = { failureOf: (check: ReturnType<typeof nameContexts>[number]) => readGithubFailure(parts, check) };
  const named = nameContexts(contexts);
  const results = await listShownResults(parts, source, { tree, named, session });
  noteReported(parts.kept, commit, named);
  // A required check that has not even begun is awaited by name; GitHub knows it by that of the job alone.
  const required = await parts.repository.required();
  const absent = required.filter((name) => !named.some(({ context }) => formatPlainName(context) === name));
  const awaited = absent.map((name): CheckResult => ({
    name,
    tree,
    verdict: "running",
    fingerprint: "",
    evidence: "",
  }));
  return [...results, ...awaited];
}
