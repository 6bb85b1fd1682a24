/** The task of a session: the issue's title and text, and below them what people said of it whose words count. */
import type { ChangeId, CommitSha } from "../model/ids.ts";
import { formatIssueText, type Issue } from "./issue.ts";
import { limits } from "../model/limits.ts";
import { nameAuthor, maySteer, type AuthoredText } from "../model/trust.ts";

type TalkIssue = Pick<Issue, "title" | "text" | "approvedTexts">;

/** `comments`: oldest first; null: they could not be read. */
export function composeTask(issue: TalkIssue, comments: readonly AuthoredText[] | null): string {
  const said = comments === null ? "(Its comments could not be read.)" : composeTalk(issue, comments);
  return said === "" ? formatIssueText(issue) : `${formatIssueText(issue)}\n\n${said}`;
}

function composeTalk({ approvedTexts }: TalkIssue, comments: readonly AuthoredText[]): string {
  const counted = comments.filter((comment) => maySteer(comment, approvedTexts) && !isOurs(comment.text));
  const quotes = counted.filter(({ text }) => text.trim() !== "").map(quote);
  const kept = takeNewest(quotes);
  if (kept.length === 0) return "";
  const beginning = kept.length < quotes.length ? "Comments (earlier ones omitted):" : "Comments:";
  return [beginning, ...kept].join("\n\n");
}

function quote({ author, text }: AuthoredText): string {
  const whole = text.trim();
  const max = limits.commentTextMax;
  return `${nameAuthor(author)}:\n${whole.length > max ? `${whole.slice(0, max)} …` : whole}`;
}

/** The last word counts most: what does not fit is left out from the beginning. */
function takeNewest(quotes: readonly string[]): readonly string[] {
  let left: number = limits.commentsTextMax;
  const from = quotes.findLastIndex((one) => (left -= one.length) < 0);
  return quotes.slice(from + 1);
}

/** What the tracker is told when a change has landed; of some it comes back as a person's word. */
export const describeLanding = (commit: CommitSha, change: ChangeId): string =>
  `Landed as ${commit} (change ${change}).`;

const isOurs = (text: string): boolean => /^Landed as \w+ \(change \S+\)\.$/.test(text.trim());
