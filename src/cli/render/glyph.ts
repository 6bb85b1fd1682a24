/** Status symbols: shape first, the same as in the dashboard. */
import type { Terminal } from "./terminal.ts";

const GLYPHS = {
  needs_you: ["◆", "!"],
  working: ["●", "*"],
  checking: ["◔", "~"],
  in_review: ["◎", "o"],
  landing: ["↑", "^"],
  done: ["✓", "+"],
  failed: ["✗", "x"],
  waiting_to_start: ["○", "."],
  paused: ["‖", "="],
  stopped: ["■", "#"],
  unknown: ["?", "?"],
  flaky: ["≈", "%"],
  conflict: ["⇄", "<>"],
  /** Of single checks. */
  check_passed: ["■", "#"],
  skipped: ["–", "-"],
  /** Of the story that `ao why` tells. */
  seen: ["◁", "<"],
  decided: ["◇", "="],
  performed: ["▷", ">"],
  ellipsis: ["…", "..."],
  dot: ["·", "-"],
  arrow: ["→", "->"],
  next: ["›", ">"],
} as const;

export type Glyph = keyof typeof GLYPHS;

export function chooseGlyph(name: Glyph, { hasAsciiSymbols }: Pick<Terminal, "hasAsciiSymbols">): string {
  return GLYPHS[name][hasAsciiSymbols ? 1 : 0];
}
