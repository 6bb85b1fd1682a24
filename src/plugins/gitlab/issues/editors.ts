/**
 * Who had a hand in an issue after it was written: reporters may edit what developers wrote. Of an issue GitLab does not say
 * it, but it writes down who changed a title or a description.
 */
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { Gitlab } from "../gitlab.ts";
import type { GitlabIssue, GitlabUser } from "../parse-gitlab.ts";

export type Editors = (issue: GitlabIssue) => Promise<RemoteResult<readonly GitlabUser[]>>;

/** Whoever ticks off a task may change other words in the same go, and only the tick is written down. */
const EDIT = /^(?:changed (?:the )?(?:title|description)\b|marked the (?:checklist item|task)\b)/;

type Read = {
  readonly updatedAt: string;
  readonly words: string;
  readonly edits: number;
  readonly users: readonly GitlabUser[];
  /** Read twice: what GitLab had not written down at first it has by then. */
  readonly isConfirmed: boolean;
};

const ISSUES_MAX = 5_000;

export function createEditors({ history }: Gitlab): Editors {
  const read = new Map<number, Read>();
  return async (issue) => {
    const { iid, updated_at: updatedAt, created_at: createdAt } = issue;
    const before = read.get(iid);
    if (before?.updatedAt === updatedAt && before.isConfirmed) return { ok: true, value: before.users };
    const noted = updatedAt === createdAt ? ({ ok: true, value: [] } as const) : await history(iid);
    if (!noted.ok) return noted;
    const edits = noted.value.filter(({ body }) => EDIT.test(body));
    const words = JSON.stringify([issue.title, issue.description ?? ""]);
    // GitLab shows the words before it has written down whose they are.
    if (before !== undefined && before.words !== words && edits.length <= before.edits)
      return failRemote("unavailable", `GitLab does not say yet who edited issue ${iid}`);
    const users = [...new Map(edits.map(({ author }) => [author.id, author])).values()];
    if (read.size >= ISSUES_MAX) read.clear();
    read.set(iid, { updatedAt, words, edits: edits.length, users, isConfirmed: before !== undefined });
    return { ok: true, value: users };
  };
}
