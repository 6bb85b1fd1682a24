/** What stays when the home is gone, and why: the work itself lies in the repositories. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findClaim } from "../../config/home-claim.ts";
import type { HomePaths } from "../../config/home.ts";
import { hardening, buildPersonEnvironment } from "../../lib/git/environment.ts";
import { callGit } from "../../lib/git/git-run.ts";
import type { ProjectView } from "../../protocol/project.ts";
import { count } from "../render/quantity.ts";

export type Leftover = { readonly path: string; readonly why: string };

/** Workspaces whose work could not be saved. */
export function listLeftWorkspaces({ workspaces }: HomePaths): readonly Leftover[] {
  if (!existsSync(workspaces)) return [];
  const projects = readdirSync(workspaces).filter((name) => !name.startsWith("."));
  return projects.flatMap((project) =>
    readdirSync(join(workspaces, project)).map((name) => ({
      path: join(workspaces, project, name),
      why: "a workspace that was not removed: it may hold unsaved work",
    })),
  );
}

export async function listLeftInRepository({ path, configFile }: ProjectView): Promise<readonly Leftover[]> {
  const [saved, branches] = await Promise.all([countRefs(path, "refs/ao/"), countRefs(path, "refs/heads/agent/")]);
  const refs = [
    ...(saved === 0 ? [] : [`${count(saved, "ref")} in refs/ao (saved work and published heads)`]),
    ...(branches === 0
      ? []
      : [`${branches === 1 ? "1 branch" : `${branches} branches`} in agent/ (commits of agents)`]),
  ];
  const claim = findClaim(path);
  const isThere = configFile !== null && existsSync(configFile);
  return [
    ...(refs.length === 0 ? [] : [{ path, why: refs.join(", ") }]),
    ...(claim === null ? [] : [{ path: claim.file, why: `the note that ${claim.home} works on this repository` }]),
    ...(isThere ? [{ path: configFile, why: "your settings" }] : []),
  ];
}

/** None of a repository that is gone, or that git does not read. */
async function countRefs(folder: string, prefix: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const args = [...hardening, "for-each-ref", "--format=%(refname)", prefix];
  const answer = await callGit({ args, cwd: folder, env: buildPersonEnvironment() });
  return answer.ok ? answer.value.split("\n").filter((line) => line !== "").length : 0;
}
