/** `ao issue list` and `ao issue show`. */
import type { ImportedIssuesView, IssueDetailView, IssueView } from "../../protocol/issue/issue.ts";
import { measureWidth } from "../render/display-width.ts";
import type { Glyph } from "../render/glyph.ts";
import {
  blank,
  createCell,
  indentLine,
  justifyLine,
  measureLine,
  createSpan,
  type Line,
  type Pen,
} from "../render/line.ts";
import type { Tone } from "../render/paint.ts";
import { formatAge, count } from "../render/quantity.ts";
import { NARROW } from "../render/terminal.ts";
import { nameIssue } from "./session/session-mark.ts";

const GAP = createSpan("  ");
const PRIORITY_USUAL = 3;
const PROSE_MAX = 76;

type Mark = readonly [glyph: Glyph, tone: Tone, word: string];

function chooseMark({ state, session, notStarted }: IssueView): Mark {
  if (state === "done") return ["done", "passed", "done"];
  if (state === "not_planned") return ["skipped", "plain", "not planned"];
  if (session?.live === true && session.column === "needs_you") return ["needs_you", "needs", "open"];
  if (session?.live === true) return ["working", "plain", "open"];
  return notStarted === null ? ["stopped", "plain", "open"] : ["waiting_to_start", "plain", "open"];
}

/** What becomes of it, in a few words. */
function describeIssue({ state, session, notStarted }: IssueView): string {
  if (session !== null) return session.live ? session.id : `${session.id} ${session.column === "done" ? "ended" : ""}`;
  return state === "open" ? (notStarted ?? "") : "";
}

type IssueList = { readonly isAll: boolean; readonly isUnread: boolean };

export function formatIssues(issues: readonly IssueView[], list: IssueList, pen: Pen): readonly Line[] {
  const { isAll, isUnread } = list;
  if (issues.length === 0 && isUnread) return [[createSpan("No issues found. Run ao doctor for details.")]];
  if (issues.length === 0) {
    const [first, then] = [isAll ? "No issues." : "No open issues.", 'ao issue new "Fix the login test"'];
    return [[createSpan(`${first} Write one: `), createSpan(then)]];
  }
  const several = new Set(issues.map(({ project }) => project)).size > 1;
  const nameOf = (issue: IssueView): string => (several ? issue.id : nameIssue(issue.name));
  const widths = computeWidths(issues, nameOf, pen);
  return [
    [createSpan(formatHead(issues, pen))],
    blank,
    ...issues.flatMap((issue) => formatRow(issue, nameOf(issue), widths, pen)),
    blank,
    [createSpan("details: ao issue show <issue>", "hint")],
  ];
}

