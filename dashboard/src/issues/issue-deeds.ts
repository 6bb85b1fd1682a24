/** What a person does to issues. */
import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import { client } from "../data/client.ts";
import { carryOut } from "../data/deeds.ts";
import { showNotice } from "../data/notices.ts";
import { formatSessionPath } from "../lib/address.ts";

export const PRIORITY_MAX = 5;

export const formatIssuePath = ({ project, name }: Pick<IssueView, "project" | "name">): string =>
  `/issues/${encodeURIComponent(name)}?project=${encodeURIComponent(project)}`;

/** Open, nobody works on it, and nothing has to be done first. */
export const canStart = ({ state, session, waitsFor }: IssueView): boolean =>
  state === "open" && session?.live !== true && waitsFor.length === 0;

export async function start(issues: readonly IssueView[]): Promise<void> {
  for (const { id, project, name } of issues) {
    await carryOut(id, "start", async () => {
      const started = await client.startSession({ projectId: project, issue: name });
      showNotice(`#${name} has a session now`, { href: formatSessionPath(started.id), text: `Open ${started.id}` });
    });
  }
}

/** 1 is most urgent. */
export async function setPriority(issues: readonly IssueView[], priority: number): Promise<void> {
  const wanted = Math.min(PRIORITY_MAX, Math.max(1, priority));
  for (const { id, project, priority: now } of issues) {
    if (now !== wanted)
      await carryOut(id, "priority", () => client.editIssue({ id, projectId: project, priority: wanted }));
  }
}

export async function addLabel(issues: readonly IssueView[], label: string): Promise<void> {
  for (const { id, project } of issues)
    await carryOut(id, "label", () => client.editIssue({ id, projectId: project, addLabels: [label] }));
}
