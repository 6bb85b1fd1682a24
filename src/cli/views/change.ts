/** `ao change list` and `ao change show`. */
import type { ChangeDetailView, ChangeSummaryView, CheckDetailView, ThreadView } from "../../protocol/change.ts";
import { displayWidth } from "../render/display-width.ts";
import type { Glyph } from "../render/glyph.ts";
import { blank, cell, indented, justified, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import type { Tone } from "../render/paint.ts";
import { age, count, duration } from "../render/quantity.ts";
import { NARROW } from "../render/terminal.ts";
import { checkMark } from "./check-marks.ts";
import { paragraphs } from "./issue.ts";
import { issueWord } from "./session-mark.ts";
import { factBlock } from "./why.ts";

const GAP = span("  ");
const PROSE_MAX = 76;
export const shortCommit = (commit: string): string => commit.slice(0, 7);

type Mark = readonly [glyph: Glyph, tone: Tone, word: string];

export function markOf({ state, mergeable, checks, position }: ChangeSummaryView): Mark {
  if (state === "landed") return ["done", "passed", "landed"];
  if (state === "closed") return ["skipped", "plain", "closed"];
  if (position !== null) return ["landing", "passed", "landing"];
  if (mergeable === false) return ["conflict", "failed", "open"];
  if (checks.failed > 0) return ["failed", "failed", "open"];
  if (checks.of === 0 || checks.running > 0) return ["checking", "plain", state];
  return state === "draft" ? ["waiting_to_start", "plain", "draft"] : ["in_review", "plain", "open"];
}

export function changeListLines(changes: readonly ChangeSummaryView[], isAll: boolean, pen: Pen): readonly Line[] {
  if (changes.length === 0) return [[span(isAll ? "No changes." : "No open changes. ao change list --all shows all.")]];
  const several = new Set(changes.map(({ project }) => project)).size > 1;
  const nameOf = (change: ChangeSummaryView): string => (several ? change.id : issueWord(change.name));
  const width = Math.max(...changes.map((change) => displayWidth(nameOf(change))));
  const open = changes.filter(({ state }) => state === "open" || state === "draft").length;
  const rest = changes.length - open;
  const dot = ` ${pen.mark("dot")} `;
  return [
    [span([count(open, "open change"), ...(rest === 0 ? [] : [`${rest} landed or closed`])].join(dot))],
    ...changes.flatMap((change) => rowLines(change, { name: nameOf(change), width }, pen)),
    blank,
    [span("ao change show <change> tells more, ao diff <change> shows it", "hint")],
  ];
}

type Row = { readonly name: string; readonly width: number };

function rowLines(change: ChangeSummaryView, { name, width }: Row, pen: Pen): readonly Line[] {
  const [glyph, tone] = markOf(change);
  const isOpen = change.state === "open" || change.state === "draft";
  const left: Line = [cell(pen.mark(glyph), 3, tone), cell(name, width, "id"), GAP];
  const facts = [
    ...(change.session === null ? [] : [change.session]),
    ...(isOpen && change.approvalsNeeded > 0 ? [`${change.approvals.length}/${change.approvalsNeeded} approved`] : []),
    `${change.diffLines} ${change.diffLines === 1 ? "line" : "lines"}`,
  ].join(` ${pen.mark("dot")} `);
  const margin = 3 + width + 2;
  const room = pen.width - margin;
  const title = pen.cut(change.title, room);
  const whole = justified([...left, span(title)], [span(pen.words(facts), "hint")], pen.width);
  const sentence = isOpen ? change.why : `${change.why}`;
  return [
    blank,
    whole ?? [...left, span(title)],
    ...(whole === null ? [indented([span(pen.cut(facts, room), "hint")], margin)] : []),
    ...below(sentence, margin, pen),
  ];
}

const below = (text: string, columns: number, pen: Pen): readonly Line[] =>
  pen.wrap(text, Math.max(12, Math.min(PROSE_MAX, pen.width - columns))).map((line) => indented([span(line)], columns));

export function changeLines(change: ChangeDetailView, nowMs: number, pen: Pen): readonly Line[] {
  const isOpen = change.state === "open" || change.state === "draft";
  return [
    ...headLines(change, pen),
    ...below(change.why, 2, pen),
    blank,
    ...factLines(change, nowMs, pen),
    ...(change.body.trim() === "" || change.body.trim() === change.title
      ? []
      : [blank, ...paragraphs(change.body, 2, pen)]),
    ...checkLines(change, pen),
    ...reviewLines(change, nowMs, pen),
    ...threadsLines(change.threads, nowMs, pen),
    ...(isOpen ? factBlock("Why not landing", change.reasons, pen) : []),
    ...nextLines(change, pen),
  ];
}

function headLines(change: ChangeSummaryView, pen: Pen): readonly Line[] {
  const [glyph, tone, word] = markOf(change);
  const left: Line = [span(pen.mark(glyph), tone), span(" "), span(issueWord(change.name), "id"), GAP];
  const room = pen.width - lineWidth(left) - word.length - 2;
  if (room < 16) return [left, ...below(change.title, 2, pen), indented([span(word)], 2)];
  const whole = [...left, span(pen.cut(change.title, room))];
  return [justified(whole, [span(word)], pen.width) ?? whole];
}

function factLines(change: ChangeDetailView, nowMs: number, pen: Pen): readonly Line[] {
  const { session, branch, base, head, heads, files, diffLines, mergeable, conflicts, landedAs, labels } = change;
  const merges = mergeable === null ? "not known" : mergeable ? "yes" : `no: ${conflicts.join(", ")}`;
  const isOpen = change.state === "open" || change.state === "draft";
  const facts: readonly (readonly [label: string, text: string])[] = [
    ["session", session ?? ""],
    ["branch", `${branch} ${pen.mark("arrow")} ${base}`],
    ["head", `${shortCommit(head)}${heads.length < 2 ? "" : `, the ${ordinal(heads.length)} that was published`}`],
    ["landed as", landedAs === null ? "" : shortCommit(landedAs)],
    ["size", `${count(files, "file")}, ${count(diffLines, "line")}`],
    ["merges", isOpen ? merges : ""],
    ["labels", labels.join(", ")],
    ["opened", `${age(nowMs - Date.parse(change.createdAt))} ago by ${change.author}`],
  ];
  return facts.filter(([, text]) => text !== "").flatMap(([label, text]) => labelled(label, text, pen));
}

const ordinal = (n: number): string => `${n}${n === 2 ? "nd" : n === 3 ? "rd" : "th"}`;

const LABEL = 11;

function labelled(label: string, text: string, pen: Pen): readonly Line[] {
  if (pen.width < NARROW) return [indented([span(label, "hint")], 2), ...below(text, 4, pen)];
  return pen
    .wrap(text, Math.max(8, pen.width - LABEL - 2))
    .map((line, index) => indented([cell(index === 0 ? label : "", LABEL, "hint"), span(line)], 2));
}

const EVIDENCE_SHOWN = 12;

/** What failed comes first, with the failure itself. */
export function checkLines({ head, checkResults, name }: ChangeDetailView, pen: Pen): readonly Line[] {
  if (checkResults.length === 0) return [];
  const width = Math.max(...checkResults.map((check) => displayWidth(pen.words(check.name))));
  return [
    blank,
    [span(`Checks on ${shortCommit(head)}`, "heading")],
    ...checkResults.flatMap((check) => [
      [span("  "), checkMark(check, pen), span(" "), cell(pen.words(check.name), width), ...measured(check, pen)],
      ...evidenceLines(check, name, pen),
    ]),
  ];
}

function measured({ seconds, tests, verdict }: CheckDetailView, pen: Pen): Line {
  const parts = [
    ...(verdict === "passed" ? [] : [verdict === "infrastructure" ? "could not be run" : verdict]),
    ...(tests === null ? [] : [`${tests.passed} passed, ${tests.failed} failed`]),
    ...(seconds === null ? [] : [duration(seconds * 1_000)]),
  ];
  return parts.length === 0 ? [] : [GAP, span(parts.join(` ${pen.mark("dot")} `), "hint")];
}

function evidenceLines(
  { evidence, verdict, hasLog, name }: CheckDetailView,
  change: string,
  pen: Pen,
): readonly Line[] {
  if (verdict === "passed" || evidence.trim() === "") return [];
  const lines = evidence.trimEnd().split("\n");
  const more = lines.length - EVIDENCE_SHOWN;
  const log = hasLog ? `all of it: ao api GET /changes/${change}/checks/${encodeURIComponent(name)}/log` : null;
  return [
    ...lines.slice(0, EVIDENCE_SHOWN).map((line) => evidenceLine(line, pen)),
    ...(more > 0 ? [indented([span(`${count(more, "more line")}`, "hint")], 6)] : []),
    ...(log === null ? [] : [indented([span(log, "hint")], 6)]),
  ];
}

/** Blanks at the beginning mean something in a failure. */
function evidenceLine(line: string, pen: Pen): Line {
  const lead = Math.min(pen.width - 14, line.replaceAll("\t", "  ").search(/\S|$/));
  const columns = 6 + Math.max(0, lead);
  return indented([span(pen.cut(line, Math.max(8, pen.width - columns)))], columns);
}

const reviewWords = {
  approved: ["done", "passed", "approved"],
  changes_requested: ["failed", "failed", "asked for changes on"],
  commented: ["dot", "plain", "commented on"],
  dismissed: ["skipped", "plain", "was dismissed on"],
} as const;

function reviewLines({ reviews }: ChangeDetailView, nowMs: number, pen: Pen): readonly Line[] {
  if (reviews.length === 0) return [];
  return [
    blank,
    [span("Reviews", "heading")],
    ...reviews.flatMap(({ by, kind, head, current, at, text }) => {
      const [glyph, tone, words] = reviewWords[kind];
      const when = `  ${age(nowMs - Date.parse(at))} ago${current ? "" : ", an older head"}`;
      return [
        [
          span("  "),
          span(pen.mark(glyph), tone),
          span(` ${pen.words(by)} ${words} ${shortCommit(head)}`),
          span(when, "hint"),
        ],
        ...(text.trim() === "" ? [] : paragraphs(text, 4, pen)),
      ];
    }),
  ];
}

function threadsLines(threads: readonly ThreadView[], nowMs: number, pen: Pen): readonly Line[] {
  if (threads.length === 0) return [];
  const open = threads.filter((thread) => thread.open).length;
  const head = open === 0 ? "Threads, all settled" : `Threads, ${open} open`;
  return [blank, [span(head, "heading")], ...threads.flatMap((thread) => threadLines(thread, nowMs, pen))];
}

function threadLines({ name, open, path, line, remarks }: ThreadView, nowMs: number, pen: Pen): readonly Line[] {
  const place = path === null ? "the whole change" : `${path}${line === null ? "" : `:${line}`}`;
  const mark = open ? span(pen.mark("in_review"), "needs") : span(pen.mark("done"), "passed");
  return [
    [
      span("  "),
      mark,
      span(" "),
      span(name, "id"),
      GAP,
      span(pen.cutFront(place, Math.max(8, pen.width - name.length - 14))),
      ...(open ? [] : [span("  settled", "hint")]),
    ],
    ...remarks.flatMap(({ by, ours, at, text }) => [
      indented(
        [span(pen.words(ours ? "the agent" : by), "id"), span(`  ${age(nowMs - Date.parse(at))} ago`, "hint")],
        6,
      ),
      ...paragraphs(text, 8, pen),
    ]),
  ];
}

function nextLines({ state, session, name, reasons }: ChangeDetailView, pen: Pen): readonly Line[] {
  if (state === "landed") return [blank, [span("take it back: ", "hint"), span(`ao revert ${name}`)]];
  if (state !== "open") return [];
  const failed = reasons.filter(({ ok }) => ok === false);
  const target = session ?? name;
  const wantsApproval = failed.length > 0 && failed.every((fact) => ["approvals", "paths", "size"].includes(fact.name));
  const [what, command] =
    failed.length === 0
      ? ["land it: ", `ao merge ${target}`]
      : wantsApproval
        ? ["look, then: ", `ao review ${target} --approve`]
        : ["look: ", `ao diff ${target}`];
  return [blank, [span(what, "hint"), span(pen.words(command))]];
}
