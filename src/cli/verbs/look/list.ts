import type { Command } from "commander";
import type { ChangeSummaryView } from "../../../protocol/change/change.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import type { UsageReport } from "../../../protocol/daemon/usage.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { listLines } from "../../views/session/list.ts";
import { toSessionRecord } from "../../views/session/session-record.ts";

export const examples = [
  ["ao list", "who needs me, and what the others do"],
  ["ao list --all", "finished sessions too, every row"],
  ["ao list --json | jq '.[].id'", "for scripts"],
] as const;

export type ListOptions = { readonly all?: boolean; readonly project?: string; readonly agent?: string };

export function define(command: Command, io: Io): void {
  command
    .option("-a, --all", "finished sessions too, and every row")
    .option("--project <id>", "only this project's")
    .option("--agent <name>", "only those of this agent")
    .action((options: ListOptions) => list(io, options));
}

export async function list(io: Io, { all = false, project, agent }: ListOptions): Promise<void> {
  const client = await connect(io);
  const isForPeople = io.answer.isTerminal && !io.json;
  const of = project === undefined ? {} : { project };
  const [found, projects, changes, today] = await runWithProgress(io, "asking the daemon", () =>
    Promise.all([
      client.listSessions({ ...(all ? { all } : {}), ...of }, READ),
      isForPeople ? client.listProjects({}, READ) : [],
      isForPeople && agent === undefined ? openChanges(client, of) : [],
      isForPeople ? readSpentToday(client, of) : null,
    ]),
  );
  const sessions = found.filter((status: StatusView) => agent === undefined || status.agent === agent);
  const ofThese = projects.filter(({ id }) => project === undefined || id === project);
  showAnswer(io, {
    json: () => sessions,
    records: () => sessions.map(toSessionRecord),
    lines: (pen) => listLines({ sessions, changes, projects: ofThese, today, nowMs: io.now(), isWhole: all }, pen),
  });
}

/** A forge that cannot be read now must not hide the sessions. */
async function openChanges(client: Client, of: { readonly project?: string }): Promise<readonly ChangeSummaryView[]> {
  const [listed] = await Promise.allSettled([client.listChanges(of, READ)]);
  return listed.status === "fulfilled" ? listed.value : [];
}

/** Nor must a sum. */
async function readSpentToday(client: Client, of: { readonly project?: string }): Promise<UsageReport["today"] | null> {
  const [report] = await Promise.allSettled([client.usage({ days: 1, ...of }, READ)]);
  return report.status === "fulfilled" ? report.value.today : null;
}

/** Who only looks need not wait for a daemon that is long in coming back. */
export const READ = { retryForMs: 2_000 } as const;
