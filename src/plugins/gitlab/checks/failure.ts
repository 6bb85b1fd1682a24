/**
 * Why a job failed: the tests that failed, where it left a report of them; else its script's part of the trace, else what the
 * status itself says. Read once for each job; the whole of the trace lies in a file, for the session's log folder.
 */
import { join } from "node:path";
import { downloadLog, judged, needLater, readOnce, type LogParts } from "../../remote/forge/check-logs.ts";
import type { Failure } from "../../remote/forge/results.ts";
import { RemoteTrouble } from "../../remote/forge/trouble.ts";
import { outputLines } from "../../shared/failure/output-lines.ts";
import { plainLines } from "../../shared/failure/plain-lines.ts";
import { parsed, type Client } from "../client.ts";
import { failingPart } from "./failing-part.ts";
import { brokenPipeline, job, type ReadJob, type ReadStatus } from "./parse-job.ts";
import { jobReport } from "./test-report.ts";
import type { NamedStatus } from "./verdict.ts";

type Parts = LogParts & { readonly client: Client };

/** Trouble: GitLab could not be asked now, so nothing is known yet. */
export async function failureOf(parts: Parts, named: NamedStatus): Promise<Failure> {
  const { of } = named;
  if ("pipeline" in of) return ofPipeline(parts, named, of.pipeline);
  if (named.id === null) return ofWords(parts, named, of);
  return readOnce(parts, String(of.id), () => ofStatus(parts, named, of));
}

const ofWords = (parts: Parts, named: NamedStatus, { description }: ReadStatus): Failure =>
  judged(parts, named, { said: `${named.name} failed.`, lines: plainLines(description ?? "") });

/** It had no jobs at all: its own settings cannot be read. */
async function ofPipeline(parts: Parts, named: NamedStatus, id: number): Promise<Failure> {
  const { yaml_errors: errors } = await parts.client.read({ path: `pipelines/${id}` }, brokenPipeline);
  return judged(parts, named, { said: "The pipeline could not begin.", lines: plainLines(errors ?? "") });
}

/** Reasons outside the tree. */
const NEVER_RAN: ReadonlySet<string> = new Set([
  ...["runner_system_failure", "stuck_or_timeout_failure", "stuck_pending_with_matching_runners", "runner_unsupported"],
  ...["stuck_pending_no_matching_runners", "no_matching_runner", "runner_provisioning_timeout", "api_failure"],
  ...["scheduler_failure", "stale_schedule", "data_integrity_failure", "unknown_failure", "archived_failure"],
  ...["ci_quota_exceeded", "user_blocked", "project_deleted", "builds_disabled", "environment_creation_failure"],
  ...["deployment_rejected", "ip_restriction_failure", "image_pull_failure", "server_timeout_running"],
]);

async function ofStatus(parts: Parts, named: NamedStatus, status: ReadStatus): Promise<Failure> {
  const { id } = status;
  const { name } = named;
  const read = await jobOf(parts, status);
  if (read === null) return ofWords(parts, named, status);
  const log = await downloadLog(parts, `jobs/${id}/trace`, id);
  const lines = log === null ? [] : failingPart(outputLines(join(parts.logs, log)));
  const reason = read.failure_reason ?? "";
  if (NEVER_RAN.has(reason)) {
    const said = `${name} did not run to its end: ${reason.replaceAll("_", " ")}.`;
    return judged(parts, { verdict: "infrastructure" }, { said, lines, log });
  }
  const report = await jobReport(parts, name, read.pipeline?.id ?? null);
  return judged(parts, named, { said: `${name} failed${whereOf(name, read.stage ?? null)}.`, lines, log, report });
}

/** Null: a status that another program put there is no job of GitLab's. One without a word may be a job that a replica lacks yet. */
async function jobOf(parts: Parts, { id, description }: ReadStatus): Promise<ReadJob | null> {
  const asked = await parts.client.ask({ path: `jobs/${id}` });
  if (asked.ok) return parsed(job, asked.value.body);
  const { code } = asked.error;
  if (code === "gone" && (description ?? "") === "") needLater(parts, `job ${id}`);
  if (code === "gone" || code === "refused") return null;
  throw new RemoteTrouble(asked.error);
}

const whereOf = (name: string, stage: string | null): string =>
  stage === null || stage === name ? "" : ` in the stage “${stage}”`;
