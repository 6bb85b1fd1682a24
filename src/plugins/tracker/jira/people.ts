/** Who may write in the project: asked of Jira for each person, and kept for a while. */
import { known, unknown, type Known } from "../../../domain/known.ts";
import type { Author } from "../../../domain/trust.ts";
import type { Jira } from "./jira.ts";
import { parseUsers, type JiraUser } from "./parse-jira.ts";

export type People = { readonly author: (user: JiraUser | null | undefined) => Promise<Author> };

const KEPT_MS = 10 * 60_000;
const PEOPLE_MAX = 1_000;

export function peopleOf(jira: Jira, bots: readonly string[], nowMs: () => number): People {
  const kept = new Map<string, { readonly canWrite: Known<boolean>; readonly atMs: number }>();
  const ask = async (user: JiraUser, id: string): Promise<Known<boolean>> => {
    const before = kept.get(id);
    if (before !== undefined && nowMs() - before.atMs < KEPT_MS) return before.canWrite;
    const canWrite = await mayWrite(jira, user, id);
    if (kept.size >= PEOPLE_MAX) kept.clear();
    if (canWrite.known) kept.set(id, { canWrite, atMs: nowMs() });
    return canWrite;
  };
  return {
    author: async (user) => {
      if (user === null || user === undefined)
        return { kind: "person", name: "somebody", canWrite: unknown("Jira does not say who wrote it") };
      const name = user.displayName;
      if (user.accountType === "app") return { kind: "bot", name, listed: bots.includes(name) };
      const id = idOf(jira, user);
      // Customers of a service desk write to the project, and not in it.
      if (user.accountType === "customer" || user.active === false || id === null)
        return { kind: "person", name, canWrite: known(false) };
      return { kind: "person", name, canWrite: await ask(user, id) };
    },
  };
}

/** Cloud knows people by an account, Server by a name. */
const idOf = ({ isCloud }: Jira, { accountId, name, key }: JiraUser): string | null =>
  (isCloud ? accountId : (name ?? key)) ?? null;

async function mayWrite(jira: Jira, user: JiraUser, id: string): Promise<Known<boolean>> {
  const who = jira.isCloud ? { accountId: id } : { username: id };
  const query = { ...who, permissions: "EDIT_ISSUES", projectKey: jira.project, maxResults: 50 };
  const found = await jira.ask({ path: "user/permission/search", query }, parseUsers);
  if (!found.ok) return unknown(`Jira does not say whether ${user.displayName} may write: ${found.error.message}`);
  return known(found.value.some((one) => idOf(jira, one) === id));
}
