import type { Command } from "commander";
import type { ChangeDetailView } from "../../../protocol/change/change.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import { connect } from "../../daemon/connect.ts";
import { refuseAgents } from "../../run/not-by-agents.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { formatChangeAction } from "../../views/change/change-action.ts";
import { findProjectHere } from "../../input/choose-project.ts";
import { toChangeRecord } from "./change.ts";

export const examples = [
  ["ao merge app-7", "test it on the newest base, then land that very commit"],
  ["ao merge 18 --no-wait", "only ask for it; ao queue shows how it goes"],
] as const;

type MergeOptions = { readonly wait: boolean; readonly project?: string };

export function define(command: Command, io: Io): void {
  command
    .argument("<change>", "a session, or 18, #18, an id")
    .option("--no-wait", "do not wait until it has landed")
    .option("--project <id>", "default: the project in the current directory")
    .action((reference: string, options: MergeOptions) => merge(io, reference, options));
}

async function merge(io: Io, reference: string, { wait, project }: MergeOptions): Promise<void> {
  refuseAgents(io, "nothing was landed");
  const client = await connect(io);
  const here = await findProjectHere(io, client, { named: project, reference });
  const asked = await client.landChange({ id: reference, ...here });
  const change = wait ? await io.interruptible((signal) => waitUntilLanded(io, client, asked, signal)) : asked;
  const isLanded = change.state === "landed";
  if (!isLanded && change.position === null && wait) throw reportGivenUp(change);
  showAnswer(io, {
    json: () => change,
    records: () => [toChangeRecord(change)],
    lines: (pen) => formatChangeAction(isLanded ? "landed" : "is in the queue", change, pen),
  });
}

const LOOK_EVERY_MS = 150;

/** Until it has landed, left the queue, or waits for the person; Ctrl-C leaves it in the queue. */
async function waitUntilLanded(
  io: Io,
  client: Client,
  asked: ChangeDetailView,
  signal: AbortSignal,
): Promise<ChangeDetailView> {
  const target = { id: asked.id, projectId: asked.project };
  return runWithProgress(io, "landing", async ({ say }) => {
    for (let change = asked; ; change = await client.change(target)) {
      if (change.position === null || change.code === "unpublished" || signal.aborted) return change;
      say(change.why);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
}

function reportGivenUp(change: ChangeDetailView): CliFailure {
  return new CliFailure({
    code: "not_landed",
    message: `change #${change.name} was not landed: ${change.why.charAt(0).toLowerCase()}${change.why.slice(1)}`,
    facts: change.reasons.filter(({ ok }) => ok === false).map(({ name, text }) => `${name}: ${text}`),
    try: [`ao why ${change.session ?? change.name}`],
  });
}
