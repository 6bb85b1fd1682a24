/**
 * Who may write in the project: asked of Jira for each person, and kept for a while. Whoever may edit issues may, so that an
 * edit never brings in a stranger's words.
 */
import { known, unknown, type Known } from "../../../domain/model/known.ts";
import type { Author } from "../../../domain/model/trust.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import type { Jira } from "./jira.ts";
import { parseOwnPermissions, parseUser, parseUsers, type JiraUser } from "./parse-jira.ts";

export type JiraAuthors = {
  readonly author: (user: JiraUser | null | undefined) => Promise<Author>;
  /** Not while Jira refuses to tell this token: asking again tells no more. */
  readonly mayAsk: () => boolean;
};

type PeopleParts = {
  readonly bots: readonly string[];
  readonly nowMs: () => number;
  /** What people should know, once. */
  readonly tell: (sentence: string) => void;
};

const KEPT_MS = 10 * 60_000;
const PEOPLE_MAX = 1_000;

export function createJiraAuthors(jira: Jira, { bots, nowMs, tell }: PeopleParts): JiraAuthors {
  const kept = new Map<string, { readonly canWrite: Known<boolean>; readonly atMs: number }>();
  let deniedAtMs: number | null = null;
  const mayAsk = (): boolean => deniedAtMs === null || nowMs() - deniedAtMs >= KEPT_MS;
  const learn = async (user: JiraUser, id: string): Promise<Known<boolean>> => {
    const found = mayAsk() ? await listEditors(jira, id) : null;
    if (found?.ok === true) {
      deniedAtMs = null;
      return known(found.value.some((one) => getUserId(jira, one) === id));
    }
    if (found !== null && found.error.status !== 403)
      return unknown(`Jira does not say whether ${user.displayName} may write: ${found.error.message}`);
    if (deniedAtMs === null) tell(explainDenied(jira));
    if (found !== null) deniedAtMs = nowMs();
    return judgeOwner(jira, id);
  };
  const ask = async (user: JiraUser, id: string): Promise<Known<boolean>> => {
    const before = kept.get(id);
    if (before !== undefined && nowMs() - before.atMs < KEPT_MS) return before.canWrite;
    const canWrite = await learn(user, id);
    if (kept.size >= PEOPLE_MAX) kept.clear();
    if (canWrite.known || !mayAsk()) kept.set(id, { canWrite, atMs: nowMs() });
    return canWrite;
  };
  return {
    mayAsk,
    author: async (user) => {
      if (user === null || user === undefined)
        return { kind: "person", name: "somebody", canWrite: unknown("Jira does not say who wrote it") };
      const name = user.displayName;
      if (user.accountType === "app") return { kind: "bot", name, listed: bots.includes(name) };
      const id = getUserId(jira, user);
      // Customers of a service desk write to the project, and not in it.
      if (user.accountType === "customer" || user.active === false || id === null)
        return { kind: "person", name, canWrite: known(false) };
      return { kind: "person", name, canWrite: await ask(user, id) };
    },
  };
}

/** Jira tells it to tokens that administer the project. */
const explainDenied = ({ project }: Jira): string =>
  `Jira does not tell this token who may edit issues of ${project}: only issues of its own account start by themselves, ` +
  "others wait for `ao issue approve`. Give the account the permission Administer projects there.";

/** Cloud knows people by an account, Server by a name. */
export const getUserId = ({ isCloud }: Jira, { accountId, name, key }: JiraUser): string | null =>
  (isCloud ? accountId : (name ?? key)) ?? null;

/** Old Servers know the permission by its older name only. */
async function listEditors(jira: Jira, id: string): Promise<RemoteResult<readonly JiraUser[]>> {
  const named = await listEditorsBy(jira, id, "EDIT_ISSUES");
  const isName = named.ok || jira.isCloud || named.error.status !== 400;
  return isName ? named : listEditorsBy(jira, id, "EDIT_ISSUE");
}

function listEditorsBy(jira: Jira, id: string, permissions: string): Promise<RemoteResult<readonly JiraUser[]>> {
  const who = jira.isCloud ? { accountId: id } : { username: id };
  // Jira takes this many first, and then leaves out those who are not meant.
  const query = { ...who, permissions, projectKey: jira.project, maxResults: 1_000 };
  return jira.ask({ path: "user/permission/search", query, is401Forbidden: true }, parseUsers);
}

/** Of its own account Jira tells every token. */
async function judgeOwner(jira: Jira, id: string): Promise<Known<boolean>> {
  const myself = await jira.ask({ path: "myself" }, parseUser);
  if (!myself.ok || getUserId(jira, myself.value) !== id) return unknown(explainDenied(jira));
  const query = { projectKey: jira.project, permissions: "EDIT_ISSUES" };
  const mine = await jira.ask({ path: "mypermissions", query }, parseOwnPermissions);
  if (!mine.ok) return unknown(explainDenied(jira));
  const { EDIT_ISSUES: edit, EDIT_ISSUE: older } = mine.value.permissions;
  return known((edit ?? older)?.havePermission === true);
}
