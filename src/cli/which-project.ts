/** The project that is meant when none is named: the one around the current folder. */
import { realpathSync } from "node:fs";
import { sep } from "node:path";
import type { Client } from "../protocol/client/create-client.ts";
import type { Io } from "./render/io.ts";
import { WrongUse } from "./wrong-use.ts";

export async function whichProject(io: Io, client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const projects = await client.listProjects({});
  const here = realpathSync(io.cwd);
  const around = projects
    .filter(({ path }) => here === path || here.startsWith(path.endsWith(sep) ? path : path + sep))
    .toSorted((left, right) => right.path.length - left.path.length);
  const found = around[0] ?? (projects.length === 1 ? projects[0] : undefined);
  if (found !== undefined) return found.id;
  if (projects.length === 0)
    throw new WrongUse("no project is known yet; no session was started", { code: "no_project", try: ["ao start ."] });
  throw new WrongUse("it is not clear which project is meant; no session was started", {
    code: "which_project",
    candidates: projects.map(({ id }) => id),
    try: [`ao new --project ${projects[0]?.id ?? ""}`],
  });
}
