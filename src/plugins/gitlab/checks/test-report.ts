/** GitLab reads the JUnit reports of a job itself: its tests stand in the report of the pipeline, under the job's name. */
import * as z from "zod";
import type { LogParts } from "../../remote/forge/checks/check-logs.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import type { FailedTest, TestReport } from "../../shared/failure/test-report.ts";
import { parsed } from "../client.ts";

const testCase = z.object({
  status: z.string(),
  name: z.string().nullish(),
  classname: z.string().nullish(),
  /** An object where the failure has attributes of its own. */
  system_output: z.unknown().optional(),
  stack_trace: z.string().nullish(),
});
const pipelineReport = z.object({
  test_suites: z.array(z.object({ name: z.string(), test_cases: z.array(testCase) })),
});

const TESTS_MAX = 200;
const MESSAGE_MAX = 4_000;

/** Null: the job left none, or it is not for us to see. */
export async function readJobReport(
  { client }: Pick<LogParts, "client">,
  job: string,
  pipeline: number | null,
): Promise<TestReport | null> {
  if (pipeline === null) return null;
  const asked = await client.ask({ path: `pipelines/${pipeline}/test_report` });
  if (!asked.ok && (asked.error.code === "gone" || asked.error.code === "refused")) return null;
  const suites = parsed(pipelineReport, needRemote(asked).body).test_suites.filter(({ name }) => name === job);
  const cases = suites.flatMap((suite) => suite.test_cases);
  if (cases.length === 0) return null;
  const failed = cases.filter(({ status }) => status === "failed" || status === "error");
  return {
    failures: failed.slice(0, TESTS_MAX).map(toFailedTest),
    failed: failed.length,
    passed: cases.filter(({ status }) => status === "success").length,
  };
}

function toFailedTest({
  name,
  classname,
  system_output: output,
  stack_trace: trace,
}: z.output<typeof testCase>): FailedTest {
  const message =
    typeof output === "string" ? output : output === null || output === undefined ? "" : JSON.stringify(output);
  const named = [classname ?? "", name ?? ""].filter((part) => part !== "").join(" › ");
  return {
    name: named === "" ? "a test without a name" : named,
    message: [message, trace ?? ""]
      .filter((part) => part !== "")
      .join("\n")
      .slice(0, MESSAGE_MAX),
  };
}
