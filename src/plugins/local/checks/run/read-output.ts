/** What a program left behind: its output, and reports of tests where it wrote any. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { parseJunit } from "../../../shared/failure/parse-junit.ts";
import { looksLikeTap, createTapReader } from "../../../shared/failure/parse-tap.ts";
import type { CheckWorkspace } from "./pool.ts";
import { joinReports, type TestReport } from "../../../shared/failure/test-report.ts";

/** Null where nothing tells. */
export async function readTestReport(
  git: GitContext,
  workspace: CheckWorkspace,
  { log, lines, cache }: { readonly log: string; readonly lines: readonly string[]; readonly cache: readonly string[] },
): Promise<TestReport | null> {
  const reported = await readReportFiles(git, workspace, cache);
  if (reported !== null) return reported;
  return looksLikeTap(lines.join("\n")) ? readTapReport(log) : null;
}

async function readTapReport(log: string): Promise<TestReport> {
  const reader = createTapReader();
  const stream = createReadStream(log, { encoding: "utf8" });
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) reader.line(line);
  return reader.report();
}

const REPORTS_MAX = 100;
const REPORT_BYTES_MAX = 8 * 1_024 * 1_024;

/** The workspace was clean before: whatever XML lies there untracked was written by this check or its set-up. */
async function readReportFiles(
  { own }: GitContext,
  workspace: CheckWorkspace,
  cache: readonly string[],
): Promise<TestReport | null> {
  const kept = cache.map((folder) => `--exclude=${folder}`);
  const args = ["--others", "-z", ...kept, "--", "*.xml"];
  const listed = await own.compute("ls-files", args, { workTree: workspace.tree, index: workspace.index });
  const paths = listed.ok ? listed.value.split("\0").filter((path) => path !== "") : [];
  let whole: TestReport | null = null;
  for (const path of paths.slice(0, REPORTS_MAX)) {
    const xml = await readPlainText(join(workspace.tree, path), { maxBytes: REPORT_BYTES_MAX });
    const report = xml === null ? null : parseJunit(xml);
    if (report !== null) whole = joinReports(whole, report);
  }
  return whole;
}
