/** GitHub's own merge of a pull request, and what its description says in the end. */
import { commitSha } from "../../../domain/model/ids.ts";
import { replaceAbout } from "../../remote/forge/changes/description.ts";
import type { LandParts, MergeChange } from "../../remote/forge/landing/land.ts";
import { parseBody, parseMerged } from "../changes/parse-change.ts";
import type { GithubParts } from "../changes/parts.ts";
import type { GithubClient } from "../client.ts";

/** At exactly that head. */
export const mergePull =
  (client: GithubClient): MergeChange =>
  async ({ number, head, strategy, words }) => {
    const said = words === null ? {} : { commit_title: words.title, commit_message: words.message };
    const body = { sha: head, merge_method: strategy, ...said };
    const merged = await client.ask({ method: "PUT", path: `pulls/${number}/merge`, body });
    return merged.ok ? { ok: true, value: { commit: commitSha(parseMerged(merged.value.body)) } } : merged;
  };

/** No landing fails for it. */
export const describePull =
  ({ client, references }: GithubParts): NonNullable<LandParts["describe"]> =>
  async (number, about) => {
    const path = `pulls/${number}`;
    const asked = await client.ask({ path });
    if (!asked.ok) return;
    const body = parseBody(asked.value.body);
    const now = replaceAbout(body, about, references);
    if (now !== body) await client.ask({ method: "PATCH", path, body: { body: now } });
  };
