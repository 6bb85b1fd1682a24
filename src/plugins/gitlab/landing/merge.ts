import type { MergeChange } from "../../remote/forge/land.ts";
import type { Client } from "../client.ts";

/** GitLab's own merge, at exactly that head. Whether commits are fast-forwarded its project's settings say. */
export const acceptMerge =
  (client: Client): MergeChange =>
  async ({ number, head, strategy, words }) => {
    const isSquash = strategy === "squash";
    const message = words === null ? null : `${words.title}\n\n${words.message}`.trim();
    const merging = message === null ? {} : { merge_commit_message: message };
    const said = isSquash && message !== null ? { ...merging, squash_commit_message: message } : merging;
    const body = { sha: head, squash: isSquash, should_remove_source_branch: false, ...said };
    const merged = await client.ask({
      method: "PUT",
      path: `merge_requests/${number}/merge`,
      body,
      is401Forbidden: true,
    });
    return merged.ok ? { ok: true, value: { commit: null } } : merged;
  };
