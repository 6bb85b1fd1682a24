/** Channels that take no notices now, a line each. */
import type { FailingChannelView } from "../../protocol/daemon/webhook.ts";
import { blank, indentLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { formatMinutes } from "./quota.ts";

export function formatChannels(failing: readonly FailingChannelView[], nowMs: number, pen: Pen): readonly Line[] {
  const sentences = failing.map(
    ({ name, since, why }) => `${name}  has taken no notice for ${formatMinutes(nowMs - Date.parse(since))}: ${why}`,
  );
  const lines = sentences.flatMap((sentence) => pen.wrap(sentence, Math.max(20, pen.width - 2)));
  return [blank, [createSpan("Not told", "hint")], ...lines.map((line) => indentLine([createSpan(line, "needs")], 2))];
}
