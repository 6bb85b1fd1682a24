/** Whose words an issue of Linear is made of, and whether they count. */
import { known, unknown } from "../../../domain/model/known.ts";
import type { Author } from "../../../domain/model/trust.ts";
import { isTrustedAuthor } from "../../remote/trusted-author.ts";
import type { LinearComment, LinearEntry, LinearIssue, LinearUser } from "./parse-linear.ts";

type Nullish<T> = T | null | undefined;

/**
 * Whoever wrote it, unless somebody whose word does not count changed its text or title since: guests may do in their
 * teams all that members may.
 */
export function findTextAuthor(issue: LinearIssue, bots: readonly string[]): Author {
  const { creator, externalUserCreator, botActor, history } = issue;
  const author = toAuthor({ user: creator, externalUser: externalUserCreator, botActor }, bots);
  if (!isTrustedAuthor(author)) return author;
  const editor = history.nodes.flatMap((entry) => listEditors(entry, bots)).find((one) => !isTrustedAuthor(one));
  // A person's issue stays one: a text that a bot changed can be let through like any stranger's.
  if (editor !== undefined) return editor.kind === "person" ? editor : createStranger(nameAuthor(editor));
  if (!history.pageInfo.hasNextPage) return author;
  const why = unknown("its history is too long to tell who changed its text");
  return { kind: "person", name: nameAuthor(author), canWrite: why };
}

const nameAuthor = (author: Author): string => (author.kind === "self" ? "ao" : author.name);

const createStranger = (name: string): Author => ({ kind: "person", name, canWrite: known(false) });

function listEditors(entry: LinearEntry, bots: readonly string[]): readonly Author[] {
  const { updatedDescription, toTitle, actor, descriptionUpdatedBy, botActor } = entry;
  const isTitled = toTitle !== null && toTitle !== undefined;
  if (updatedDescription !== true && !isTitled) return [];
  const users = [
    ...(isTitled || (descriptionUpdatedBy ?? []).length === 0 ? [actor] : []),
    ...(descriptionUpdatedBy ?? []),
  ];
  return users.map((user) => toAuthor({ user, externalUser: null, botActor }, bots));
}

type Written = {
  readonly user: Nullish<LinearUser>;
  readonly externalUser: Nullish<{ readonly displayName: string }>;
  readonly botActor: LinearIssue["botActor"];
};

/** Members may write; guests, and people who write from outside (by mail, in a shared channel), are strangers. */
function toAuthor({ user, externalUser, botActor }: Written, bots: readonly string[]): Author {
  if (user !== null && user !== undefined) {
    const { displayName: name, guest, active, app } = user;
    if (app === true) return { kind: "bot", name, listed: bots.includes(name) };
    return { kind: "person", name, canWrite: known(active !== false && guest !== true) };
  }
  if (externalUser !== null && externalUser !== undefined) return createStranger(externalUser.displayName);
  const bot = botActor?.name ?? null;
  if (bot !== null) return { kind: "bot", name: bot, listed: bots.includes(bot) };
  return { kind: "person", name: "somebody", canWrite: unknown("Linear does not say who wrote it") };
}

export function findCommentAuthor({ user, externalUser, botActor }: LinearComment, bots: readonly string[]): Author {
  return toAuthor({ user, externalUser, botActor }, bots);
}