function formatHead(issues: readonly IssueView[], pen: Pen): string {
  const open = issues.filter(({ state }) => state === "open");
  const taken = open.filter(({ session }) => session?.live === true).length;
  const waiting = open.filter(({ waitsFor, session }) => session === null && waitsFor.length > 0).length;
  const closed = issues.length - open.length;
  const parts = [
    count(open.length, "open issue"),
    ...(taken === 0 ? [] : [`${taken} at work`]),
    ...(waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? "waits" : "wait"} for others`]),
    ...(closed === 0 ? [] : [`${closed} closed`]),
  ];
  return parts.join(` ${pen.mark("dot")} `);
}

type Widths = {
  readonly name: number;
  readonly priority: number;
  readonly title: number;
  readonly labels: number;
  readonly note: number;
};

function computeWidths(issues: readonly IssueView[], nameOf: (issue: IssueView) => string, pen: Pen): Widths {
  const widest = (texts: readonly string[], max: number): number =>
    Math.min(max, Math.max(0, ...texts.map(measureWidth)));
  const name = widest(issues.map(nameOf), 24);
  const priority = issues.some((issue) => issue.priority !== PRIORITY_USUAL) ? 2 : 0;
  const labels =
    pen.width < 72
      ? 0
      : widest(
          issues.map(({ labels: all }) => all.join(", ")),
          pen.width < 110 ? 14 : 28,
        );
  const taken = 2 + name + 2 + (priority === 0 ? 0 : priority + 2) + (labels === 0 ? 0 : labels + 2);
  const room = Math.max(8, pen.width - taken);
  const title = widest(
    issues.map((issue) => pen.words(issue.title)),
    Math.max(8, Math.floor(room * 0.56)),
  );
  return { name, priority, labels, title, note: Math.max(0, room - title - 2) };
}

function formatRow(issue: IssueView, name: string, widths: Widths, pen: Pen): readonly Line[] {
  const [glyph, tone] = chooseMark(issue);
  const note = pen.words(describeIssue(issue).trim());
  const optional = (width: number, text: string): Line =>
    width === 0 ? [] : [GAP, createCell(pen.cut(text, width), width)];
  const priority = issue.priority === PRIORITY_USUAL ? "" : `P${issue.priority}`;
  const left: Line = [createCell(pen.mark(glyph), 2, tone), createCell(name, widths.name, "id")];
  if (pen.width < NARROW)
    return [
      [...left, GAP, createSpan(priority)],
      ...[issue.title, note].filter((text) => text !== "").flatMap((text) => formatBelow(text, 2, pen)),
    ];
  return [
    [
      ...left,
      ...optional(widths.priority, priority),
      GAP,
      createCell(pen.cut(issue.title, widths.title), widths.title),
      ...optional(widths.labels, issue.labels.join(", ")),
      GAP,
      createSpan(pen.cut(note, widths.note), "hint"),
    ],
  ];
}

const formatBelow = (text: string, columns: number, pen: Pen): readonly Line[] =>
  pen.wrap(text, Math.min(PROSE_MAX, pen.width - columns)).map((line) => indentLine([createSpan(line)], columns));

export function formatIssue(issue: IssueDetailView, nowMs: number, pen: Pen): readonly Line[] {
  return [
    ...formatIssueHead(issue, pen),
    ...formatFacts(issue, nowMs, pen),
    ...(issue.text.trim() === "" ? [] : [blank, ...formatParagraphs(issue.text, 2, pen)]),
    ...issue.comments.flatMap(({ by, at, text }) => [
      blank,
      indentLine(
        [createSpan(pen.words(by), "id"), createSpan(`  ${formatAge(nowMs - Date.parse(at))} ago`, "hint")],
        2,
      ),
      ...formatParagraphs(text, 4, pen),
    ]),
  ];
}

function formatIssueHead(issue: IssueView, pen: Pen): readonly Line[] {
  const [glyph, tone, word] = chooseMark(issue);
  const left: Line = [createSpan(pen.mark(glyph), tone), createSpan(" "), createSpan(nameIssue(issue.name), "id"), GAP];
  const right: Line = [createSpan(word), createSpan(` ${pen.mark("dot")} priority ${issue.priority}`, "hint")];
  const room = pen.width - measureLine(left) - measureLine(right) - 2;
  if (room < 16) return [left, ...formatBelow(issue.title, 2, pen), indentLine(right, 2)];
  const whole = [...left, createSpan(pen.cut(issue.title, room))];
  return [justifyLine(whole, right, pen.width) ?? whole];
}

function formatFacts(issue: IssueView, nowMs: number, pen: Pen): readonly Line[] {
  const { labels, blockedBy, waitsFor, assignee, session, notStarted, author, createdAt } = issue;
  const blockers = blockedBy.map((name) => (waitsFor.includes(name) ? nameIssue(name) : `${nameIssue(name)} (done)`));
  const facts: readonly (readonly [label: string, text: string])[] = [
    ["", notStarted === null ? "" : `Not started: ${notStarted}.`],
    ["session", session === null ? "" : `${session.id}: ${session.why}`],
    ["labels", labels.join(", ")],
    ["blocked by", blockers.join(", ")],
    ["assignee", assignee ?? ""],
    ["written", `${formatAge(nowMs - Date.parse(createdAt))} ago by ${author}`],
  ];
  return facts
    .filter(([, text]) => text !== "")
    .flatMap(([label, text]) => (label === "" ? formatBelow(text, 2, pen) : formatLabelled(label, text, pen)));
}

const LABEL = 12;

function formatLabelled(label: string, text: string, pen: Pen): readonly Line[] {
  if (pen.width < NARROW) return [indentLine([createSpan(label, "hint")], 2), ...formatBelow(text, 4, pen)];
  return pen
    .wrap(text, Math.max(8, Math.min(PROSE_MAX, pen.width - LABEL - 2)))
    .map((line, index) => indentLine([createCell(index === 0 ? label : "", LABEL, "hint"), createSpan(line)], 2));
}

/** Text as it was written: its line breaks stay, long lines are broken at words. */
export function formatParagraphs(text: string, columns: number, pen: Pen): readonly Line[] {
  const width = Math.max(8, Math.min(PROSE_MAX, pen.width - columns));
  return text
    .trimEnd()
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [blank] : wrapKeeping(line, width, pen)))
    .map((line) => (line.length === 0 ? line : indentLine(line, columns)));
}

/** Blanks at the beginning of a line mean something in code and lists. */
function wrapKeeping(line: string, width: number, pen: Pen): readonly Line[] {
  const lead = Math.min(width - 8, /^[ \t]*/.exec(line.replaceAll("\t", "  "))?.[0].length ?? 0);
  return pen.wrap(line, width - lead).map((part) => indentLine([createSpan(part)], lead));
}

export function formatWritten(done: string, issue: IssueView, pen: Pen): readonly Line[] {
  const left: Line = [
    createSpan(pen.mark("done"), "passed"),
    createSpan(" "),
    createSpan(nameIssue(issue.name), "id"),
    createSpan(` ${done}`),
  ];
  const room = pen.width - measureLine(left) - 2;
  const note = issue.session?.live === true ? `${issue.session.id}: ${issue.session.why}` : issue.notStarted;
  return [
    room < 12 ? left : [...left, GAP, createSpan(pen.cut(issue.title, room))],
    ...(note === null ? [] : formatBelow(note, 2, pen)),
  ];
}

const PASSED_SHOWN = 8;

export function formatImported({ issues, passedOver }: ImportedIssuesView, pen: Pen): readonly Line[] {
  const more = passedOver.length - PASSED_SHOWN;
  const width = Math.max(0, ...issues.map(({ name }) => measureWidth(nameIssue(name))));
  return [
    [createSpan(pen.mark("done"), "passed"), createSpan(` ${count(issues.length, "issue")} opened`)],
    ...issues.map(({ name, title }): Line => [
      createSpan("  "),
      createCell(nameIssue(name), width, "id"),
      GAP,
      createSpan(pen.cut(title, Math.max(8, pen.width - width - 4))),
    ]),
    ...(passedOver.length === 0 ? [] : [blank, [createSpan(`${count(passedOver.length, "line")} not taken`)]]),
    ...passedOver.slice(0, PASSED_SHOWN).map(({ line, text, why }): Line => {
      const said = `  line ${line} ${why}: `;
      return [createSpan(said), createSpan(pen.cut(text, Math.max(8, pen.width - measureWidth(said))), "hint")];
    }),
    ...(more > 0 ? [[createSpan(`  and ${more} more`, "hint")]] : []),
  ];
}
