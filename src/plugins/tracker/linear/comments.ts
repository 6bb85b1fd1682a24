/** What people said below an issue, the oldest first. */
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { ISSUE_COMMENTS } from "./documents.ts";
import type { Linear } from "./linear.ts";
import { parseComments, type LinearComment } from "./parse-linear.ts";

/** Of a hundred each: nobody reads more. */
const PAGES_MAX = 20;

export async function listComments(
  { ask }: Pick<Linear, "ask">,
  id: string,
): Promise<RemoteResult<readonly LinearComment[]>> {
  const comments: LinearComment[] = [];
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const variables: Readonly<Record<string, unknown>> = { id, after };
    const read: RemoteResult<NonNullable<ReturnType<typeof parseComments>>> = await ask(
      { document: ISSUE_COMMENTS, variables, by: "person" },
      parseComments,
    );
    if (!read.ok) return read;
    const { nodes, pageInfo } = read.value.issue.comments;
    comments.push(...nodes);
    after = pageInfo.endCursor ?? null;
    if (!pageInfo.hasNextPage || after === null) break;
  }
  return { ok: true, value: comments.sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt)) };
}
