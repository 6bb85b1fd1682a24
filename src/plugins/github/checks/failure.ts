/**
 * Why a check failed: the tests that failed, where a report of them is named; else the log of the failing step of the failing
 * job; else what the check itself says. Read once for each check run; the whole of the log lies in a file, for the session's
 * log folder.
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
import { needRemote } from "../../remote/forge/trouble.ts";
import { formatLineEvidence } from "../../shared/failure/evidence.ts";
import { readOutputLines } from "../../shared/failure/output-lines.ts";
import { toPlainLines } from "../../shared/failure/plain-lines.ts";
import type { ReadContext } from "../changes/parse-change.ts";
import { findNamedReport, type ArtifactParts } from "./artifacts.ts";
import { parseAnnotations, parseJob, type GithubJob } from "./parse-job.ts";
import { findGithubFailingPart, type FailedStep } from "./failing-part.ts";
import type { NamedContext } from "./verdict.ts";

export type GithubFailureParts = LogParts & ArtifactParts;

/** Trouble: GitHub could not be asked now, so nothing is known yet. */
export async function readGithubFailure(parts: GithubFailureParts, named: NamedContext): Promise<CheckFailure> {
  const { context } = named;
  if (context.__typename === "StatusContext") return describeFailure(parts, named, [context.description ?? ""]);
  const id = `${context.databaseId ?? context.detailsUrl ?? named.name}`;
  const job = context.checkSuite.app?.slug === "github-actions" ? context.databaseId : null;
  return readOnce(parts, id, () =>
    job === null ? readRunFailure(parts, named, context) : readJobFailure(parts, named, job),
  );
}

/** Said by GitHub itself where a job never ran for reasons outside the tree. */
const neverRan =
  /not started because|spending limit|account payments|billing|lost communication with the server|runner has received a shutdown signal|failed to (?:acquire|queue) (?:the )?job|internal (?:server )?error/i;

async function readJobFailure(parts: GithubFailureParts, named: NamedContext, id: number): Promise<CheckFailure> {
  const job = await readJob(parts, id);
  const failing = job.steps.find(({ conclusion }) => conclusion === "failure" || conclusion === "timed_out") ?? null;
  const notes = await readAnnotations(parts, id);
  const said = notes.flatMap(({ lines }) => lines);
  if (failing === null && said.some((note) => neverRan.test(note))) {
    const evidence = parts.redact(formatLineEvidence(`${named.name} did not run.`, said));
    return { verdict: "infrastructure", fingerprint: "", evidence, log: null };
  }
  const report = await findNamedReport(parts, named.name, job);
  const log = await downloadLog(parts, `actions/jobs/${id}/logs`, id);
  const printed =
    log === null
      ? null
      : findGithubFailingPart(readOutputLines(join(parts.logs, log)), failing && toFailedStep(failing));
  const lines = printed === null ? said : [...printed, ...listUnprinted(notes, printed)];
  const where = failing === null ? "" : ` in the step “${failing.name}”`;
  return judgeCheckFailure(parts, named, { said: `${named.name} failed${where}.`, lines, log, report });
}

const toFailedStep = ({
  name,
  started_at: startedAt,
  completed_at: completedAt,
}: GithubJob["steps"][number]): FailedStep => ({
  ...{ name, startedAt, completedAt },
});

/** What is said at places of the tree; most of it was found in the log itself, and is not told twice. */
function listUnprinted(notes: readonly Annotation[], printed: readonly string[]): readonly string[] {
  const log = printed.join("\n");
  const news = notes.filter(({ isPlaced, message }) => isPlaced && !log.includes(message.split("\n")[0] ?? ""));
  return news.length === 0 ? [] : ["Annotations:", ...news.flatMap(({ lines }) => lines)];
}

async function readJob(parts: LogParts, id: number): Promise<GithubJob> {
  const asked = await parts.client.ask({ path: `actions/jobs/${id}` });
  if (!asked.ok && asked.error.code === "gone") needLater(parts, `job ${id}`);
  else if (!asked.ok && asked.error.code !== "refused") needRemote(asked);
  return parseJob(asked.ok ? asked.value.body : {});
}

async function readRunFailure(
  parts: LogParts,
  named: NamedContext,
  { databaseId, title, summary }: Extract<ReadContext, { __typename: "CheckRun" }>,
): Promise<CheckFailure> {
  const notes = databaseId === null ? [] : await readAnnotations(parts, databaseId);
  return describeFailure(parts, named, [
    title ?? "",
    ...toPlainLines(summary ?? ""),
    ...notes.flatMap(({ lines }) => lines),
  ]);
}

function describeFailure(parts: LogParts, named: NamedContext, lines: readonly string[]): CheckFailure {
  const said = lines.filter((line) => line.trim() !== "");
  return judgeCheckFailure(parts, named, { said: `${named.name} failed.`, lines: said });
}

type Annotation = { readonly isPlaced: boolean; readonly message: string; readonly lines: readonly string[] };

async function readAnnotations({ client }: LogParts, id: number): Promise<readonly Annotation[]> {
  const asked = await client.ask({ path: `check-runs/${id}/annotations`, query: { per_page: 100 } });
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return [];
  return parseAnnotations(needRemote(asked).body).map(({ path, start_line: line, title, message }) => {
    // What GitHub says itself it says of `.github`.
    const isPlaced = path !== null && path !== ".github";
    const place = isPlaced ? `${path}${line === null ? "" : `:${line}`}: ` : "";
    const words = [title, message].filter((text) => typeof text === "string" && text !== "").join(" ");
    return { isPlaced, message: message ?? "", lines: toPlainLines(`${place}${words}`) };
  });
}
