/** `ao change list` and `ao change show`. */
import type {
  ChangeDetailView,
  ChangeSummaryView,
  CheckDetailView,
  ThreadView,
} from "../../../protocol/change/change.ts";
import { measureWidth } from "../../render/display-width.ts";
import type { Glyph } from "../../render/glyph.ts";
import {
  blank,
  createCell,
  indentLine,
  justifyLine,
  measureLine,
  createSpan,
  type Line,
  type Pen,
} from "../../render/line.ts";
import type { Tone } from "../../render/paint.ts";
import { formatAge, count, formatDuration } from "../../render/quantity.ts";
import { NARROW } from "../../render/terminal.ts";
import { checkMark } from "./check-marks.ts";
import { formatParagraphs } from "../issue.ts";
import { nameIssue } from "../session/session-mark.ts";
import { formatFactBlock } from "../session/why.ts";

const GAP = createSpan("  ");
const PROSE_MAX = 76;
export const abbreviateCommit = (commit: string): string => commit.slice(0, 7);

type Mark = readonly [glyph: Glyph, tone: Tone, word: string];

export function chooseMark({ state, mergeable, checks, position }: ChangeSummaryView): Mark {
  if (state === "landed") return ["done", "passed", "landed"];
  if (state === "closed") return ["skipped", "plain", "closed"];
  if (position !== null) return ["landing", "passed", "landing"];
  if (mergeable === false) return ["conflict", "failed", "open"];
  if (checks.failed > 0) return ["failed", "failed", "open"];
  if (checks.of === 0 || checks.running > 0) return ["checking", "plain", state];
  return state === "draft" ? ["waiting_to_start", "plain", "draft"] : ["in_review", "plain", "open"];
}

export function formatChanges(changes: readonly ChangeSummaryView[], isAll: boolean, pen: Pen): readonly Line[] {
  if (changes.length === 0)
    return [[createSpan(isAll ? "No changes." : "No open changes. ao change list --all shows all.")]];
  const several = new Set(changes.map(({ project }) => project)).size > 1;
  const nameOf = (change: ChangeSummaryView): string => (several ? change.id : nameIssue(change.name));
  const width = Math.max(...changes.map((change) => measureWidth(nameOf(change))));
  const open = changes.filter(({ state }) => state === "open" || state === "draft").length;
  const rest = changes.length - open;
  const dot = ` ${pen.mark("dot")} `;
  return [
    [createSpan([count(open, "open change"), ...(rest === 0 ? [] : [`${rest} landed or closed`])].join(dot))],
    ...changes.flatMap((change) => formatRow(change, { name: nameOf(change), width }, pen)),
    blank,
    [createSpan("details: ao change show <change>; diff: ao diff <change>", "hint")],
  ];
}

type Row = { readonly name: string; readonly width: number };

function formatRow(change: ChangeSummaryView, { name, width }: Row, pen: Pen): readonly Line[] {
  const [glyph, tone] = chooseMark(change);
  const isOpen = change.state === "open" || change.state === "draft";
  const left: Line = [createCell(pen.mark(glyph), 3, tone), createCell(name, width, "id"), GAP];
  const facts = [
    ...(change.session === null ? [] : [change.session]),
    ...(isOpen && change.approvalsNeeded > 0 ? [`${change.approvals.length}/${change.approvalsNeeded} approved`] : []),
    `${change.diffLines} ${change.diffLines === 1 ? "line" : "lines"}`,
  ].join(` ${pen.mark("dot")} `);
  const margin = 3 + width + 2;
  const room = pen.width - margin;
  const title = pen.cut(change.title, room);
  const whole = justifyLine([...left, createSpan(title)], [createSpan(pen.words(facts), "hint")], pen.width);
  const sentence = isOpen ? change.why : `${change.why}`;
  return [
    blank,
    whole ?? [...left, createSpan(title)],
    ...(whole === null ? [indentLine([createSpan(pen.cut(facts, room), "hint")], margin)] : []),
    ...formatBelow(sentence, margin, pen),
  ];
}

