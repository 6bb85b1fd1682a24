/** The project that is meant when none is named: the one around the current folder. */
import { realpathSync } from "node:fs";
import { sep } from "node:path";
import { ApiError } from "../../protocol/client/api-error.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import type { ProjectView } from "../../protocol/project.ts";
import type { Io } from "../render/io.ts";
import { WrongUse } from "../run/wrong-use.ts";

/** What did not happen when it is not clear, and what to type with the project named. */
type Unclear = { readonly undone: string; readonly verb: string };

export async function chooseProject(
  io: Io,
  client: Client,
  named: string | undefined,
  { undone, verb }: Unclear = { undone: "no session was started", verb: "new" },
): Promise<string> {
  if (named !== undefined) return named;
  const projects = await client.listProjects({});
  const found = findAround(io, projects) ?? (projects.length === 1 ? projects[0] : undefined);
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
export async function findProjectHere(
  io: Io,
  client: Client,
  { named, reference }: { readonly named: string | undefined; readonly reference: string },
): Promise<{ readonly projectId?: string }> {
  if (named !== undefined) return { projectId: named };
  if (!/^#?\d+$/.test(reference)) return {};
  const found = findAround(io, await client.listProjects({}));
  return found === undefined ? {} : { projectId: found.id };
}

/** Of several sessions of one name the one whose project is around this folder; null: there is none, or more than one. */
export async function chooseHere(io: Io, client: Client, candidates: readonly string[]): Promise<string | null> {
  const here = candidates.length > CANDIDATES_MAX ? undefined : findAround(io, await client.listProjects({}));
  if (here === undefined) return null;
  const found = await Promise.all(candidates.map((id) => isOfProject(client, id, here.id)));
  const [meant, ...others] = candidates.filter((_, index) => found[index] === true);
  return others.length === 0 ? (meant ?? null) : null;
}

/** Each is asked for; a name of more sessions than that is better given with its project. */
const CANDIDATES_MAX = 20;

/** A candidate may also be a change or an issue, and such are never chosen: they are found by their project. */
async function isOfProject(client: Client, id: string, project: string): Promise<boolean> {
  try {
    return (await client.status({ id })).project === project;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function findAround(io: Io, projects: readonly ProjectView[]): ProjectView | undefined {
  const here = realpathSync(io.cwd);
  return projects
    .filter(({ path }) => here === path || here.startsWith(path.endsWith(sep) ? path : path + sep))
    .toSorted((left, right) => right.path.length - left.path.length)[0];
}
