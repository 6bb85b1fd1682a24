/** What could not be read of forges and trackers. */
import type { UnreadView } from "../../protocol/webhook.ts";
import { blank, indented, span, type Line, type Pen } from "../render/line.ts";
import { minutes } from "./quota.ts";

/** `when` says for how long. */
export function unreadSentence({ project, what, why }: UnreadView, when = ""): string {
  const could = what === "all" ? "nothing could be read" : `${what} could not be read`;
  return `${project}: ${could}${when}: ${why}`;
}

export function unreadLines(unread: readonly UnreadView[], nowMs: number, pen: Pen): readonly Line[] {
  const sentences = unread.map((one) =>
    unreadSentence(one, one.since === null ? "" : ` for ${minutes(nowMs - Date.parse(one.since))}`),
  );
  const lines = sentences.flatMap((sentence) => pen.wrap(sentence, Math.max(20, pen.width - 2)));
  return [blank, [span("Not read", "hint")], ...lines.map((line) => indented([span(line, "needs")], 2))];
}
