/** A message's receipt: each state is a fact, not a hope. */
import type { MessageStateView, MessageView } from "../../../protocol/session/message.ts";
import type { Glyph } from "../../render/glyph.ts";
import { createCell, createSpan, type Line, type Pen } from "../../render/line.ts";
import type { Tone } from "../../render/paint.ts";
import { formatDuration, formatTimeOfDay } from "../../render/quantity.ts";

export type ReceiptStep = { readonly message: MessageView; readonly atMs: number };

const words: Readonly<Record<MessageStateView, readonly [string, Glyph, Tone]>> = {
  prepared: ["waits for you", "needs_you", "needs"],
  queued: ["queued", "done", "passed"],
  written: ["handed over", "done", "passed"],
  acknowledged: ["acknowledged", "done", "passed"],
  dropped: ["dropped", "failed", "failed"],
  failed: ["not delivered", "failed", "failed"],
  unknown: ["not known", "unknown", "failed"],
};

export const nameMessageState = (state: MessageStateView): string => words[state][0];

/** One line a state, as it comes. */
export function formatStep(step: ReceiptStep, pen: Pen): readonly Line[] {
  const [word, glyph, tone] = words[step.message.state];
  const left: Line = [
    createSpan(pen.mark(glyph), tone),
    createSpan(" "),
    createCell(word, 14),
    createCell(formatTimeOfDay(new Date(step.atMs)), 11, "hint"),
  ];
  const detail = describeDetail(step);
  if (detail === "") return [left];
  return pen
    .wrap(detail, Math.max(16, pen.width - 27))
    .map((text, index) => [...(index === 0 ? left : [createSpan(" ".repeat(27))]), createSpan(text)]);
}

function describeDetail({ message, atMs }: ReceiptStep): string {
  if (message.state === "queued")
    return message.waitsFor ?? (message.position === null ? "" : `position ${message.position}`);
  if (message.state === "written") return "its turn has begun";
  if (message.state === "acknowledged") return describeDuration({ message, atMs });
  return message.why ?? "";
}

const describeDuration = ({ message: { createdAt, acknowledgedAt }, atMs }: ReceiptStep): string =>
  `after ${formatDuration((acknowledgedAt === null ? atMs : Date.parse(acknowledgedAt)) - Date.parse(createdAt))}`;

/** A wide terminal has room for all of it in one line. */
export function formatReceipt(steps: readonly ReceiptStep[], pen: Pen): Line {
  const last = steps.at(-1);
  const [, glyph, tone] = words[last?.message.state ?? "unknown"];
  const said = steps.map((step) => {
    const detail = step === last ? describeDetail(step) : "";
    return `${nameMessageState(step.message.state)} ${formatTimeOfDay(new Date(step.atMs))}${detail === "" ? "" : ` ${detail}`}`;
  });
  return [createSpan(pen.mark(glyph), tone), createSpan(` ${pen.words(said.join(` ${pen.mark("dot")} `))}`)];
}
