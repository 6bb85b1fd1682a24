/** The pull request of a branch: found, whoever opened it, or opened. */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishRequest } from "../../../slots/scm.ts";
import { githubTexts } from "../client.ts";
import { fitTexts } from "../../remote/text/fit-texts.ts";
import { writeDescription, replaceAbout } from "../../remote/forge/changes/description.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import { parsePull, parsePulls, type ListedPull } from "./parse-change.ts";
import type { GithubParts } from "./parts.ts";

/** The open one of that branch into that base; else one that is over and has this very head; else a new one. */
export async function openPull(
  parts: GithubParts,
  request: PublishRequest,
  isDraft: boolean,
): Promise<SlotResult<number>> {
  const { client } = parts;
  const { branch, base, title } = request;
  const known = await findPullOn(parts, request);
  if (known !== null) {
    if (known.state === "open") await describeAnew(parts, known, request);
    return ok(known.number);
  }
  const said = fitTexts({ title, body: writeDescription(request, parts.references) }, githubTexts);
  const made = await client.ask({
    method: "POST",
    path: "pulls",
    body: { ...said, base, head: branch, draft: isDraft },
  });
  if (made.ok) {
    const { number } = parsePull(made.value.body);
    noteDescribed(parts, number, said);
    return ok(number);
  }
  // Somebody was quicker, or the answer got lost.
  const there = made.error.code === "refused" ? await findPullOn(parts, request) : null;
  if (there !== null) return ok(there.number);
  if (made.error.code === "refused")
    return failed("refused", `The pull request of ${branch} was not opened: ${made.error.said || made.error.message}`);
  needRemote(made);
  return failed("unavailable", made.error.message);
}

type OnBranch = Pick<PublishRequest, "branch" | "base" | "head">;

/** One into another branch is somebody's own: it would not land where this one is to. */
async function findPullOn({ client }: GithubParts, { branch, base, head }: OnBranch): Promise<ListedPull | null> {
  const query = {
    ...{ head: `${client.own.now().owner}:${branch}`, base, state: "all" },
    ...{ sort: "created", direction: "desc", per_page: 20 },
  };
  // A fork of the same organization has branches of the same owner.
  const isOurs = ({ head: { repo } }: ListedPull): boolean => repo?.full_name.toLowerCase() === client.own.fullName();
  const pulls = parsePulls(needRemote(await client.ask({ path: "pulls", query })).body).filter(
    (pull) => pull.head.ref === branch && pull.base.ref === base && isOurs(pull),
  );
  const open = pulls.find(({ state }) => state === "open");
  return open ?? pulls.find((pull) => pull.head.sha === head) ?? null;
}

/** What we wrote last; null: nothing. */
type Described = { readonly title: string | null; readonly body: string | null };

const DESCRIBED = "described";

/** What we wrote is written anew where it says something else by now; people's own words stay. No publishing fails for it. */
async function describeAnew(parts: GithubParts, pull: ListedPull, request: PublishRequest): Promise<void> {
  const { client, kept, references } = parts;
  const { number, title, body } = pull;
  const ours = kept.get<Described>(DESCRIBED, String(number))?.doc ?? { title: null, body: null };
  const isOurs = { title: ours.title === title, body: ours.body === body };
  const wanted = {
    title: isOurs.title ? request.title : title,
    body: isOurs.body ? writeDescription(request, references) : replaceAbout(body, request, references),
  };
  // Compared with what GitHub can have of it.
  const now = fitTexts(wanted, githubTexts);
  if (now.title === title && now.body === body) return;
  const written = await client.ask({ method: "PATCH", path: `pulls/${number}`, body: now });
  if (!written.ok) return;
  noteDescribed(parts, number, {
    title: isOurs.title ? now.title : ours.title,
    body: isOurs.body ? now.body : ours.body,
  });
}

function noteDescribed({ kept }: GithubParts, number: number, said: Described): void {
  kept.put<Described>(DESCRIBED, String(number), said);
}
