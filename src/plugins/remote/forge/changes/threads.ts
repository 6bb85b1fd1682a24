/** Threads of a review as the core wants them. */
import type { Thread } from "../../../../domain/change/change.ts";
import { threadId, type ChangeId, type ThreadId } from "../../../../domain/model/ids.ts";
import type { Author } from "../../../../domain/model/trust.ts";
import type { ThreadRecord } from "../../../../slots/change-reviewer.ts";
import { isTrustedAuthor } from "../../trusted-author.ts";
import { mark } from "../../text/own-mark.ts";

export type ThreadRemark = ThreadRecord["remarks"][number];

export const formatThreadId = (change: ChangeId, node: string): ThreadId => threadId(`${change}.${node}`);
export const parseThreadNode = (thread: ThreadId, change: ChangeId): string | null =>
  thread.startsWith(`${change}.`) ? thread.slice(change.length + 1).replace(REPLIES, "") : null;

/** Ends the name of a thread that is the replies in another. */
const REPLIES = "~replies";

/** Under a remark of ours: that text, which the forge cannot resolve, has been answered. */
export const formatAnsweredMark = (thread: ThreadId): string => mark(`answered:${thread}`);

type Said = Pick<Thread, "id" | "author" | "text">;

/**
 * Only what others said: the text is told to agents, and their own answers must not come back to them. Of those who joined
 * in, only they whose word counts anywhere: a stranger's reply does not ride along in a reviewer's thread. Where a stranger began
 * it, what reviewers replied is a thread of its own, so that they are heard while the stranger's words wait.
 */
export function listSaid(thread: ThreadId, [first, ...others]: readonly ThreadRemark[]): readonly Said[] {
  if (first === undefined) return [{ id: thread, author: { kind: "self" }, text: "" }];
  const { author } = first;
  const own = others.filter(({ author: by }) => by.kind !== "self" && isSame(by, author));
  if (isTrustedAuthor(author)) {
    const heard = others.filter((one) => own.includes(one) || isTrustedAuthor(one.author));
    return [{ id: thread, author, text: joinRemarks([first, ...heard]) }];
  }
  const theirs = { id: thread, author, text: joinRemarks([first, ...own]) };
  const heard = others.filter((one) => !own.includes(one) && isTrustedAuthor(one.author));
  const [reply] = heard;
  return reply === undefined
    ? [theirs]
    : [theirs, { id: threadId(`${thread}${REPLIES}`), author: reply.author, text: joinRemarks(heard) }];
}

/** Everybody but the first is named. */
function joinRemarks(remarks: readonly ThreadRemark[]): string {
  const [first] = remarks;
  const said = remarks.map(({ author, text }) =>
    first === undefined || isSame(author, first.author) ? text : `${nameAuthor(author)}: ${text}`,
  );
  return said.filter((text) => text !== "").join("\n\n");
}

/** A bot and a person may have the same name. */
const isSame = (one: Author, other: Author): boolean =>
  one.kind === other.kind && nameAuthor(one) === nameAuthor(other);

const nameAuthor = (author: Author): string => (author.kind === "self" ? "" : author.name);
