/** Channels that take no notices now, a line each. */
import type { FailingChannelView } from "../../protocol/webhook.ts";
import { blank, indented, span, type Line, type Pen } from "../render/line.ts";
import { minutes } from "./quota.ts";

export function channelLines(failing: readonly FailingChannelView[], nowMs: number, pen: Pen): readonly Line[] {
  const sentences = failing.map(
    ({ name, since, why }) => `${name}  has taken no notice for ${minutes(nowMs - Date.parse(since))}: ${why}`,
  );
  const lines = sentences.flatMap((sentence) => pen.wrap(sentence, Math.max(20, pen.width - 2)));
  return [blank, [span("Not told", "hint")], ...lines.map((line) => indented([span(line, "needs")], 2))];
}
