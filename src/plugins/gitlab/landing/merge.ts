/** GitLab's own merge of a merge request, and what its description says in the end. */
import type { CommitSha } from "../../../domain/model/ids.ts";
import { replaceAbout } from "../../remote/forge/changes/description.ts";
import type { LandParts, Merged, MergeOrder } from "../../remote/forge/landing/land.ts";
import { mergeRequest } from "../changes/parse-change.ts";
import type { GitlabChangeParts } from "../changes/parts.ts";
import { findLanded } from "../changes/source.ts";
import { parsed, type GitlabClient } from "../client.ts";

export type Accepting = Pick<MergeOrder, "number" | "head" | "words"> & { readonly isSquash: boolean };

/** At exactly that head. */
export async function accept(client: GitlabClient, { number, head, words, isSquash }: Accepting): Promise<Merged> {
  const message = words === null ? null : `${words.title}\n\n${words.message}`.trim();
  const merging = message === null ? {} : { merge_commit_message: message };
  const said = isSquash && message !== null ? { ...merging, squash_commit_message: message } : merging;
  const body = { sha: head, squash: isSquash, should_remove_source_branch: false, ...said };
  const path = `merge_requests/${number}/merge`;
  const merged = await client.ask({ method: "PUT", path, body, is401Forbidden: true });
  return merged.ok ? { ok: true, value: { commit: findLandedCommit(merged.value.body) } } : merged;
}

/** Null: GitLab still merges, and says so later. */
function findLandedCommit(answer: unknown): CommitSha | null {
  return findLanded(parsed(mergeRequest, answer))?.commit ?? null;
}

/** No landing fails for it. */
export const describeMerge =
  ({ client, references }: GitlabChangeParts): NonNullable<LandParts["describe"]> =>
  async (number, about) => {
    const path = `merge_requests/${number}`;
    const asked = await client.ask({ path });
    if (!asked.ok) return;
    const before = parsed(mergeRequest, asked.value.body).description;
    const description = replaceAbout(before, about, references);
    if (description !== before) await client.ask({ method: "PUT", path, body: { description } });
  };
