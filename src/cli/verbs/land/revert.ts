import type { Command } from "commander";
import { connect } from "../../daemon/connect.ts";
import { refuseAgents } from "../../run/not-by-agents.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import { blank, createSpan } from "../../render/line.ts";
import { showAnswer } from "../../show.ts";
import { formatChangeAction } from "../../views/change/change-action.ts";
import { findProjectHere } from "../../input/choose-project.ts";
import { toChangeRecord } from "./change.ts";

export const examples = [["ao revert 18", "propose the inverse of a landed change as a new change"]] as const;

export function define(command: Command, io: Io): void {
  command
    .argument("<change>", "18, #18, an id, or its session")
    .option("--project <id>", "default: the project in the current directory")
    .action((reference: string, { project }: { readonly project?: string }) => revert(io, reference, project));
}

async function revert(io: Io, reference: string, project: string | undefined): Promise<void> {
  refuseAgents(io, "nothing was proposed");
  const client = await connect(io);
  const here = await findProjectHere(io, client, { named: project, reference });
  const change = await runWithProgress(io, `taking back ${reference}`, () =>
    client.revertChange({ id: reference, ...here }),
  );
  showAnswer(io, {
    json: () => change,
    records: () => [toChangeRecord(change)],
    lines: (pen) => [
      ...formatChangeAction("proposed", change, pen),
      blank,
      [createSpan("look, then: ", "hint"), createSpan(`ao review ${change.name} --approve && ao merge ${change.name}`)],
    ],
  });
}
