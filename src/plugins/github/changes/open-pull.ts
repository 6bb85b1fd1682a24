/** The pull request of a branch: found, whoever opened it, or opened. */
import type { CommitSha } from "../../../domain/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishRequest } from "../../../slots/scm.ts";
import { descriptionOf } from "../../remote/forge/description.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { parsePull, parsePulls } from "./parse-change.ts";
import type { GithubParts } from "./parts.ts";

/** The open one of that branch; else one that is over and has this very head; else a new one. */
export async function openPull(
  parts: GithubParts,
  request: PublishRequest,
  isDraft: boolean,
): Promise<SlotResult<number>> {
  const { client } = parts;
  const { branch, base, head, title } = request;
  const known = await pullOn(parts, branch, head);
  if (known !== null) return ok(known);
  const body = { title, base, head: branch, body: descriptionOf(request, parts.references), draft: isDraft };
  const made = await client.ask({ method: "POST", path: "pulls", body });
  if (made.ok) return ok(parsePull(made.value.body).number);
  // Somebody was quicker, or the answer got lost.
  const there = made.error.code === "refused" ? await pullOn(parts, branch, head) : null;
  if (there !== null) return ok(there);
  if (made.error.code === "refused")
    return failed("refused", `The pull request of ${branch} was not opened: ${made.error.said || made.error.message}`);
  needRemote(made);
  return failed("unavailable", made.error.message);
}

async function pullOn({ client }: GithubParts, branch: string, head: CommitSha): Promise<number | null> {
  const query = {
    head: `${client.place.owner}:${branch}`,
    state: "all",
    sort: "created",
    direction: "desc",
    per_page: 20,
  };
  const pulls = parsePulls(needRemote(await client.ask({ path: "pulls", query })).body).filter(
    (pull) => pull.head.ref === branch,
  );
  const open = pulls.find(({ state }) => state === "open");
  return (open ?? pulls.find((pull) => pull.head.sha === head))?.number ?? null;
}
