/** GitLab's own CI: jobs of pipelines, and what other programs say of a commit. */
import type { HttpHead } from "../../../domain/change/change.ts";
import type { CheckResult } from "../../../domain/checks/check.ts";
import type { CommitSha } from "../../../domain/model/ids.ts";
import { listShownResults } from "../../remote/forge/checks/check-logs.ts";
import { findForwarded } from "../../remote/forge/changes/forwarded.ts";
import { findPublishedBranch } from "../../remote/forge/changes/kept-change.ts";
import type { CheckSource } from "../../remote/forge/checks/results.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import type { GitlabChangeParts } from "../changes/parts.ts";
import { isFromFork, type ReadMerge } from "../changes/parse-change.ts";
import { readGitlabFailure } from "./failure.ts";
import { status } from "./parse-job.ts";
import { nameStatuses, judgeStatus, type NamedStatus } from "./verdict.ts";

export const createGitlabCheckSource = (parts: GitlabChangeParts): CheckSource<NamedStatus> => ({
  look: (commit) => look(parts, commit),
  failureOf: (check) => readGitlabFailure(parts, check),
  againPath: ({ id }) => (id === null ? null : `jobs/${id}/retry`),
  howToRun: "Let your pipeline run there: a rule `if: $CI_COMMIT_BRANCH =~ /^ao-candidate/`.",
});

async function look({ client }: GitlabChangeParts, commit: string): Promise<readonly NamedStatus[]> {
  const path = `repository/commits/${commit}/statuses`;
  return nameStatuses(await client.part({ path }, status, { isOptional: true }));
}

export type CheckedBase = { readonly ground: GitContext; readonly base: CommitSha | null };

/** Of a merge request's head; null: this project runs no checks. */
export async function listGitlabChecks(
  parts: GitlabChangeParts,
  merge: ReadMerge,
  { commit, tree }: HttpHead,
  { ground: git, base }: CheckedBase,
): Promise<readonly CheckResult[] | null> {
  const isOpen = merge.state === "opened";
  const isMoved = merge.sha !== commit && findForwarded(parts.kept, merge.source_branch)?.to === merge.sha;
  const shown = isMoved ? { ...merge, sha: commit, head_pipeline: null } : merge;
  const named = isOpen && shown.sha === commit ? await listHeadStatuses(parts, shown, commit) : [];
  if (named.length > 0) parts.projectChecks.note();
  else if (!(await parts.projectChecks.areThere(git, base))) return null;
  const session =
    findPublishedBranch(parts.kept, { branch: merge.source_branch, isFromFork: isFromFork(merge) })?.session ?? null;
  const source = { failureOf: (check: NamedStatus) => readGitlabFailure(parts, check) };
  return listShownResults(parts, source, { tree, named, session });
}

/** A pipeline may run on what a merge would give: then it speaks of another commit. */
async function listHeadStatuses(
  parts: GitlabChangeParts,
  { head_pipeline: pipeline }: ReadMerge,
  commit: string,
): Promise<readonly NamedStatus[]> {
  const named = await look(parts, pipeline?.sha ?? commit);
  if (named.length > 0 || pipeline === null || pipeline === undefined) return named;
  const { id, status: state } = pipeline;
  return [{ name: "pipeline", verdict: judgeStatus({ status: state }), id: null, of: { pipeline: id } }];
}
