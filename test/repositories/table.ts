/** The reports as a table for people. */
import type { TrialReport } from "./trial.ts";

const COLUMNS = ["repository", "detected", "result", "workspace", "set-up", "check", "landing", "disk"] as const;

export function formatTable(reports: readonly TrialReport[]): string {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return `${[row(COLUMNS), row(COLUMNS.map(() => "---")), ...reports.map((report) => row(cells(report)))].join("\n")}\n`;
}

function cells({ title, outcome, detected, sessions, times, disk, reasons }: TrialReport): readonly string[] {
  const landed = `${sessions.filter(({ isLanded }) => isLanded).length} of 3 landed`;
  const result = { landed, told: `told: ${reasons.join(" ")}`, failed: `FAILED, ${landed}: ${reasons.join(" ")}` };
  return [
    title,
    [...detected.setup, ...Object.entries(detected.checks).map(([name, command]) => `${name}: ${command}`)]
      .map((command) => `\`${command}\``)
      .join(", ") || "nothing",
    result[outcome].replaceAll("\n", " "),
    seconds(times.workspace),
    `${seconds(times.firstSetup)}, then ${seconds(times.laterSetup)}`,
    `${seconds(times.firstCheck)}, then ${seconds(times.laterCheck)}`,
    seconds(times.landing),
    `session ${megabytes(disk.workspace)}, checks ${megabytes(disk.checks)}, caches ${megabytes(disk.caches)}`,
  ];
}

const seconds = (ms: number | null): string => (ms === null ? "–" : `${(ms / 1_000).toFixed(1)} s`);
const megabytes = (bytes: number | null): string => (bytes === null ? "–" : `${(bytes / 1_000_000).toFixed(1)} MB`);
