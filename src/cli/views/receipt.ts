/** A message's receipt: each state is a fact, not a hope. */
import type { MessageStateView, MessageView } from "../../protocol/message.ts";
import type { Glyph } from "../render/glyph.ts";
import { cell, span, type Line, type Pen } from "../render/line.ts";
import type { Tone } from "../render/paint.ts";
import { duration, timeOfDay } from "../render/quantity.ts";

export type Step = { readonly message: MessageView; readonly atMs: number };

const words: Readonly<Record<MessageStateView, readonly [string, Glyph, Tone]>> = {
  prepared: ["waits for you", "needs_you", "needs"],
  queued: ["queued", "done", "passed"],
  written: ["handed over", "done", "passed"],
  acknowledged: ["acknowledged", "done", "passed"],
  dropped: ["dropped", "failed", "failed"],
  failed: ["not delivered", "failed", "failed"],
  unknown: ["not known", "unknown", "failed"],
};

export const stateWord = (state: MessageStateView): string => words[state][0];

/** One line a state, as it comes. */
export function stepLines(step: Step, pen: Pen): readonly Line[] {
  const [word, glyph, tone] = words[step.message.state];
  const left: Line = [
    span(pen.mark(glyph), tone),
    span(" "),
    cell(word, 14),
    cell(timeOfDay(new Date(step.atMs)), 11, "hint"),
  ];
  const detail = detailOf(step);
  if (detail === "") return [left];
  return pen
    .wrap(detail, Math.max(16, pen.width - 27))
    .map((text, index) => [...(index === 0 ? left : [span(" ".repeat(27))]), span(text)]);
}

function detailOf({ message, atMs }: Step): string {
  if (message.state === "queued")
    return message.waitsFor ?? (message.position === null ? "" : `position ${message.position}`);
  if (message.state === "written") return "its turn has begun";
  if (message.state === "acknowledged") return tookOf({ message, atMs });
  return message.why ?? "";
}

const tookOf = ({ message: { createdAt, acknowledgedAt }, atMs }: Step): string =>
  `after ${duration((acknowledgedAt === null ? atMs : Date.parse(acknowledgedAt)) - Date.parse(createdAt))}`;

/** A wide terminal has room for all of it in one line. */
export function receiptLine(steps: readonly Step[], pen: Pen): Line {
  const last = steps.at(-1);
  const [, glyph, tone] = words[last?.message.state ?? "unknown"];
  const said = steps.map((step) => {
    const detail = step === last ? detailOf(step) : "";
    return `${stateWord(step.message.state)} ${timeOfDay(new Date(step.atMs))}${detail === "" ? "" : ` ${detail}`}`;
  });
  return [span(pen.mark(glyph), tone), span(` ${pen.words(said.join(` ${pen.mark("dot")} `))}`)];
}
