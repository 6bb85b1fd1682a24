/** `ao queue`: what is tested, what comes next, what is ready to land, what is not ready to land. */
import type { QueueEntryView, QueueView } from "../../protocol/queue.ts";
import { displayWidth } from "../render/display-width.ts";
import type { Glyph } from "../render/glyph.ts";
import { blank, cell, cellRight, indented, justified, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import type { Tone } from "../render/paint.ts";
import { age } from "../render/quantity.ts";

export function queueLines(queues: readonly QueueView[], nowMs: number, pen: Pen): readonly Line[] {
  if (queues.length === 0) return [[span("No project with a landing queue. ao start PATH adds one.")]];
  const several = queues.length > 1;
  return queues.flatMap((queue, at) => [
    ...(at === 0 ? [] : [blank, blank]),
    ...(several ? [[span(queue.project, "heading")]] : []),
    ...oneQueue(queue, nowMs, pen),
  ]);
}

function oneQueue(queue: QueueView, nowMs: number, pen: Pen): readonly Line[] {
  const { testing, next, ready, cannotEnter } = queue;
  const entries = [...testing.flatMap(({ changes }) => changes), ...next, ...ready, ...cannotEnter];
  const layout = layoutOf(entries, pen);
  if (entries.length === 0) return wrapped(emptySentence(queue, nowMs), pen);
  return [
    ...wrapped(headSentence(queue, pen), pen),
    ...testing.flatMap((candidate) => candidateLines({ ...candidate, base: queue.base }, layout, pen)),
    ...block(
      "NEXT",
      next.flatMap((entry) => entryLines(entry, [String(entry.position ?? ""), "plain"], layout, pen)),
    ),
    ...block(
      "READY TO LAND",
      ready.flatMap((entry) => entryLines(entry, markOf(entry, pen), layout, pen)),
    ),
    ...block(
      "NOT READY TO LAND",
      cannotEnter.flatMap((entry) => entryLines(entry, markOf(entry, pen), layout, pen)),
    ),
  ];
}

const wrapped = (text: string, pen: Pen): readonly Line[] => pen.wrap(text, pen.width).map((line) => [span(line)]);

function headSentence(queue: QueueView, pen: Pen): string {
  return [baseSentence(queue), `${queue.landedToday} landed today`].join(` ${pen.mark("dot")} `);
}

const baseStates = {
  green: "is green",
  red: "is red",
  checking: "is being checked",
  unknown: "is not known to be green",
};

function baseSentence({ base, baseState, baseHead, addCheck }: QueueView): string {
  const at = baseHead === null ? "" : ` at ${baseHead.slice(0, 7)}`;
  if (baseState !== "unchecked") return `${base} ${baseStates[baseState]}${at}`;
  return addCheck === null
    ? `No check ran on ${base}${at}`
    : `${base}${at}: No checks configured; add one: ${addCheck}`;
}

function emptySentence(queue: QueueView, nowMs: number): string {
  const { lastLanded } = queue;
  const last =
    lastLanded === null
      ? "nothing has landed yet"
      : `last landed ${age(nowMs - Date.parse(lastLanded.at))} ago: ${lastLanded.name} ${lastLanded.title}`;
  return `Nothing waits to land. ${baseSentence(queue)}; ${last}.`;
}

type Layout = { readonly name: number; readonly session: number };

function layoutOf(entries: readonly QueueEntryView[], pen: Pen): Layout {
  const widest = (texts: readonly string[], max: number): number =>
    Math.min(max, Math.max(0, ...texts.map(displayWidth)));
  return {
    name: widest(
      entries.map(({ name }) => name),
      12,
    ),
    session: widest(
      entries.map(({ session }) => session ?? ""),
      Math.max(8, Math.floor(pen.width * 0.3)),
    ),
  };
}

const block = (heading: string, lines: readonly Line[]): readonly Line[] =>
  lines.length === 0 ? [] : [blank, [span(heading, "heading")], ...lines];

const steps = {
  building: "is being made",
  checking: "is being checked",
  landing: "lands now",
  unpublished: "waits for your checkout",
} as const;

function stepOf({ state, isUnchecked }: Testing): string {
  const isTested = state === "landing" || state === "unpublished";
  return `${isTested ? (isUnchecked ? "is untested and " : "is green and ") : ""}${steps[state]}`;
}

type Testing = QueueView["testing"][number] & { readonly base: string };

function candidateLines(candidate: Testing, layout: Layout, pen: Pen): readonly Line[] {
  const { state, commit, changes, blockedBy, base } = candidate;
  const made = commit === null ? "candidate" : `candidate ${commit.slice(0, 7)}`;
  const isWaiting = state === "unpublished";
  const head: Line = [
    span(isWaiting ? "WAITS FOR YOUR CHECKOUT" : "TESTING", "heading"),
    span("  "),
    span(pen.words([`${made} = ${base}`, ...changes.map(({ name }) => name)].join(" + "))),
  ];
  const right: Line = [span(stepOf(candidate), "hint")];
  const blocked = blockedBy.length === 0 ? [] : below(`in the way: ${blockedBy.join(", ")}`, 3, pen);
  return [
    blank,
    ...(isWaiting ? [head] : [justified(head, right, pen.width) ?? head]),
    ...changes.flatMap((entry) => entryLines(entry, [String(entry.position ?? ""), "plain"], layout, pen)),
    ...blocked,
  ];
}

const below = (text: string, columns: number, pen: Pen): readonly Line[] =>
  pen.wrap(text, Math.max(12, pen.width - columns)).map((line) => indented([span(line)], columns));

type Mark = readonly [text: string, tone: Tone];

const glyphs: Readonly<Record<string, readonly [Glyph, Tone]>> = {
  conflict: ["conflict", "failed"],
  checking: ["checking", "plain"],
  publishing: ["checking", "plain"],
  rerun: ["checking", "plain"],
  "review-you": ["needs_you", "needs"],
  protected: ["needs_you", "needs"],
  "ready-to-land": ["needs_you", "needs"],
  "about-to-land": ["checking", "plain"],
};

function markOf({ code }: QueueEntryView, pen: Pen): Mark {
  const [glyph, tone] = glyphs[code] ?? ["failed", "failed"];
  return [pen.mark(glyph), tone];
}

/** Who and what on one line; what it waits for below, with what to type. */
function entryLines(entry: QueueEntryView, [mark, tone]: Mark, layout: Layout, pen: Pen): readonly Line[] {
  const { name, session, title, approvals, why, command, position } = entry;
  const left: Line = [
    cell(mark, 3, tone),
    cellRight(name, layout.name, "id"),
    ...(layout.session === 0 ? [] : [span("  "), cell(pen.cut(session ?? "", layout.session), layout.session)]),
    span("  "),
  ];
  const right = approvals.length === 0 ? "" : pen.words(`${approvals.join(", ")} approved`);
  const room = pen.width - lineWidth(left);
  const titled: Line = [...left, span(pen.cut(title, Math.max(8, room)))];
  const whole =
    right === ""
      ? titled
      : (justified(
          [...left, span(pen.cut(title, Math.max(8, room - displayWidth(right) - 2)))],
          [span(right, "hint")],
          pen.width,
        ) ?? titled);
  const sentence = position === null || entry.code === "queued" ? below(why, 3, pen) : [];
  const last = sentence.at(-1);
  if (last === undefined || command === null) return [whole, ...sentence];
  const typed = justified(last, [span(pen.words(command))], pen.width);
  return typed === null
    ? [whole, ...sentence, indented([span(pen.words(command))], 3)]
    : [whole, ...sentence.slice(0, -1), typed];
}
