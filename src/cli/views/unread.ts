/** What could not be read of forges and trackers. */
import type { UnreadView } from "../../protocol/daemon/webhook.ts";
import { blank, indentLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { formatMinutes } from "./quota.ts";

/** `when` says for how long. */
export function describeUnread({ project, what, why }: UnreadView, when = ""): string {
  const could = what === "all" ? "nothing could be read" : `${what} could not be read`;
  return `${project}: ${could}${when}: ${why}`;
}

export function formatUnread(unread: readonly UnreadView[], nowMs: number, pen: Pen): readonly Line[] {
  const sentences = unread.map((one) =>
    describeUnread(one, one.since === null ? "" : ` for ${formatMinutes(nowMs - Date.parse(one.since))}`),
  );
  const lines = sentences.flatMap((sentence) => pen.wrap(sentence, Math.max(20, pen.width - 2)));
  return [blank, [createSpan("Not read", "hint")], ...lines.map((line) => indentLine([createSpan(line, "needs")], 2))];
}
