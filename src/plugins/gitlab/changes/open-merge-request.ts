/** The merge request of a branch: found, whoever opened it, or opened. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishRequest } from "../../../slots/scm.ts";
import { writeDescription } from "../../remote/forge/changes/description.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { parsed } from "../client.ts";
import { made, mergeRequest } from "./parse-change.ts";
import type { GitlabChangeParts } from "./parts.ts";

/** The open one of that branch; else one that is over and has this very head; else a new one. */
export async function openMergeRequest(
  parts: GitlabChangeParts,
  request: PublishRequest,
  isDraft: boolean,
): Promise<SlotResult<number>> {
  const { branch, base } = request;
  const known = await mergeOn(parts, request);
  if (known !== null) return ok(known);
  // A title is what makes a draft.
  const title = isDraft ? `Draft: ${request.title}` : request.title;
  const description = writeDescription(request, parts.references);
  const body = { source_branch: branch, target_branch: base, title, description };
  const opened = await parts.client.ask({ method: "POST", path: "merge_requests", body });
  if (opened.ok) return ok(parsed(made, opened.value.body).iid);
  const { code, said, message } = opened.error;
  if (code !== "conflict" && code !== "refused") {
    needRemote(opened);
    return failed("unavailable", message);
  }
  // Somebody was quicker, or the answer got lost.
  const there = await mergeOn(parts, request);
  if (there !== null) return ok(there);
  return failed("refused", `The merge request of ${branch} was not opened: ${said || message}`);
}

/** Those of forks have a branch of that name, too. */
async function mergeOn(
  { client }: GitlabChangeParts,
  { branch, head }: Pick<PublishRequest, "branch" | "head">,
): Promise<number | null> {
  const query = { source_branch: branch, state: "all", scope: "all", order_by: "created_at", sort: "desc" };
  const found = await client.read({ path: "merge_requests", query: { ...query, per_page: 20 } }, mergeRequest.array());
  const own = found.filter((one) => one.source_branch === branch && one.source_project_id === one.target_project_id);
  return (own.find(({ state }) => state === "opened") ?? own.find(({ sha }) => sha === head))?.iid ?? null;
}
