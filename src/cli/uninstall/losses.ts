/** What only the home holds, and is gone with it: counted before anything is removed. */
import { existsSync, readdirSync } from "node:fs";
import type { HomePaths } from "../../config/home.ts";
import { isOwnForge } from "../../config/own-forge.ts";
import type { ChangeSummaryView } from "../../protocol/change/change.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import type { IssueView } from "../../protocol/issue/issue.ts";
import type { ProjectView } from "../../protocol/project.ts";
import { count } from "../render/quantity.ts";

export type LocalProject = {
  readonly project: ProjectView;
  /** Of the local forge, the closed ones too. */
  readonly issues: readonly IssueView[];
  readonly changes: readonly ChangeSummaryView[];
};

export async function readLocalProjects(client: Client): Promise<readonly LocalProject[]> {
  const projects = await client.listProjects({});
  return Promise.all(
    projects.map(async (project) => ({
      project,
      issues: isOwnForge(project.tracker) ? await client.listIssues({ project: project.id, all: true }) : [],
      changes: isOwnForge(project.scm) ? await client.listChanges({ project: project.id, all: true }) : [],
    })),
  );
}

/** Sentences for the question, most important first; empty: nothing that a person wrote is lost. */
export function describeLosses(home: HomePaths, local: readonly LocalProject[]): readonly string[] {
  const trashed = existsSync(home.trash) ? readdirSync(home.trash).length : 0;
  const backups = existsSync(home.backups) ? readdirSync(home.backups).length : 0;
  return [
    ...local.flatMap(({ project, issues, changes }) => {
      const open = issues.filter(({ state }) => state === "open").length;
      const parts = [
        ...(issues.length === 0 ? [] : [`${count(issues.length, "local issue")} (${open} open)`]),
        ...(changes.length === 0 ? [] : [`${count(changes.length, "change")} with reviews and checks`]),
      ];
      return parts.length === 0 ? [] : [`${project.id}: ${parts.join(", ")}`];
    }),
    "conversations and logs of all sessions",
    ...(trashed === 0 ? [] : [`the trash: ${count(trashed, "removed workspace")}, their work saved in refs/ao/rescue`]),
    ...(backups === 0 ? [] : [`${count(backups, "backup")} of the database`]),
  ];
}
