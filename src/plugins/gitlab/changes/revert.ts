/** Proposes the inverse of a landed merge request: GitLab makes the commit, on a branch of its own. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import { isOpenKeptChange, listKeptChanges } from "../../remote/forge/changes/kept-change.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { mark } from "../../remote/text/own-mark.ts";
import { made, type ReadMerge } from "./parse-change.ts";
import type { GitlabChangeParts } from "./parts.ts";

export async function revert(
  { client, kept, references }: GitlabChangeParts,
  merge: ReadMerge,
): Promise<SlotResult<number, "conflict">> {
  const { iid, title, source_branch: source, target_branch: target } = merge;
  const change = references.change(iid);
  if (merge.state !== "merged") return failed("refused", `Nothing was proposed: ${change} has not landed.`);
  const branch = `revert-${iid}-${source}`;
  const there = listKeptChanges(kept).find(
    ({ doc }) => doc.snapshot.branch === branch && doc.snapshot.isFromFork !== true && isOpenKeptChange(doc),
  );
  if (there !== undefined) return ok(there.doc.number);
  const landed = merge.merge_commit_sha ?? merge.squash_commit_sha ?? merge.sha ?? "";
  const by = "person" as const;
  const branched = await client.ask({
    ...{ method: "POST" as const, path: "repository/branches", by },
    body: { branch, ref: target },
  });
  // It is there already after a lost answer.
  if (!branched.ok && branched.error.code !== "refused" && branched.error.code !== "conflict") needRemote(branched);
  const path = `repository/commits/${landed}/revert`;
  const reverted = await client.ask({ method: "POST", path, body: { branch }, by });
  // GitLab says "refused" of what collides, and also of what is taken back already.
  if (!reverted.ok && !/already been reverted/i.test(reverted.error.said)) {
    if (reverted.error.code !== "refused") needRemote(reverted);
    return failed("conflict", `GitLab cannot take back ${change} by itself: ${reverted.error.message}`);
  }
  const text = `This takes back !${iid}.\n\n${mark(`revert:${change}`)}`;
  const body = { source_branch: branch, target_branch: target, title: `Revert "${title}"`, description: text };
  return ok((await client.read({ method: "POST", path: "merge_requests", body, by }, made)).iid);
}
