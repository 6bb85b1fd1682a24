/** Threads of a review as the core wants them. */
import type { Thread } from "../../../domain/change.ts";
import { threadId, type ChangeId, type ThreadId } from "../../../domain/ids.ts";
import type { Author } from "../../../domain/trust.ts";
import type { SaidThread } from "../../../slots/change-desk.ts";
import { mark } from "../own-mark.ts";

export type Remark = SaidThread["remarks"][number];

export const threadOf = (change: ChangeId, node: string): ThreadId => threadId(`${change}.${node}`);
export const nodeOf = (thread: ThreadId, change: ChangeId): string | null =>
  thread.startsWith(`${change}.`) ? thread.slice(change.length + 1) : null;

/** Under a remark of ours: that text, which the forge cannot resolve, has been answered. */
export const answeredMark = (thread: ThreadId): string => mark(`answered:${thread}`);

/**
 * Only what others said: the text is told to agents, and their own answers must not come back to them. Of those who joined
 * in, only they whose word counts anywhere: a stranger's reply does not ride along in a reviewer's thread.
 */
export function saidIn([first, ...others]: readonly Remark[]): Pick<Thread, "author" | "text"> {
  if (first === undefined) return { author: { kind: "self" }, text: "" };
  const { author } = first;
  const said = [first.text];
  for (const { author: by, text } of others) {
    if (by.kind === "self") continue;
    if (nameOf(by) === nameOf(author)) said.push(text);
    else if (counts(by)) said.push(`${nameOf(by)}: ${text}`);
  }
  return { author, text: said.filter((text) => text !== "").join("\n\n") };
}

const nameOf = (author: Author): string => (author.kind === "self" ? "" : author.name);

const counts = (author: Author): boolean =>
  author.kind === "bot" ? author.listed : author.kind === "person" && author.canWrite.known && author.canWrite.value;
