/** What the local forge holds, as files that a person can keep: open issues as `ao issue import` reads them, all of it as JSON. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../../protocol/client/create-client.ts";
import type { IssueDetailView } from "../../protocol/issue/issue.ts";
import type { LocalProject } from "./losses.ts";

/** The files that were written. */
export async function exportLocal(
  client: Client,
  folder: string,
  projects: readonly LocalProject[],
): Promise<readonly string[]> {
  const written: string[] = [];
  const write = (name: string, text: string): void => {
    const file = join(folder, name);
    // Never over something that is there: it may be the copy of an earlier home.
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    written.push(file);
  };
  mkdirSync(folder, { recursive: true });
  for (const { project, issues, changes } of projects.filter((one) => one.issues.length + one.changes.length > 0)) {
    const ofProject = { projectId: project.id };
    const details = await mapInTurn(issues, ({ id }) => client.issue({ id, ...ofProject }));
    const landed = await mapInTurn(changes, ({ id }) => client.change({ id, ...ofProject }));
    write(
      `${project.id}.json`,
      `${JSON.stringify({ project: project.id, issues: details, changes: landed }, null, 2)}\n`,
    );
    const open = details.filter(({ state }) => state === "open");
    if (open.length > 0) write(`${project.id}-issues.csv`, toCsv(open));
  }
  return written;
}

/** One after the other: thousands at once would keep the daemon from everything else. */
async function mapInTurn<From, To>(all: readonly From[], read: (one: From) => Promise<To>): Promise<readonly To[]> {
  const found: To[] = [];
  for (const one of all) found.push(await read(one));
  return found;
}

function toCsv(issues: readonly IssueDetailView[]): string {
  const names = new Map(issues.map(({ id, name }) => [id, name]));
  const rows = issues.map(({ name, title, text, labels, priority, blockedBy, assignee }) => [
    ...[name, title, text, labels.join(", "), String(priority)],
    ...[blockedBy.flatMap((id) => names.get(id) ?? []).join(", "), assignee ?? ""],
  ]);
  return [["id", "title", "body", "labels", "priority", "blocked by", "assignee"], ...rows]
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\n`)
    .join("");
}
