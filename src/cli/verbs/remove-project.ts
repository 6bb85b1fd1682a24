import type { Command } from "commander";
import { connect } from "../connect.ts";
import type { Io } from "../render/io.ts";
import { span } from "../render/line.ts";
import { show } from "../show.ts";

export const examples = [
  ["ao remove-project app", "forget it; repository, branches and workspaces stay"],
  ["ao add-project ~/code/app", "it comes back under its old name"],
] as const;

export function define(command: Command, io: Io): void {
  command.argument("<project>", "its id").action((id: string) => removeProject(io, id));
}

async function removeProject(io: Io, id: string): Promise<void> {
  await (await connect(io)).removeProject({ id });
  show(io, {
    json: () => ({ removed: id }),
    records: () => [["removed", id]],
    lines: (pen) => [[span(`${pen.words(id)} is forgotten; its repository, branches and workspaces stay`)]],
  });
}
