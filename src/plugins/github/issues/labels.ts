/** Labels one by one: those that somebody sets meanwhile stay. */
import { takeIfExists, needRemote } from "../../remote/forge/trouble.ts";
import type { GithubIssueParts } from "./read-issues.ts";

export type LabelChange = { readonly add: readonly string[]; readonly remove: readonly string[] };

export async function changeLabels(
  { client }: Pick<GithubIssueParts, "client">,
  number: number,
  { add, remove }: LabelChange,
): Promise<void> {
  const path = `issues/${number}/labels`;
  if (add.length > 0) needRemote(await client.ask({ method: "POST", path, body: { labels: add } }));
  // One that is not there any more needs no removing.
  for (const label of remove)
    takeIfExists(await client.ask({ method: "DELETE", path: `${path}/${encodeURIComponent(label)}` }));
}

/** What makes `wanted` of `now`. */
export const compareLabels = (now: readonly string[], wanted: readonly string[]): LabelChange => ({
  add: wanted.filter((label) => !now.includes(label)),
  remove: now.filter((label) => !wanted.includes(label)),
});
