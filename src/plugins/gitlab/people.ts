/** Who wrote something, and whether they may push: asked of GitLab, never guessed. */
import { known, unknown, type Known } from "../../domain/known.ts";
import type { Author } from "../../domain/trust.ts";
import { isMarked } from "../remote/own-mark.ts";
import type { Gitlab } from "./gitlab.ts";
import { parseMember, parseUser, type GitlabUser } from "./parse-gitlab.ts";

export type People = { readonly authorOf: (user: GitlabUser, text: string) => Promise<Author> };

/** Developers and above may push. */
const MAY_PUSH = 30;
const KEPT_MS = 10 * 60_000;
const PEOPLE_MAX = 1_000;

type Asked = { readonly isBot: boolean; readonly canWrite: Known<boolean> };

export function peopleOf(gitlab: Gitlab, bots: readonly string[], nowMs: () => number): People {
  const kept = new Map<number, Asked & { readonly atMs: number }>();
  const asked = async (user: GitlabUser): Promise<Asked> => {
    const before = kept.get(user.id);
    if (before !== undefined && nowMs() - before.atMs < KEPT_MS) return before;
    const now = { isBot: await isBot(gitlab, user), canWrite: await mayWrite(gitlab, user) };
    if (kept.size >= PEOPLE_MAX) kept.clear();
    if (now.canWrite.known) kept.set(user.id, { ...now, atMs: nowMs() });
    return now;
  };
  return {
    authorOf: async (user, text) => {
      const name = user.username;
      if (isMarked(text)) {
        const me = await gitlab.me();
        if (me.ok && me.value.id === user.id) return { kind: "self" };
      }
      const { isBot: isNoPerson, canWrite } = await asked(user);
      if (isNoPerson) return { kind: "bot", name, listed: bots.includes(name) };
      return { kind: "person", name, canWrite };
    },
  };
}

/** Lists of issues do not say it; an account that cannot be looked at is a person's without rights. */
async function isBot(gitlab: Gitlab, user: GitlabUser): Promise<boolean> {
  const read = await gitlab.askRoot({ path: `users/${user.id}` }, parseUser);
  return read.ok && read.value.bot === true;
}

async function mayWrite(gitlab: Gitlab, { id, username, state }: GitlabUser): Promise<Known<boolean>> {
  if (state !== undefined && state !== null && state !== "active") return known(false);
  const member = await gitlab.ask({ path: `members/all/${id}` }, parseMember);
  if (member.ok) return known(member.value.access_level >= MAY_PUSH);
  if (member.error.code === "gone") return known(false);
  return unknown(`GitLab does not say whether ${username} may write: ${member.error.message}`);
}
