/** Who wrote something, and whether they may write to the repository: asked of GitHub, never guessed. */
import * as z from "zod";
import { known, unknown, type Known } from "../../domain/model/known.ts";
import type { Author } from "../../domain/model/trust.ts";
import type { GithubClient } from "./client.ts";
import { normalizeLogin } from "./logins.ts";
import { isPersonMarked, isMarked } from "../remote/text/own-mark.ts";
import { parsed } from "./parse-answer.ts";

/** Null: the account is gone. */
export type Actor = { readonly login: string; readonly isBot: boolean } | null;

export type GithubAuthors = {
  /** Of a text: ours carry a mark, and were written by our account; so were those of people who wrote them through us. */
  readonly authorOf: (actor: Actor, text: string) => Promise<Author>;
};

/** A permission that was taken away still counts this long. */
const ASKED_AGAIN_MS = 10 * 60_000;
/** GitHub could not say: soon asked again. */
const UNKNOWN_MS = 60_000;
const LOGINS_KEPT = 1_000;

type Asked = { readonly canWrite: Known<boolean>; readonly untilMs: number };

export function createGithubAuthors(
  client: GithubClient,
  bots: readonly string[],
  wallMs: () => number,
): GithubAuthors {
  const listed = new Set(bots.map(normalizeLogin));
  const asked = new Map<string, Asked>();
  const canWrite = async (login: string): Promise<Known<boolean>> => {
    const before = asked.get(login);
    if (before !== undefined && before.untilMs > wallMs()) return before.canWrite;
    const answer = await readPermission(client, login);
    if (asked.size >= LOGINS_KEPT) asked.clear();
    asked.set(login, { canWrite: answer, untilMs: wallMs() + (answer.known ? ASKED_AGAIN_MS : UNKNOWN_MS) });
    return answer;
  };
  return {
    authorOf: async (actor, text) => {
      if (actor === null) return { kind: "person", name: "ghost", canWrite: known(false) };
      const login = normalizeLogin(actor.login);
      const isSigned = isMarked(text) || isPersonMarked(text);
      if (isSigned && isAccount(actor, await client.account()))
        return isMarked(text) ? { kind: "self" } : { kind: "person", name: actor.login, canWrite: known(true) };
      if (actor.isBot) return { kind: "bot", name: actor.login, listed: listed.has(login) };
      return { kind: "person", name: actor.login, canWrite: await canWrite(actor.login) };
    },
  };
}

/** A person may have the name of an App: the account of an App is a bot's. */
const isAccount = ({ login, isBot }: NonNullable<Actor>, account: string): boolean =>
  normalizeLogin(login) === normalizeLogin(account) && (isBot || !account.endsWith("[bot]"));

const shape = z.object({ permission: z.string() });

async function readPermission(client: GithubClient, login: string): Promise<Known<boolean>> {
  const answer = await client.ask({ path: `collaborators/${encodeURIComponent(login)}/permission` });
  if (answer.ok) return known(["admin", "write", "maintain"].includes(parsed(shape, answer.value.body).permission));
  if (answer.error.code === "gone") return known(false);
  return unknown(answer.error.message);
}
