import type { JobStatus } from "./state.ts";

/** What a runner prints around a script: sections, colours, times. */
export function traceOf(script: readonly string[], status: JobStatus): string {
  const at = "2026-01-05T00:00:00.000000Z 00O ";
  const section = (name: string, headline: string, lines: readonly string[]): readonly string[] => [
    `section_start:1767571200:${name}\r\u001b[0K\u001b[0K\u001b[36;1m${headline}\u001b[0;m`,
    ...lines.map((line) => `${at}${line}`),
    `section_end:1767571201:${name}\r\u001b[0K`,
  ];
  const end = status === "failed" ? "\u001b[31;1mERROR: Job failed: exit code 1" : "\u001b[32;1mJob succeeded";
  const lines = [
    `${at}Running with gitlab-runner 17.0.0`,
    ...section("prepare_executor", 'Preparing the "docker" executor', ["Using Docker executor with image node:24"]),
    ...section("get_sources", "Getting source from Git repository", ["Fetching changes with git depth set to 20..."]),
    ...section("step_script", 'Executing "step_script" stage of the job script', script),
    ...section("cleanup_file_variables", "Cleaning up project directory and file based variables", []),
    `${end}\u001b[0;m`,
  ];
  return `${lines.join("\n")}\n`;
}
