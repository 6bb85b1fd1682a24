import type { Command } from "commander";
import type { Client } from "../../../protocol/client/create-client.ts";
import type { SessionView } from "../../../protocol/session/session.ts";
import { connect } from "../../daemon/connect.ts";
import { endLines, refuseUnended, waitUntilEnded } from "../../daemon/end-sessions.ts";
import type { Io } from "../../render/io.ts";
import { createSpan } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { count } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";
import { stopDaemon } from "../../daemon/stop-daemon.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao stop app-7", "save unfinished work, then remove the workspace"],
  ["ao stop app-7 app-9 --keep", "leave the workspaces where they are"],
  ["ao stop --project app", "all live sessions of a project"],
  ["ao restore app-7", "bring one back, files and conversation"],
  ["ao stop", "stop the daemon; agents keep running"],
] as const;

type StopOptions = { readonly project?: string; readonly all?: boolean; readonly keep?: boolean };

export function define(command: Command, io: Io): void {
  command
    .argument("[session...]", "id, name or issue")
    .option("--project <id>", "all live sessions of this project")
    .option("--all", "all live sessions")
    .option("--keep", "leave the workspace where it is")
    .action((sessions: readonly string[], options: StopOptions) => stop(io, sessions, options));
}

async function stop(io: Io, named: readonly string[], { project, all, keep }: StopOptions): Promise<void> {
  const isMany = all === true || project !== undefined;
  if (named.length > 0 && isMany)
    throw new WrongUse("name sessions, or use --all or --project, not both; nothing was stopped", {
      try: [`ao stop ${named.join(" ")}`],
    });
  if (named.length === 0 && !isMany) return stopDaemon(io);
  const client = await connect(io);
  const ids = isMany ? await listLiveSessions(client, project) : named;
  const results = await runWithProgress(io, `stopping ${count(ids.length, "session")}`, () =>
    Promise.allSettled(ids.map((id) => stopOne(client, id, keep === true))),
  );
  const told = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  showAnswer(io, {
    json: () => told,
    records: () => told.map((session) => [session.id, session.phase, session.ended?.rescueRef ?? null]),
    lines: (pen) =>
      ids.length === 0
        ? [[createSpan("No live session; nothing was stopped.")]]
        : told.flatMap((one) => endLines(one, pen)),
  });
  for (const result of results) if (result.status === "rejected") throw result.reason;
  refuseUnended(told);
}

async function listLiveSessions(client: Client, project: string | undefined): Promise<readonly string[]> {
  const sessions = await client.listSessions(project === undefined ? {} : { project });
  return sessions.filter(({ phase }) => phase !== "ended" && phase !== "ending").map(({ id }) => id);
}

async function stopOne(client: Client, named: string, keep: boolean): Promise<SessionView> {
  const { id } = await client.stopSession({ id: named, ...(keep ? { keep } : {}) });
  return waitUntilEnded(client, id);
}
