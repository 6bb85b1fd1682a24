/** Who wrote something, and whether they may push: asked of GitLab, never guessed. */
import { known, unknown, type Known } from "../../domain/model/known.ts";
import type { Author } from "../../domain/model/trust.ts";
import { isPersonMarked, isMarked } from "../remote/text/own-mark.ts";
import type { Gitlab } from "./gitlab.ts";
import { parseMember, parseUser, type GitlabUser } from "./parse-gitlab.ts";

export type GitlabAuthors = {
  readonly authorOf: (user: GitlabUser, text: string) => Promise<Author>;
  /** Of whoever changed what another wrote. Through our account only people do that. */
  readonly editorOf: (user: GitlabUser) => Promise<Author>;
};

/** Developers and above may push. */
const MAY_PUSH = 30;
const KEPT_MS = 10 * 60_000;
const PEOPLE_MAX = 1_000;

type Asked = { readonly isBot: boolean; readonly canWrite: Known<boolean> };

export function createGitlabAuthors(gitlab: Gitlab, bots: readonly string[], nowMs: () => number): GitlabAuthors {
  const kept = new Map<number, Asked & { readonly atMs: number }>();
  const asked = async (user: GitlabUser): Promise<Asked> => {
    const before = kept.get(user.id);
    if (before !== undefined && nowMs() - before.atMs < KEPT_MS) return before;
    const bot = await isBot(gitlab, user);
    const now = bot.known
      ? { isBot: bot.value, canWrite: await mayWrite(gitlab, user) }
      : { isBot: false, canWrite: bot };
    if (kept.size >= PEOPLE_MAX) kept.clear();
    if (now.canWrite.known) kept.set(user.id, { ...now, atMs: nowMs() });
    return now;
  };
  const others = async (user: GitlabUser): Promise<Author> => {
    const name = user.username;
    const { isBot: isNoPerson, canWrite } = await asked(user);
    return isNoPerson ? { kind: "bot", name, listed: bots.includes(name) } : { kind: "person", name, canWrite };
  };
  /** `ours`: who it is, where it is our account. */
  const unlessOurs = async (user: GitlabUser, ours: Author): Promise<Author> => {
    const me = await gitlab.me();
    if (!me.ok) return { kind: "person", name: user.username, canWrite: unknown(me.error.message) };
    return me.value.id === user.id ? ours : others(user);
  };
  const throughUs = ({ username: name }: GitlabUser): Author => ({ kind: "person", name, canWrite: known(true) });
  return {
    authorOf: async (user, text) => {
      if (isMarked(text)) return unlessOurs(user, { kind: "self" });
      return isPersonMarked(text) ? unlessOurs(user, throughUs(user)) : others(user);
    },
    editorOf: (user) => unlessOurs(user, throughUs(user)),
  };
}

/** Lists of issues do not say it. An account that is not shown to us is a person's. */
async function isBot(gitlab: Gitlab, user: GitlabUser): Promise<Known<boolean>> {
  const read = await gitlab.askRoot({ path: `users/${user.id}` }, parseUser);
  if (read.ok) return known(read.value.bot === true);
  const isHidden = read.error.code === "gone" || read.error.code === "refused";
  return isHidden ? known(false) : unknown(`GitLab does not say who ${user.username} is: ${read.error.message}`);
}

async function mayWrite(gitlab: Gitlab, { id, username, state }: GitlabUser): Promise<Known<boolean>> {
  if (state !== undefined && state !== null && state !== "active") return known(false);
  const member = await gitlab.ask({ path: `members/all/${id}` }, parseMember);
  if (member.ok) return known(member.value.access_level >= MAY_PUSH);
  if (member.error.code === "gone") return known(false);
  return unknown(`GitLab does not say whether ${username} may write: ${member.error.message}`);
}
