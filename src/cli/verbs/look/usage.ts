import type { Command } from "commander";
import type { SpentView, UsageReport } from "../../../protocol/daemon/usage.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { showAnswer } from "../../show.ts";
import { formatUsage } from "../../views/usage.ts";
import { parseWholeNumber } from "../../input/whole-number.ts";
import { READ } from "./list.ts";

export const examples = [
  ["ao usage", "what agents have cost in seven days, by day and by agent"],
  ["ao usage --days 30 --project app", "of one project, in a month"],
  ["ao usage --json | jq .byIssue", "for scripts: by issue and session too"],
] as const;

type UsageOptions = { readonly days?: string; readonly project?: string };

export function define(command: Command, io: Io): void {
  command
    .option("--days <n>", "today and the days before; default: 7")
    .option("--project <id>", "only this project's")
    .action((options: UsageOptions) => showUsage(io, options));
}

async function showUsage(io: Io, { days, project }: UsageOptions): Promise<void> {
  const client = await connect(io);
  const asked = {
    ...(days === undefined ? {} : { days: parseWholeNumber(days, "--days") }),
    ...(project === undefined ? {} : { project }),
  };
  const report = await client.usage(asked, READ);
  showAnswer(io, {
    json: () => report,
    records: () => toRecords(report),
    lines: (pen) => formatUsage(report, pen),
  });
}

/** Which sum, name, turns, dollars, tokens, turns with unknown cost. */
function toRecords({ byDay, byAgent, byProject, byIssue, bySession }: UsageReport) {
  const rows = (what: string, sums: readonly SpentView[]) =>
    sums.map(({ name, turns, usd, tokens, unknownTurns }) => [what, name, turns, usd, tokens, unknownTurns] as const);
  return [
    ...rows("day", byDay),
    ...rows("agent", byAgent),
    ...rows("project", byProject),
    ...rows("issue", byIssue),
    ...rows("session", bySession),
  ];
}