const formatBelow = (text: string, columns: number, pen: Pen): readonly Line[] =>
  pen
    .wrap(text, Math.max(12, Math.min(PROSE_MAX, pen.width - columns)))
    .map((line) => indentLine([createSpan(line)], columns));

export function formatChange(change: ChangeDetailView, nowMs: number, pen: Pen): readonly Line[] {
  const isOpen = change.state === "open" || change.state === "draft";
  return [
    ...formatHead(change, pen),
    ...formatBelow(change.why, 2, pen),
    blank,
    ...formatFacts(change, nowMs, pen),
    ...(change.body.trim() === "" || change.body.trim() === change.title
      ? []
      : [blank, ...formatParagraphs(change.body, 2, pen)]),
    ...checkLines(change, pen),
    ...reviewLines(change, nowMs, pen),
    ...formatThreads(change.threads, nowMs, pen),
    ...(isOpen ? formatFactBlock("Why not landing", change.reasons, pen) : []),
    ...formatNext(change, pen),
  ];
}

function formatHead(change: ChangeSummaryView, pen: Pen): readonly Line[] {
  const [glyph, tone, word] = chooseMark(change);
  const left: Line = [
    createSpan(pen.mark(glyph), tone),
    createSpan(" "),
    createSpan(nameIssue(change.name), "id"),
    GAP,
  ];
  const room = pen.width - measureLine(left) - word.length - 2;
  if (room < 16) return [left, ...formatBelow(change.title, 2, pen), indentLine([createSpan(word)], 2)];
  const whole = [...left, createSpan(pen.cut(change.title, room))];
  return [justifyLine(whole, [createSpan(word)], pen.width) ?? whole];
}

function formatFacts(change: ChangeDetailView, nowMs: number, pen: Pen): readonly Line[] {
  const { session, branch, base, head, heads, files, diffLines, mergeable, conflicts, landedAs, labels } = change;
  const merges = mergeable === null ? "not known" : mergeable ? "yes" : `no: ${conflicts.join(", ")}`;
  const isOpen = change.state === "open" || change.state === "draft";
  const facts: readonly (readonly [label: string, text: string])[] = [
    ["session", session ?? ""],
    ["branch", `${branch} ${pen.mark("arrow")} ${base}`],
    [
      "head",
      `${abbreviateCommit(head)}${heads.length < 2 ? "" : `, the ${formatOrdinal(heads.length)} that was published`}`,
    ],
    ["landed as", landedAs === null ? "" : abbreviateCommit(landedAs)],
    ["size", `${count(files, "file")}, ${count(diffLines, "line")}`],
    ["merges", isOpen ? merges : ""],
    ["labels", labels.join(", ")],
    ["opened", `${formatAge(nowMs - Date.parse(change.createdAt))} ago by ${change.author}`],
  ];
  return facts.filter(([, text]) => text !== "").flatMap(([label, text]) => formatLabelled(label, text, pen));
}

const formatOrdinal = (n: number): string => `${n}${n === 2 ? "nd" : n === 3 ? "rd" : "th"}`;

const LABEL = 11;

function formatLabelled(label: string, text: string, pen: Pen): readonly Line[] {
  if (pen.width < NARROW) return [indentLine([createSpan(label, "hint")], 2), ...formatBelow(text, 4, pen)];
  return pen
    .wrap(text, Math.max(8, pen.width - LABEL - 2))
    .map((line, index) => indentLine([createCell(index === 0 ? label : "", LABEL, "hint"), createSpan(line)], 2));
}

const EVIDENCE_SHOWN = 12;

/** What failed comes first, with the failure itself. */
export function checkLines({ head, checkResults, name }: ChangeDetailView, pen: Pen): readonly Line[] {
  if (checkResults.length === 0) return [];
  const width = Math.max(...checkResults.map((check) => measureWidth(pen.words(check.name))));
  return [
    blank,
    [createSpan(`Checks on ${abbreviateCommit(head)}`, "heading")],
    ...checkResults.flatMap((check) => [
      [
        createSpan("  "),
        checkMark(check, pen),
        createSpan(" "),
        createCell(pen.words(check.name), width),
        ...formatMeasures(check, pen),
      ],
      ...formatEvidence(check, name, pen),
    ]),
  ];
}

