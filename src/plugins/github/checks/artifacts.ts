/**
 * Reports of tests among the artifacts of a workflow run. Which of them belong to a check nobody but the project can know: its
 * settings name them. Only what was uploaded since the job began is its own: artifacts of the attempts before stay there.
 */
import * as z from "zod";
import { matchesAny } from "../../../domain/model/glob.ts";
import { readArriving, type LogParts } from "../../remote/forge/checks/check-logs.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { readBytes } from "../../remote/http/read-bytes.ts";
import { parseJunit } from "../../shared/failure/parse-junit.ts";
import { joinReports, type TestReport } from "../../shared/failure/test-report.ts";
import { zipTexts } from "../../shared/failure/zip-files.ts";
import { parsed } from "../parse-answer.ts";
import type { GithubJob } from "./parse-job.ts";

/** The artifacts with JUnit XML, by check; both are patterns. */
export type NamedReports = Readonly<Record<string, string>>;

export type ArtifactParts = Pick<LogParts, "client"> & { readonly junit?: NamedReports };

const ARTIFACTS_MAX = 10;
const ARCHIVE_BYTES_MAX = 16 * 1_024 * 1_024;
const UNPACKED_BYTES_MAX = 32 * 1_024 * 1_024;

/** Null: none is named for this check, or none was left there. */
export async function findNamedReport(parts: ArtifactParts, check: string, job: GithubJob): Promise<TestReport | null> {
  const patterns = Object.entries(parts.junit ?? {}).flatMap(([of, artifact]) =>
    matchesAny(check, [of]) ? [artifact] : [],
  );
  if (patterns.length === 0) return null;
  let whole: TestReport | null = null;
  for (const id of await listArtifacts(parts, patterns, job)) {
    for (const xml of await readReports(parts, id)) {
      const report = parseJunit(xml);
      if (report !== null) whole = joinReports(whole, report);
    }
  }
  return whole;
}

const artifacts = z.object({
  artifacts: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      size_in_bytes: z.number(),
      expired: z.boolean(),
      created_at: z.string().nullable(),
    }),
  ),
});

async function listArtifacts(
  { client }: ArtifactParts,
  patterns: readonly string[],
  { run_id: run, started_at: begun }: GithubJob,
): Promise<readonly number[]> {
  if (run === null) return [];
  const asked = await client.ask({ path: `actions/runs/${run}/artifacts`, query: { per_page: 100 } });
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return [];
  const sinceMs = begun === null ? 0 : Date.parse(begun);
  return parsed(artifacts, needRemote(asked).body)
    .artifacts.filter(
      ({ name, expired, size_in_bytes: bytes, created_at: at }) =>
        matchesAny(name, patterns) && !expired && bytes <= ARCHIVE_BYTES_MAX && Date.parse(at ?? "") >= sinceMs,
    )
    .slice(0, ARTIFACTS_MAX)
    .map(({ id }) => id);
}

async function readReports({ client }: ArtifactParts, id: number): Promise<readonly string[]> {
  const asked = await client.download({ path: `actions/artifacts/${id}/zip` });
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return [];
  const archive = await readBytes(readArriving(client, needRemote(asked).bytes), ARCHIVE_BYTES_MAX);
  if (archive === null) return [];
  return (await zipTexts(archive, (name) => /\.xml$/i.test(name), UNPACKED_BYTES_MAX)) ?? [];
}
