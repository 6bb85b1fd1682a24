/**
 * Why a job failed: the tests that failed, where it left a report of them; else its script's part of the trace, else what the
 * status itself says. Read once for each job; the whole of the trace lies in a file, for the session's log folder.
 */
import { join } from "node:path";
import {
  downloadLog,
  judgeCheckFailure,
  needLater,
  readOnce,
  type LogParts,
} from "../../remote/forge/checks/check-logs.ts";
import type { CheckFailure } from "../../remote/forge/checks/results.ts";
import { RemoteTrouble } from "../../remote/forge/trouble.ts";
import { readOutputLines } from "../../shared/failure/output-lines.ts";
import { toPlainLines } from "../../shared/failure/plain-lines.ts";
import { parsed, type GitlabClient } from "../client.ts";
import { findGitlabFailingPart } from "./failing-part.ts";
import { brokenPipeline, job, type GitlabJob, type ReadStatus } from "./parse-job.ts";
import { readJobReport } from "./test-report.ts";
import type { NamedStatus } from "./verdict.ts";

type Parts = LogParts & { readonly client: GitlabClient };

/** Trouble: GitLab could not be asked now, so nothing is known yet. */
export async function readGitlabFailure(parts: Parts, named: NamedStatus): Promise<CheckFailure> {
  const { of } = named;
  if ("pipeline" in of) return readPipelineFailure(parts, named, of.pipeline);
  if (named.id === null) return describeStatusFailure(parts, named, of);
  return readOnce(parts, String(of.id), () => readStatusFailure(parts, named, of));
}

const describeStatusFailure = (parts: Parts, named: NamedStatus, { description }: ReadStatus): CheckFailure =>
  judgeCheckFailure(parts, named, { said: `${named.name} failed.`, lines: toPlainLines(description ?? "") });

/** It had no jobs at all: its own settings cannot be read. */
async function readPipelineFailure(parts: Parts, named: NamedStatus, id: number): Promise<CheckFailure> {
  const { yaml_errors: errors } = await parts.client.read({ path: `pipelines/${id}` }, brokenPipeline);
  return judgeCheckFailure(parts, named, { said: "The pipeline could not begin.", lines: toPlainLines(errors ?? "") });
}

/** Reasons outside the tree. */
const NEVER_RAN: ReadonlySet<string> = new Set([
  ...["runner_system_failure", "stuck_or_timeout_failure", "stuck_pending_with_matching_runners", "runner_unsupported"],
  ...["stuck_pending_no_matching_runners", "no_matching_runner", "runner_provisioning_timeout", "api_failure"],
  ...["scheduler_failure", "stale_schedule", "data_integrity_failure", "unknown_failure", "archived_failure"],
  ...["ci_quota_exceeded", "user_blocked", "project_deleted", "builds_disabled", "environment_creation_failure"],
  ...["deployment_rejected", "ip_restriction_failure", "image_pull_failure", "server_timeout_running"],
]);

async function readStatusFailure(parts: Parts, named: NamedStatus, status: ReadStatus): Promise<CheckFailure> {
  const { id } = status;
  const { name } = named;
  const read = await readJob(parts, status);
  if (read === null) return describeStatusFailure(parts, named, status);
  const log = await downloadLog(parts, `jobs/${id}/trace`, id);
  const lines = log === null ? [] : findGitlabFailingPart(readOutputLines(join(parts.logs, log)));
  const reason = read.failure_reason ?? "";
  if (NEVER_RAN.has(reason)) {
    const said = `${name} did not run to its end: ${reason.replaceAll("_", " ")}.`;
    return judgeCheckFailure(parts, { verdict: "infrastructure" }, { said, lines, log });
  }
  const report = await readJobReport(parts, name, read.pipeline?.id ?? null);
  return judgeCheckFailure(parts, named, {
    said: `${name} failed${describeStage(name, read.stage ?? null)}.`,
    lines,
    log,
    report,
  });
}

/** Null: a status that another program put there is no job of GitLab's. One without a word may be a job that a replica lacks yet. */
async function readJob(parts: Parts, { id, description }: ReadStatus): Promise<GitlabJob | null> {
  const asked = await parts.client.ask({ path: `jobs/${id}` });
  if (asked.ok) return parsed(job, asked.value.body);
  const { code } = asked.error;
  if (code === "gone" && (description ?? "") === "") needLater(parts, `job ${id}`);
  if (code === "gone" || code === "refused") return null;
  throw new RemoteTrouble(asked.error);
}

const describeStage = (name: string, stage: string | null): string =>
  stage === null || stage === name ? "" : ` in the stage “${stage}”`;
