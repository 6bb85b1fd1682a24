/** Who an issue is given to, as Jira wants it. */
import { failRemote, type RemoteResult } from "../../remote/http/remote-result.ts";
import type { Jira } from "./jira.ts";
import { parseUsers, type JiraUser } from "./parse-jira.ts";
import { getUserId } from "./authors.ts";

type Wish = { readonly assignee?: string | null };

/** Empty: nobody spoke of it. */
export async function resolveAssignee(jira: Jira, { assignee }: Wish): Promise<RemoteResult<object>> {
  if (assignee === undefined) return { ok: true, value: {} };
  if (assignee === null) return { ok: true, value: { assignee: null } };
  const words = jira.isCloud ? { query: assignee } : { username: assignee };
  const query = { project: jira.project, ...words, maxResults: 50 };
  const found = await jira.ask({ path: "user/assignable/search", query, by: "person" }, parseUsers);
  if (!found.ok) return found;
  const [user, other] = found.value.filter((one) => isCalled(one, assignee));
  const id = user === undefined ? null : getUserId(jira, user);
  if (id === null)
    return failRemote("refused", `Nothing was written: issues of ${jira.project} go to nobody called ${assignee}.`);
  if (other !== undefined)
    return failRemote("refused", `Nothing was written: several are called ${assignee}; write a mail address.`);
  return { ok: true, value: { assignee: jira.isCloud ? { accountId: id } : { name: id } } };
}

function isCalled({ displayName, emailAddress, name, accountId }: JiraUser, words: string): boolean {
  return [displayName, emailAddress, name, accountId].some((one) => one?.toLowerCase() === words.toLowerCase());
}
