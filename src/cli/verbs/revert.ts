import type { Command } from "commander";
import { connect } from "../connect.ts";
import { refuseAgents } from "../not-by-agents.ts";
import type { Io } from "../render/io.ts";
import { withProgress } from "../render/progress.ts";
import { blank, span } from "../render/line.ts";
import { show } from "../show.ts";
import { changeDeedLines } from "../views/change-deed.ts";
import { projectHere } from "../which-project.ts";
import { changeRecord } from "./change.ts";

export const examples = [["ao revert 18", "propose the inverse of what landed, as a change of its own"]] as const;

export function define(command: Command, io: Io): void {
  command
    .argument("<change>", "18, #18, an id, or its session")
    .option("--project <id>", "default: the project in the current directory")
    .action((reference: string, { project }: { readonly project?: string }) => revert(io, reference, project));
}

async function revert(io: Io, reference: string, project: string | undefined): Promise<void> {
  refuseAgents(io, "nothing was proposed");
  const client = await connect(io);
  const here = await projectHere(io, client, { named: project, reference });
  const change = await withProgress(io, `taking back ${reference}`, () =>
    client.revertChange({ id: reference, ...here }),
  );
  show(io, {
    json: () => change,
    records: () => [changeRecord(change)],
    lines: (pen) => [
      ...changeDeedLines("proposed", change, pen),
      blank,
      [span("look, then: ", "hint"), span(`ao review ${change.name} --approve && ao merge ${change.name}`)],
    ],
  });
}
