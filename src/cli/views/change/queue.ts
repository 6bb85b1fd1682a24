/** `ao queue`: what is tested, what comes next, what is ready to land, what is not ready to land. */
import type { QueueEntryView, QueueView } from "../../../protocol/change/queue.ts";
import { measureWidth } from "../../render/display-width.ts";
import type { Glyph } from "../../render/glyph.ts";
import {
  blank,
  createCell,
  createCellRight,
  indentLine,
  justifyLine,
  measureLine,
  createSpan,
  type Line,
  type Pen,
} from "../../render/line.ts";
import type { Tone } from "../../render/paint.ts";
import { formatAge } from "../../render/quantity.ts";

export function formatQueues(queues: readonly QueueView[], nowMs: number, pen: Pen): readonly Line[] {
  if (queues.length === 0) return [[createSpan("No project with a landing queue. ao start PATH adds one.")]];
  const several = queues.length > 1;
  return queues.flatMap((queue, at) => [
    ...(at === 0 ? [] : [blank, blank]),
    ...(several ? [[createSpan(queue.project, "heading")]] : []),
    ...formatQueue(queue, nowMs, pen),
  ]);
}

function formatQueue(queue: QueueView, nowMs: number, pen: Pen): readonly Line[] {
  const { testing, next, ready, cannotEnter } = queue;
  const entries = [...testing.flatMap(({ changes }) => changes), ...next, ...ready, ...cannotEnter];
  const layout = computeLayout(entries, pen);
  if (entries.length === 0) return wrapText(describeEmpty(queue, nowMs), pen);
  return [
    ...wrapText(describeHead(queue, pen), pen),
    ...testing.flatMap((candidate) => formatCandidate({ ...candidate, base: queue.base }, layout, pen)),
    ...formatBlock(
      "NEXT",
      next.flatMap((entry) => formatEntry(entry, [String(entry.position ?? ""), "plain"], layout, pen)),
    ),
    ...formatBlock(
      "READY TO LAND",
      ready.flatMap((entry) => formatEntry(entry, chooseMark(entry, pen), layout, pen)),
    ),
    ...formatBlock(
      "NOT READY TO LAND",
      cannotEnter.flatMap((entry) => formatEntry(entry, chooseMark(entry, pen), layout, pen)),
    ),
  ];
}

const wrapText = (text: string, pen: Pen): readonly Line[] =>
  pen.wrap(text, pen.width).map((line) => [createSpan(line)]);

function describeHead(queue: QueueView, pen: Pen): string {
  return [describeBase(queue), `${queue.landedToday} landed today`].join(` ${pen.mark("dot")} `);
}

const baseStates = {
  green: "is green",
  red: "is red",
  checking: "is being checked",
  unknown: "is not known to be green",
};

function describeBase({ base, baseState, baseHead, addCheck }: QueueView): string {
  const at = baseHead === null ? "" : ` at ${baseHead.slice(0, 7)}`;
  if (baseState !== "unchecked") return `${base} ${baseStates[baseState]}${at}`;
  return addCheck === null
    ? `No check ran on ${base}${at}`
    : `${base}${at}: No checks configured; add one: ${addCheck}`;
}

function describeEmpty(queue: QueueView, nowMs: number): string {
  const { lastLanded } = queue;
  const last =
    lastLanded === null
      ? "nothing has landed yet"
      : `last landed ${formatAge(nowMs - Date.parse(lastLanded.at))} ago: ${lastLanded.name} ${lastLanded.title}`;
  return `Nothing waits to land. ${describeBase(queue)}; ${last}.`;
}

type Layout = { readonly name: number; readonly session: number };

function computeLayout(entries: readonly QueueEntryView[], pen: Pen): Layout {
  const widest = (texts: readonly string[], max: number): number =>
    Math.min(max, Math.max(0, ...texts.map(measureWidth)));
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

const formatBlock = (heading: string, lines: readonly Line[]): readonly Line[] =>
  lines.length === 0 ? [] : [blank, [createSpan(heading, "heading")], ...lines];

const steps = {
  building: "is being made",
  checking: "is being checked",
  landing: "lands now",
  unpublished: "waits for your checkout",
} as const;

function describeStep({ state, isUnchecked }: Testing): string {
  const isTested = state === "landing" || state === "unpublished";
  return `${isTested ? (isUnchecked ? "is untested and " : "is green and ") : ""}${steps[state]}`;
}

type Testing = QueueView["testing"][number] & { readonly base: string };

function formatCandidate(candidate: Testing, layout: Layout, pen: Pen): readonly Line[] {
  const { state, commit, changes, blockedBy, base } = candidate;
  const made = commit === null ? "candidate" : `candidate ${commit.slice(0, 7)}`;
  const isWaiting = state === "unpublished";
  const head: Line = [
    createSpan(isWaiting ? "WAITS FOR YOUR CHECKOUT" : "TESTING", "heading"),
    createSpan("  "),
    createSpan(pen.words([`${made} = ${base}`, ...changes.map(({ name }) => name)].join(" + "))),
  ];
  const right: Line = [createSpan(describeStep(candidate), "hint")];
  const blocked = blockedBy.length === 0 ? [] : formatBelow(`in the way: ${blockedBy.join(", ")}`, 3, pen);
  return [
    blank,
    ...(isWaiting ? [head] : [justifyLine(head, right, pen.width) ?? head]),
    ...changes.flatMap((entry) => formatEntry(entry, [String(entry.position ?? ""), "plain"], layout, pen)),
    ...blocked,
  ];
}

const formatBelow = (text: string, columns: number, pen: Pen): readonly Line[] =>
  pen.wrap(text, Math.max(12, pen.width - columns)).map((line) => indentLine([createSpan(line)], columns));

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

function chooseMark({ code }: QueueEntryView, pen: Pen): Mark {
  const [glyph, tone] = glyphs[code] ?? ["failed", "failed"];
  return [pen.mark(glyph), tone];
}

/** Who and what on one line; what it waits for below, with what to type. */
function formatEntry(entry: QueueEntryView, [mark, tone]: Mark, layout: Layout, pen: Pen): readonly Line[] {
  const { name, session, title, approvals, why, command, position } = entry;
  const left: Line = [
    createCell(mark, 3, tone),
    createCellRight(name, layout.name, "id"),
    ...(layout.session === 0
      ? []
      : [createSpan("  "), createCell(pen.cut(session ?? "", layout.session), layout.session)]),
    createSpan("  "),
  ];
  const right = approvals.length === 0 ? "" : pen.words(`${approvals.join(", ")} approved`);
  const room = pen.width - measureLine(left);
  const titled: Line = [...left, createSpan(pen.cut(title, Math.max(8, room)))];
  const whole =
    right === ""
      ? titled
      : (justifyLine(
          [...left, createSpan(pen.cut(title, Math.max(8, room - measureWidth(right) - 2)))],
          [createSpan(right, "hint")],
          pen.width,
        ) ?? titled);
  const sentence = position === null || entry.code === "queued" ? formatBelow(why, 3, pen) : [];
  const last = sentence.at(-1);
  if (last === undefined || command === null) return [whole, ...sentence];
  const typed = justifyLine(last, [createSpan(pen.words(command))], pen.width);
  return typed === null
    ? [whole, ...sentence, indentLine([createSpan(pen.words(command))], 3)]
    : [whole, ...sentence.slice(0, -1), typed];
}
