import type { Command } from "commander";
import { connect } from "../../daemon/connect.ts";
import { addProjects } from "../../projects/add.ts";
import { checkConfig } from "../../projects/check-config.ts";
import { nameWidth, formatProject, tellOfProjects } from "../../projects/project-lines.ts";
import { findTargets } from "../../projects/targets.ts";
import type { Io } from "../../render/io.ts";
import { showAnswer } from "../../show.ts";

export const examples = [
  ["ao add-project", "add the repository around this folder"],
  ["ao add-project ~/code/site", "add another one"],
  ["ao add-project https://example.org/me/app.git --yes", "clone it to ./app and accept its settings"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .argument("[place...]", "path of a repository, or its URL to clone; default: this folder")
    .option("--yes", "accept the settings of a repository that is cloned")
    .action((places: readonly string[], { yes = false }: { readonly yes?: boolean }) => addProject(io, places, yes));
}

async function addProject(io: Io, places: readonly string[], yes: boolean): Promise<void> {
  const targets = await findTargets(io, places);
  for (const target of targets) checkConfig(io, target, "nothing was added");
  const projects = await addProjects(io, await connect(io), { targets, yes });
  const width = nameWidth(projects);
  showAnswer(io, {
    json: () => projects,
    records: () => projects.map(({ id, path, wrote }) => [id, path, wrote]),
    lines: (pen) => projects.flatMap((project) => formatProject(project, width, pen)),
  });
  tellOfProjects(io, projects);
}
