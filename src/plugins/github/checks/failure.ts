/**
 * Why a check failed: the log of the failing step of the failing job, else what the check itself says. Read once for each
 * check run, streamed and bounded; the whole of it lies in a file, for the session's log folder.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { CheckResult } from "../../../domain/check.ts";
import { boundedLog } from "../../shared/failure/bounded-log.ts";
import { evidenceOfLines } from "../../shared/failure/evidence.ts";
import { fingerprintOfLines } from "../../shared/failure/fingerprint.ts";
import { outputLines } from "../../shared/failure/output-lines.ts";
import { plainLines } from "../../shared/failure/plain-lines.ts";
import type { ReadContext } from "../changes/parse-change.ts";
import type { Client } from "../client.ts";
import type { KeptFile } from "../kept-file.ts";
import { needRemote } from "../trouble.ts";
import { parseAnnotations, parseJob } from "./parse-job.ts";
import { failingPart } from "./failing-part.ts";
import type { NamedContext } from "./verdict.ts";

export type Failure = Pick<CheckResult, "verdict" | "fingerprint" | "evidence"> & {
  /** The name of its file among our logs; null: there is none. */
  readonly log: string | null;
};

export type FailureParts = {
  readonly client: Client;
  readonly kept: KeptFile;
  /** Where raw logs lie. */
  readonly logs: string;
  readonly redact: (text: string) => string;
};

const FAILURES = "failure";

/** Trouble: GitHub could not be asked now, so nothing is known yet. */
export async function failureOf(parts: FailureParts, named: NamedContext): Promise<Failure> {
  const { context } = named;
  if (context.__typename === "StatusContext") return told(parts, named, [context.description ?? ""]);
  const id = `${context.databaseId ?? context.detailsUrl ?? named.name}`;
  const before = parts.kept.get<Failure>(FAILURES, id);
  if (before !== null) return before.doc;
  const job = context.checkSuite.app?.slug === "github-actions" ? context.databaseId : null;
  const failure = job === null ? await ofRun(parts, named, context) : await ofJob(parts, named, job);
  return parts.kept.put(FAILURES, id, failure).doc;
}

/** Said by GitHub itself where a job never ran for reasons outside the tree. */
const neverRan =
  /not started because|spending limit|account payments|billing|lost communication with the server|runner has received a shutdown signal|failed to (?:acquire|queue) (?:the )?job|internal (?:server )?error/i;

async function ofJob(parts: FailureParts, named: NamedContext, id: number): Promise<Failure> {
  const asked = await parts.client.ask({ path: `actions/jobs/${id}` });
  const steps = asked.ok ? parseJob(asked.value.body).steps : [];
  if (!asked.ok && asked.error.code !== "gone" && asked.error.code !== "refused") needRemote(asked);
  const failing = steps.find(({ conclusion }) => conclusion === "failure" || conclusion === "timed_out") ?? null;
  const notes = failing === null ? await annotationsOf(parts, id) : [];
  if (notes.some((note) => neverRan.test(note))) {
    const evidence = parts.redact(evidenceOfLines(`${named.name} did not run.`, notes));
    return { verdict: "infrastructure", fingerprint: "", evidence, log: null };
  }
  const log = await download(parts, id);
  if (log === null) return told(parts, named, notes);
  const lines = failingPart(outputLines(join(parts.logs, log)), failing?.name ?? null);
  const where = failing === null ? "" : ` in the step “${failing.name}”`;
  return ofVerdict(named, { ...judged(parts, `${named.name} failed${where}.`, lines), log });
}

async function ofRun(
  parts: FailureParts,
  named: NamedContext,
  { databaseId, title, summary }: Extract<ReadContext, { __typename: "CheckRun" }>,
): Promise<Failure> {
  const notes = databaseId === null ? [] : await annotationsOf(parts, databaseId);
  return told(parts, named, [title ?? "", ...plainLines(summary ?? ""), ...notes]);
}

function told(parts: FailureParts, named: NamedContext, lines: readonly string[]): Failure {
  const said = lines.filter((line) => line.trim() !== "");
  return ofVerdict(named, { ...judged(parts, `${named.name} failed.`, said), log: null });
}

/** What failed for reasons outside the tree has no fingerprint. */
const ofVerdict = ({ verdict }: NamedContext, failure: Failure): Failure =>
  verdict === "failed" ? failure : { ...failure, verdict, fingerprint: "" };

function judged({ redact }: FailureParts, said: string, lines: readonly string[]): Omit<Failure, "log"> {
  return {
    verdict: "failed",
    fingerprint: fingerprintOfLines("github", lines),
    evidence: redact(evidenceOfLines(said, lines)),
  };
}

async function annotationsOf({ client }: FailureParts, id: number): Promise<readonly string[]> {
  const asked = await client.ask({ path: `check-runs/${id}/annotations`, query: { per_page: 50 } });
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return [];
  return parseAnnotations(needRemote(asked).body).flatMap(({ path, start_line: line, title, message }) => {
    const place = path === null || path === ".github" ? "" : `${path}${line === null ? "" : `:${line}`}: `;
    return plainLines(`${place}${title ?? ""} ${message ?? ""}`.trim());
  });
}

/** Null: GitHub has no log of it, or does not let us read it. */
async function download({ client, logs }: FailureParts, id: number): Promise<string | null> {
  const asked = await client.download({ path: `actions/jobs/${id}/logs` });
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return null;
  const { bytes } = needRemote(asked);
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  sweep(logs);
  const name = `${id}.log`;
  const log = boundedLog(join(logs, name));
  try {
    for await (const piece of bytes) log.write(piece);
  } finally {
    log.end();
  }
  return name;
}

/** The evidence is kept, and a session has a copy: of raw logs the old ones go. */
const LOGS_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

function sweep(logs: string): void {
  for (const name of readdirSync(logs)) {
    const path = join(logs, name);
    if (Date.now() - statSync(path).mtimeMs > LOGS_KEPT_MS) rmSync(path, { force: true });
  }
}
