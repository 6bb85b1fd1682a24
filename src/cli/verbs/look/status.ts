import type { Command } from "commander";
import type { SessionView } from "../../../protocol/session/session.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import type { Field } from "../../render/records.ts";
import { showAnswer } from "../../show.ts";
import { drawLines, createPen } from "../../render/line.ts";
import { formatChannels } from "../../views/channels.ts";
import { formatQuotas } from "../../views/quota.ts";
import { sumKnownUsd } from "../../views/session/session-record.ts";
import { formatStatus } from "../../views/session/status.ts";
import { formatUnread } from "../../views/unread.ts";
import { list, READ } from "./list.ts";

export const examples = [
  ["ao status app-7", "agent, state, branch, change, checks, cost, last words"],
  ["ao status 41", "the session at issue 41, if there is one only"],
  ["ao status", "the fleet, as `ao list`"],
  ["ao status app-7 --json", "the status as scripts may rely on it, and more"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .argument("[session]", "id, name or issue")
    .action((session: string | undefined) => (session === undefined ? showFleet(io) : showStatus(io, session)));
}

/** As `ao list`; people also see what cannot be read, whom no notice reaches, and what was asked of forges and trackers. */
async function showFleet(io: Io): Promise<void> {
  await list(io, {});
  if (!io.answer.isTerminal || io.json) return;
  const client = await connect(io);
  const [quotas, failing] = [await client.quotas({}, READ), await client.failingChannels({}, READ)];
  // Of projects that cannot be opened the list has spoken.
  const unread = (await client.unread({}, READ)).filter(({ what }) => what !== "all");
  const pen = createPen(io.answer);
  if (unread.length > 0) io.print(drawLines(formatUnread(unread, io.now(), pen), pen));
  if (failing.length > 0) io.print(drawLines(formatChannels(failing, io.now(), pen), pen));
  if (quotas.length > 0) io.print(drawLines(formatQuotas(quotas, io.now(), pen), pen));
}

async function showStatus(io: Io, id: string): Promise<void> {
  const client = await connect(io);
  const session = await client.session({ id }, READ);
  showAnswer(io, {
    json: () => session,
    records: () => listRows(session),
    lines: (pen) => formatStatus(session, { nowMs: io.now(), home: io.env["HOME"] }, pen),
  });
}

/** A name and a value a line. */
function listRows(session: SessionView): readonly (readonly Field[])[] {
  const { attention, progress, change, usage } = session;
  return [
    ["id", session.id],
    ["project", session.project],
    ["title", session.title],
    ["issue", session.issue],
    ["agent", session.agent],
    ["state", session.state],
    ["phase", session.phase],
    ["column", attention.column],
    ["code", attention.code],
    ["why", attention.why],
    ["since", attention.since],
    ...session.questions.flatMap(({ text, choices }) => [["question", text, ...choices]]),
    ["branch", session.branch],
    ["head", session.head],
    ["workspace", session.workspacePath],
    ["change", change?.id ?? null, change?.state ?? null],
    ["steps", progress.steps === null ? null : `${progress.steps.done}/${progress.steps.of}`],
    ["checks", progress.checks === null ? null : `${progress.checks.passed}/${progress.checks.of}`],
    ["doing", progress.doing],
    ["turns", session.turns],
    ["usd", sumKnownUsd(usage)],
    ["tokens", usage.tokens],
    ["lastActivity", session.lastActivity],
    ["lastWords", session.lastWords],
  ];
}
