/** The demo as it is watched: one line a session, what has been seen so far, and where the same can be looked at. */
import type { StatusView } from "../../protocol/session/status.ts";
import {
  blank,
  createCell,
  indentLine,
  justifyLine,
  measureLine,
  createSpan,
  type Line,
  type Pen,
  type TextSpan,
} from "../render/line.ts";
import { count, formatStopwatch } from "../render/quantity.ts";
import { NARROW } from "../render/terminal.ts";
import { drawSessionMark } from "../views/session/session-mark.ts";
import type { DemoIssue } from "./backlog.ts";
import type { Reactions, DemoReaction } from "./outcome.ts";

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

export const reactionWords: Readonly<Record<DemoReaction, string>> = {
  ciFixed: "CI failure fixed",
  reviewAddressed: "review answered",
  conflictResolved: "conflict resolved",
  flakyRerun: "flaky check run again",
  stuckEscalated: "stuck agent escalated",
};

const TITLE = 16;

/** It is drawn over itself; at the end nothing is offered that is gone. */
export function formatScene(scene: Scene, pen: Pen): readonly Line[] {
  const { issues, landed, elapsedMs } = scene;
  const head = [
    createSpan("ao demo", "heading"),
    createSpan(`   ${issues.length} issues, 4 agents at once, no network`, "hint"),
  ];
  const state = [
    createSpan(`${formatStopwatch(elapsedMs)}   `, "hint"),
    createSpan(`${landed} of ${issues.length} landed`, landed === issues.length ? "passed" : "plain"),
  ];
  return [
    justifyLine(head, state, pen.width) ?? state,
    blank,
    ...issues.map((issue) => formatRow(issue, scene, pen)),
    blank,
    ...formatReactions(scene, pen),
    formatMain(scene, pen),
    ...formatFooter(scene, pen).map((line) => indentLine(line, 2)),
  ];
}

function formatRow(issue: DemoIssue, { sessions, notStarted }: Scene, pen: Pen): Line {
  const session = sessions.find(({ title }) => title === issue.title);
  const width = pen.width < NARROW ? 12 : TITLE;
  const room = pen.width - width - 4;
  const title = createCell(pen.cut(issue.title, width), width);
  if (session === undefined) {
    const why = notStarted.get(issue.title) ?? "waits for its turn";
    return [
      createSpan(`${pen.mark("waiting_to_start")} `, "hint"),
      title,
      createSpan(`  ${pen.cut(why, room)}`, "hint"),
    ];
  }
  const { column, why } = session.attention;
  const tone = column === "needs_you" ? "needs" : column === "done" ? "hint" : "plain";
  return [
    drawSessionMark(session, pen),
    createSpan(" "),
    title,
    createSpan("  "),
    createSpan(pen.cut(takeFirstSentence(why), room), tone),
  ];
}

/** Who is to act next is said by the symbol; the first sentence says what is the matter. */
const takeFirstSentence = (text: string): string => /^.*?\.(?= [A-Z])/.exec(text)?.[0] ?? text;

function formatReactions({ reactions, landed, issues }: Scene, pen: Pen): readonly Line[] {
  const marks = [
    ...Object.entries(reactionWords).map(([name, words]) => ({ words, seen: countReactions(reactions, name) > 0 })),
    { words: "all landed", seen: landed === issues.length },
  ].map(({ words, seen }) => formatMark(words, seen, pen));
  const whole = marks.reduce((sum, line) => sum + measureLine(line) + 2, 2);
  const perLine = whole <= pen.width ? marks.length : pen.width >= 80 ? 3 : 1;
  const widest = Math.max(...marks.map(measureLine));
  const rows = Array.from({ length: Math.ceil(marks.length / perLine) }, (_, n) =>
    marks.slice(n * perLine, (n + 1) * perLine),
  );
  return rows.map((row) => [
    createSpan("  "),
    ...row.flatMap((spans) => {
      const gap = perLine === marks.length ? 2 : widest - measureLine(spans) + 2;
      return [...spans, createSpan(" ".repeat(gap))];
    }),
  ]);
}

const countReactions = (reactions: Reactions, name: string): number =>
  Object.entries(reactions).find(([other]) => other === name)?.[1] ?? 0;

function formatMark(words: string, seen: boolean, pen: Pen): readonly TextSpan[] {
  return seen
    ? [createSpan(`${pen.mark("done")} `, "passed"), createSpan(words)]
    : [createSpan(`${pen.mark("waiting_to_start")} `, "hint"), createSpan(words, "hint")];
}

function formatMain({ landed }: Scene, pen: Pen): Line {
  const squares = pen.mark("check_passed").repeat(landed + 1);
  return [
    createSpan("  main "),
    createSpan(squares, "passed"),
    createSpan(` ${count(landed + 1, "commit")}, each tested before it landed`, "hint"),
  ];
}

function formatFooter({ url, home, byHand, over }: Scene, pen: Pen): readonly Line[] {
  if (over === "kept") return [[createSpan(url, "link"), createSpan(" shows it until ao stop", "hint")]];
  if (over === "ended") return [];
  const same = [createSpan(url, "link"), createSpan(` shows the same ${pen.mark("dot")} q quits`, "hint")];
  if (!byHand) return [same];
  const yours = [createSpan("yours in another terminal: ", "hint"), createSpan(`export AO_HOME=${home}; ao list`)];
  return [yours, same];
}
