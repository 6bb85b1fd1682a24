/** The project that is meant when none is named: the one around the current folder. */
import { realpathSync } from "node:fs";
import { sep } from "node:path";
import type { Client } from "../protocol/client/create-client.ts";
import type { ProjectView } from "../protocol/project.ts";
import type { Io } from "./render/io.ts";
import { WrongUse } from "./wrong-use.ts";

/** What did not happen when it is not clear, and what to type with the project named. */
type Unclear = { readonly undone: string; readonly verb: string };

export async function whichProject(
  io: Io,
  client: Client,
  named: string | undefined,
  { undone, verb }: Unclear = { undone: "no session was started", verb: "new" },
): Promise<string> {
  if (named !== undefined) return named;
  const projects = await client.listProjects({});
  const found = around(io, projects) ?? (projects.length === 1 ? projects[0] : undefined);
  if (found !== undefined) return found.id;
  if (projects.length === 0)
    throw new WrongUse(`no project is known yet; ${undone}`, { code: "no_project", try: ["ao start ."] });
  throw new WrongUse(`it is not clear which project is meant; ${undone}`, {
    code: "which_project",
    candidates: projects.map(({ id }) => id),
    try: [`ao ${verb} --project ${projects[0]?.id ?? ""}`],
  });
}

/** For what may stand in several projects under one number: the one named, else the one around this folder. */
export async function projectHere(
  io: Io,
  client: Client,
  { named, reference }: { readonly named: string | undefined; readonly reference: string },
): Promise<{ readonly projectId?: string }> {
  if (named !== undefined) return { projectId: named };
  if (!/^#?\d+$/.test(reference)) return {};
  const found = around(io, await client.listProjects({}));
  return found === undefined ? {} : { projectId: found.id };
}

function around(io: Io, projects: readonly ProjectView[]): ProjectView | undefined {
  const here = realpathSync(io.cwd);
  return projects
    .filter(({ path }) => here === path || here.startsWith(path.endsWith(sep) ? path : path + sep))
    .toSorted((left, right) => right.path.length - left.path.length)[0];
}
