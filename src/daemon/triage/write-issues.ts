/** An issue for each group of failures; one that is open about it, or that a person does not want, is found again. */
import type { IssueEditor, IssueDetail } from "../../slots/issue-editor.ts";
import type { SlotResult } from "../../slots/result.ts";
import type { Author } from "../../domain/model/trust.ts";
import { formatTaskFailure } from "../../domain/checks/task-failures.ts";
import type { FailureGroup } from "./failure-groups.ts";

export const TRIAGE_LABEL = "triage";

export type WrittenIssue = { readonly group: FailureGroup; readonly issue: string; readonly isNew: boolean };

export type Triage = {
  readonly desk: IssueEditor;
  readonly by: Author;
  /** Of the run; asked again for the same one, the same issues are answered. */
  readonly key: string;
  readonly at: { readonly branch: string; readonly commit: string };
};

export async function writeIssues(
  { desk: editor, by, key, at }: Triage,
  groups: readonly FailureGroup[],
): Promise<SlotResult<readonly WrittenIssue[], "gone" | "key_reused">> {
  const listed = await editor.list({ all: true });
  if (!listed.ok) return listed;
  const written: WrittenIssue[] = [];
  for (const group of groups) {
    const there = listed.value.find((issue) => isAbout(issue, group));
    if (there !== undefined) {
      written.push({ group, issue: there.id, isNew: false });
      continue;
    }
    const issue = { title: group.title, body: formatBody(group, at), labels: [TRIAGE_LABEL], priority: 2 };
    const made = await editor.create([issue], { by, key: `triage:${key}:${group.check}:${group.fingerprint}` });
    if (!made.ok) return made;
    written.push({ group, issue: made.value[0] ?? "", isNew: true });
  }
  return { ok: true, value: written };
}

/** One that was done and fails again is a new trouble. */
function isAbout({ text, state }: IssueDetail, group: FailureGroup): boolean {
  const counts = state.kind === "open" || state.as === "not_planned";
  return counts && text.includes(formatMark(group));
}

const formatMark = ({ check, fingerprint }: FailureGroup): string => formatTaskFailure({ check, cause: fingerprint });

function formatBody(group: FailureGroup, { branch, commit }: Triage["at"]): string {
  const { check, evidence } = group;
  const where = `\`${check}\` fails on ${branch} at ${commit.slice(0, 7)}.`;
  const how = "Fix the cause, not the test, unless the test is wrong. Other failures there are not part of this issue.";
  return `${where} ${how}\n\n${evidence}\n\n${formatMark(group)}`;
}
