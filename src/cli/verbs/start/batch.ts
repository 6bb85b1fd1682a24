import type { Command } from "commander";
import { ApiError } from "../../../protocol/client/api-error.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import type { NewSessionRequest } from "../../../protocol/session/session.ts";
import { connect } from "../../daemon/connect.ts";
import { driveOption } from "../../input/drive-option.ts";
import { handOverEnvironment } from "../../daemon/hand-over-environment.ts";
import type { Io } from "../../render/io.ts";
import { createCell, createSpan, type Line, type Pen } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { count } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";
import { nameIssue } from "../../views/session/session-mark.ts";
import { chooseProject } from "../../input/choose-project.ts";

export const examples = [
  ["ao batch 41 42 43", "one session an issue; those that have one are passed over"],
  ["ao batch 41 42 --agent codex", "with another agent than the project's"],
] as const;

type BatchOptions = Pick<NewSessionRequest, "agent" | "drive" | "runtime"> & { readonly project?: string };

export function define(command: Command, io: Io): void {
  command
    .argument("<issue...>", "41, #41, ENG-12, a URL")
    .option("--agent <name>", "another agent than the project's")
    .addOption(driveOption())
    .option("--runtime <name>", "where their processes live: process, tmux")
    .option("--project <id>", "default: the project in the current directory")
    .action((issues: readonly string[], options: BatchOptions) => startBatch(io, issues, options));
}

type Outcome = {
  readonly issue: string;
  readonly outcome: "started" | "skipped" | "failed";
  readonly session: string | null;
  readonly why: string | null;
};

async function startBatch(
  io: Io,
  named: readonly string[],
  { project, agent, drive, runtime }: BatchOptions,
): Promise<void> {
  const client = await connect(io);
  await handOverEnvironment(io, client);
  const projectId = await chooseProject(io, client, project, { undone: "no session was started", verb: "batch 41" });
  const more = {
    projectId,
    ...(agent === undefined ? {} : { agent }),
    ...(drive === undefined ? {} : { drive }),
    ...(runtime === undefined ? {} : { runtime }),
  };
  const issues = [...new Set(named.map((one) => one.replace(/^#(?=\d+$)/, "")))];
  const outcomes = await runWithProgress(io, `starting ${count(issues.length, "session")}`, async () => {
    const done: Outcome[] = [];
    for (const issue of issues) done.push(await startOne(client, { ...more, issue }));
    return done;
  });
  showAnswer(io, {
    json: () => outcomes,
    records: () => outcomes.map(({ issue, outcome, session, why }) => [issue, outcome, session, why]),
    lines: (pen) => outcomes.map((one) => formatOutcome(one, pen)),
  });
  if (outcomes.some(({ outcome }) => outcome === "failed")) throw new AlreadyReported("not every session was started");
}

/** One that cannot be started keeps no other from it. */
async function startOne(
  client: Client,
  asked: Parameters<Client["startSession"]>[0] & { readonly issue: string },
): Promise<Outcome> {
  const { issue } = asked;
  try {
    const { id } = await client.startSession(asked);
    return { issue, outcome: "started", session: id, why: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const outcome = error.code === "issue_taken" ? "skipped" : "failed";
    return { issue, outcome, session: error.candidates[0] ?? null, why: error.message };
  }
}

function formatOutcome({ issue, outcome, session, why }: Outcome, pen: Pen): Line {
  const marks = { started: ["done", "passed"], skipped: ["skipped", "plain"], failed: ["failed", "failed"] } as const;
  const [glyph, tone] = marks[outcome];
  const said =
    outcome === "started" ? (session ?? "") : outcome === "skipped" ? `${session ?? ""} works on it` : (why ?? "");
  return [
    createSpan(pen.mark(glyph), tone),
    createSpan(" "),
    createCell(pen.cut(nameIssue(issue), 12), 6, "id"),
    createSpan(" "),
    createSpan(pen.cut(said, Math.max(12, pen.width - 10))),
  ];
}
