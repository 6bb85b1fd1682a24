/** The demo as it is watched: one line a session, what has been seen so far, and where the same can be looked at. */
import type { StatusView } from "../../protocol/status.ts";
import { blank, cell, indented, justified, lineWidth, span, type Line, type Pen, type Span } from "../render/line.ts";
import { count, stopwatch } from "../render/quantity.ts";
import { NARROW } from "../render/terminal.ts";
import { sessionMark } from "../views/session-mark.ts";
import type { DemoIssue } from "./backlog.ts";
import type { Reactions, ReactionName } from "./outcome.ts";

export type Scene = {
  readonly issues: readonly DemoIssue[];
  readonly sessions: readonly StatusView[];
  /** Why no session has begun on an issue, by its title. */
  readonly notStarted: ReadonlyMap<string, string>;
  readonly reactions: Reactions;
  readonly landed: number;
  readonly elapsedMs: number;
  readonly url: string;
  readonly home: string;
  readonly byHand: boolean;
  /** Null while it runs; then whether its daemon stays. */
  readonly over: "kept" | "ended" | null;
};

export const reactionWords: Readonly<Record<ReactionName, string>> = {
  ciFixed: "CI failure fixed",
  reviewAddressed: "review answered",
  conflictResolved: "conflict resolved",
  flakyRerun: "flaky check run again",
  stuckEscalated: "stuck agent escalated",
};

const TITLE = 16;

/** It is drawn over itself; at the end nothing is offered that is gone. */
export function sceneLines(scene: Scene, pen: Pen): readonly Line[] {
  const { issues, landed, elapsedMs } = scene;
  const head = [span("ao demo", "heading"), span(`   ${issues.length} issues, 4 agents at once, no network`, "hint")];
  const state = [
    span(`${stopwatch(elapsedMs)}   `, "hint"),
    span(`${landed} of ${issues.length} landed`, landed === issues.length ? "passed" : "plain"),
  ];
  return [
    justified(head, state, pen.width) ?? state,
    blank,
    ...issues.map((issue) => rowOf(issue, scene, pen)),
    blank,
    ...reactionLines(scene, pen),
    mainLine(scene, pen),
    ...footer(scene, pen).map((line) => indented(line, 2)),
  ];
}

function rowOf(issue: DemoIssue, { sessions, notStarted }: Scene, pen: Pen): Line {
  const session = sessions.find(({ title }) => title === issue.title);
  const width = pen.width < NARROW ? 12 : TITLE;
  const room = pen.width - width - 4;
  const title = cell(pen.cut(issue.title, width), width);
  if (session === undefined) {
    const why = notStarted.get(issue.title) ?? "waits for its turn";
    return [span(`${pen.mark("waiting_to_start")} `, "hint"), title, span(`  ${pen.cut(why, room)}`, "hint")];
  }
  const { column, why } = session.attention;
  const tone = column === "needs_you" ? "needs" : column === "done" ? "hint" : "plain";
  return [sessionMark(session, pen), span(" "), title, span("  "), span(pen.cut(firstSentence(why), room), tone)];
}

/** Who is to act next is said by the symbol; the first sentence says what is the matter. */
const firstSentence = (text: string): string => /^.*?\.(?= [A-Z])/.exec(text)?.[0] ?? text;

function reactionLines({ reactions, landed, issues }: Scene, pen: Pen): readonly Line[] {
  const marks = [
    ...Object.entries(reactionWords).map(([name, words]) => ({ words, seen: countOf(reactions, name) > 0 })),
    { words: "all landed", seen: landed === issues.length },
  ].map(({ words, seen }) => markOf(words, seen, pen));
  const whole = marks.reduce((sum, line) => sum + lineWidth(line) + 2, 2);
  const perLine = whole <= pen.width ? marks.length : pen.width >= 80 ? 3 : 1;
  const widest = Math.max(...marks.map(lineWidth));
  const rows = Array.from({ length: Math.ceil(marks.length / perLine) }, (_, n) =>
    marks.slice(n * perLine, (n + 1) * perLine),
  );
  return rows.map((row) => [
    span("  "),
    ...row.flatMap((spans) => {
      const gap = perLine === marks.length ? 2 : widest - lineWidth(spans) + 2;
      return [...spans, span(" ".repeat(gap))];
    }),
  ]);
}

const countOf = (reactions: Reactions, name: string): number =>
  Object.entries(reactions).find(([other]) => other === name)?.[1] ?? 0;

function markOf(words: string, seen: boolean, pen: Pen): readonly Span[] {
  return seen
    ? [span(`${pen.mark("done")} `, "passed"), span(words)]
    : [span(`${pen.mark("waiting_to_start")} `, "hint"), span(words, "hint")];
}

function mainLine({ landed }: Scene, pen: Pen): Line {
  const squares = pen.mark("check_passed").repeat(landed + 1);
  return [
    span("  main "),
    span(squares, "passed"),
    span(` ${count(landed + 1, "commit")}, each tested before it landed`, "hint"),
  ];
}

function footer({ url, home, byHand, over }: Scene, pen: Pen): readonly Line[] {
  if (over === "kept") return [[span(url, "link"), span(" shows it until ao stop", "hint")]];
  if (over === "ended") return [];
  const same = [span(url, "link"), span(` shows the same ${pen.mark("dot")} q quits`, "hint")];
  if (!byHand) return [same];
  const yours = [span("yours in another terminal: ", "hint"), span(`export AO_HOME=${home}; ao list`)];
  return [yours, same];
}
