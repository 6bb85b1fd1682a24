/**
 * Why a check failed: the tests that failed, where a report of them is named; else the log of the failing step of the failing
 * job; else what the check itself says. Read once for each check run; the whole of the log lies in a file, for the session's
 * log folder.
 */
import { join } from "node:path";
import { downloadLog, judged, needLater, readOnce, type LogParts } from "../../remote/forge/check-logs.ts";
import type { Failure } from "../../remote/forge/results.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { evidenceOfLines } from "../../shared/failure/evidence.ts";
import { outputLines } from "../../shared/failure/output-lines.ts";
import { plainLines } from "../../shared/failure/plain-lines.ts";
import type { ReadContext } from "../changes/parse-change.ts";
import { namedReport, type ArtifactParts } from "./artifacts.ts";
import { parseAnnotations, parseJob, type ReadJob } from "./parse-job.ts";
import { failingPart, type FailedStep } from "./failing-part.ts";
import type { NamedContext } from "./verdict.ts";

export type FailureParts = LogParts & ArtifactParts;

/** Trouble: GitHub could not be asked now, so nothing is known yet. */
export async function failureOf(parts: FailureParts, named: NamedContext): Promise<Failure> {
  const { context } = named;
  if (context.__typename === "StatusContext") return told(parts, named, [context.description ?? ""]);
  const id = `${context.databaseId ?? context.detailsUrl ?? named.name}`;
  const job = context.checkSuite.app?.slug === "github-actions" ? context.databaseId : null;
  return readOnce(parts, id, () => (job === null ? ofRun(parts, named, context) : ofJob(parts, named, job)));
}

/** Said by GitHub itself where a job never ran for reasons outside the tree. */
const neverRan =
  /not started because|spending limit|account payments|billing|lost communication with the server|runner has received a shutdown signal|failed to (?:acquire|queue) (?:the )?job|internal (?:server )?error/i;

async function ofJob(parts: FailureParts, named: NamedContext, id: number): Promise<Failure> {
  const job = await jobOf(parts, id);
  const failing = job.steps.find(({ conclusion }) => conclusion === "failure" || conclusion === "timed_out") ?? null;
  const notes = await annotationsOf(parts, id);
  const said = notes.flatMap(({ lines }) => lines);
  if (failing === null && said.some((note) => neverRan.test(note))) {
    const evidence = parts.redact(evidenceOfLines(`${named.name} did not run.`, said));
    return { verdict: "infrastructure", fingerprint: "", evidence, log: null };
  }
  const report = await namedReport(parts, named.name, job);
  const log = await downloadLog(parts, `actions/jobs/${id}/logs`, id);
  const printed = log === null ? null : failingPart(outputLines(join(parts.logs, log)), failing && stepOf(failing));
  const lines = printed === null ? said : [...printed, ...unprinted(notes, printed)];
  const where = failing === null ? "" : ` in the step “${failing.name}”`;
  return judged(parts, named, { said: `${named.name} failed${where}.`, lines, log, report });
}

const stepOf = ({ name, started_at: startedAt, completed_at: completedAt }: ReadJob["steps"][number]): FailedStep => ({
  ...{ name, startedAt, completedAt },
});

/** What is said at places of the tree; most of it was found in the log itself, and is not told twice. */
function unprinted(notes: readonly Annotation[], printed: readonly string[]): readonly string[] {
  const log = printed.join("\n");
  const news = notes.filter(({ isPlaced, message }) => isPlaced && !log.includes(message.split("\n")[0] ?? ""));
  return news.length === 0 ? [] : ["Annotations:", ...news.flatMap(({ lines }) => lines)];
}

async function jobOf(parts: LogParts, id: number): Promise<ReadJob> {
  const asked = await parts.client.ask({ path: `actions/jobs/${id}` });
  if (!asked.ok && asked.error.code === "gone") needLater(parts, `job ${id}`);
  else if (!asked.ok && asked.error.code !== "refused") needRemote(asked);
  return parseJob(asked.ok ? asked.value.body : {});
}

async function ofRun(
  parts: LogParts,
  named: NamedContext,
  { databaseId, title, summary }: Extract<ReadContext, { __typename: "CheckRun" }>,
): Promise<Failure> {
  const notes = databaseId === null ? [] : await annotationsOf(parts, databaseId);
  return told(parts, named, [title ?? "", ...plainLines(summary ?? ""), ...notes.flatMap(({ lines }) => lines)]);
}

function told(parts: LogParts, named: NamedContext, lines: readonly string[]): Failure {
  const said = lines.filter((line) => line.trim() !== "");
  return judged(parts, named, { said: `${named.name} failed.`, lines: said });
}

type Annotation = { readonly isPlaced: boolean; readonly message: string; readonly lines: readonly string[] };

async function annotationsOf({ client }: LogParts, id: number): Promise<readonly Annotation[]> {
  const asked = await client.ask({ path: `check-runs/${id}/annotations`, query: { per_page: 100 } });
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return [];
  return parseAnnotations(needRemote(asked).body).map(({ path, start_line: line, title, message }) => {
    // What GitHub says itself it says of `.github`.
    const isPlaced = path !== null && path !== ".github";
    const place = isPlaced ? `${path}${line === null ? "" : `:${line}`}: ` : "";
    const words = [title, message].filter((text) => typeof text === "string" && text !== "").join(" ");
    return { isPlaced, message: message ?? "", lines: plainLines(`${place}${words}`) };
  });
}