function formatMeasures({ seconds, tests, verdict }: CheckDetailView, pen: Pen): Line {
  const parts = [
    ...(verdict === "passed" ? [] : [verdict === "infrastructure" ? "could not be run" : verdict]),
    ...(tests === null ? [] : [`${tests.passed} passed, ${tests.failed} failed`]),
    ...(seconds === null ? [] : [formatDuration(seconds * 1_000)]),
  ];
  return parts.length === 0 ? [] : [GAP, createSpan(parts.join(` ${pen.mark("dot")} `), "hint")];
}

function formatEvidence(
  { evidence, verdict, hasLog, name }: CheckDetailView,
  change: string,
  pen: Pen,
): readonly Line[] {
  if (verdict === "passed" || evidence.trim() === "") return [];
  const lines = evidence.trimEnd().split("\n");
  const more = lines.length - EVIDENCE_SHOWN;
  const log = hasLog ? `all of it: ao api GET /changes/${change}/checks/${encodeURIComponent(name)}/log` : null;
  return [
    ...lines.slice(0, EVIDENCE_SHOWN).map((line) => formatEvidenceLine(line, pen)),
    ...(more > 0 ? [indentLine([createSpan(`${count(more, "more line")}`, "hint")], 6)] : []),
    ...(log === null ? [] : [indentLine([createSpan(log, "hint")], 6)]),
  ];
}

/** Blanks at the beginning mean something in a failure. */
function formatEvidenceLine(line: string, pen: Pen): Line {
  const lead = Math.min(pen.width - 14, line.replaceAll("\t", "  ").search(/\S|$/));
  const columns = 6 + Math.max(0, lead);
  return indentLine([createSpan(pen.cut(line, Math.max(8, pen.width - columns)))], columns);
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
    [createSpan("Reviews", "heading")],
    ...reviews.flatMap(({ by, kind, head, current, at, text }) => {
      const [glyph, tone, words] = reviewWords[kind];
      const when = `  ${formatAge(nowMs - Date.parse(at))} ago${current ? "" : ", an older head"}`;
      return [
        [
          createSpan("  "),
          createSpan(pen.mark(glyph), tone),
          createSpan(` ${pen.words(by)} ${words} ${abbreviateCommit(head)}`),
          createSpan(when, "hint"),
        ],
        ...(text.trim() === "" ? [] : formatParagraphs(text, 4, pen)),
      ];
    }),
  ];
}

function formatThreads(threads: readonly ThreadView[], nowMs: number, pen: Pen): readonly Line[] {
  if (threads.length === 0) return [];
  const open = threads.filter((thread) => thread.open).length;
  const head = open === 0 ? "Threads, all settled" : `Threads, ${open} open`;
  return [blank, [createSpan(head, "heading")], ...threads.flatMap((thread) => formatThread(thread, nowMs, pen))];
}

function formatThread({ name, open, path, line, remarks }: ThreadView, nowMs: number, pen: Pen): readonly Line[] {
  const place = path === null ? "the whole change" : `${path}${line === null ? "" : `:${line}`}`;
  const mark = open ? createSpan(pen.mark("in_review"), "needs") : createSpan(pen.mark("done"), "passed");
  return [
    [
      createSpan("  "),
      mark,
      createSpan(" "),
      createSpan(name, "id"),
      GAP,
      createSpan(pen.cutFront(place, Math.max(8, pen.width - name.length - 14))),
      ...(open ? [] : [createSpan("  settled", "hint")]),
    ],
    ...remarks.flatMap(({ by, ours, at, text }) => [
      indentLine(
        [
          createSpan(pen.words(ours ? "the agent" : by), "id"),
          createSpan(`  ${formatAge(nowMs - Date.parse(at))} ago`, "hint"),
        ],
        6,
      ),
      ...formatParagraphs(text, 8, pen),
    ]),
  ];
}

function formatNext({ state, session, name, reasons }: ChangeDetailView, pen: Pen): readonly Line[] {
  if (state === "landed") return [blank, [createSpan("take it back: ", "hint"), createSpan(`ao revert ${name}`)]];
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
  return [blank, [createSpan(what, "hint"), createSpan(pen.words(command))]];
}
