/** The symbol of a session, and the word of its state. */
import type { ListRow } from "./list-row.ts";
import type { Glyph } from "../../render/glyph.ts";
import { createSpan, type Pen, type TextSpan } from "../../render/line.ts";
import type { Tone } from "../../render/paint.ts";

type Mark = { readonly glyph: Glyph; readonly tone: Tone };

export function drawSessionMark(status: ListRow, pen: Pen): TextSpan {
  const { glyph, tone } = chooseMark(status);
  return createSpan(pen.mark(glyph), tone);
}

function chooseMark({ state, phase, attention: { column, code } }: ListRow): Mark {
  if (state === "unknown") return { glyph: "unknown", tone: column === "needs_you" ? "needs" : "plain" };
  if (column === "done") return endings.get(code) ?? { glyph: "stopped", tone: "plain" };
  if (column === "needs_you") return { glyph: code === "paused" ? "paused" : "needs_you", tone: "needs" };
  if (phase === "preparing" || code === "waits-for-turn" || code === "restarting")
    return { glyph: "waiting_to_start", tone: "plain" };
  return { glyph: column, tone: column === "landing" ? "passed" : "plain" };
}

const endings: ReadonlyMap<string, Mark> = new Map([
  ["landed", { glyph: "done", tone: "passed" }],
  ["failed", { glyph: "failed", tone: "failed" }],
]);

const columnWords = {
  needs_you: "needs you",
  working: "working",
  checking: "checking",
  in_review: "in review",
  landing: "landing",
  done: "done",
} as const;

export type ListColumn = keyof typeof columnWords;

/** The most pressing first. */
export const columns = ["needs_you", "working", "checking", "in_review", "landing", "done"] as const;

export function nameSessionState({ state, attention: { column } }: ListRow): string {
  return state === "unknown" && column !== "needs_you" ? "not known" : columnWords[column];
}

export const nameColumn = (column: ListColumn): string => columnWords[column].toUpperCase();

/** `41` is an issue number, `ENG-12` names itself. */
export const nameIssue = (issue: string): string => (/^\d+$/.test(issue) ? `#${issue}` : issue);

/** When this state began; where the facts do not say, when it was last heard of. */
export const findSinceMs = ({ attention: { since }, lastActivity }: ListRow): number =>
  Date.parse(since ?? lastActivity);
