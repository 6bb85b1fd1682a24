/**
 * What a coding tool's screen shows: the box for the next message, or a dialog that waits for a choice. Anything else is
 * not known, and nothing is typed into it.
 */
import type { DrawnScreen } from "../../../../lib/text/drawn-screen.ts";

export type Seen =
  | { readonly kind: "box"; readonly text: string }
  | { readonly kind: "dialog"; readonly text: string; readonly choices: readonly string[] }
  | { readonly kind: "other" };

/** Before the box, and before the choice that is picked. */
const GLYPH = "[❯›>]";
const CHOICE = new RegExp(`^\\s*${GLYPH}?\\s*(\\d)\\.\\s+(\\S.*?)\\s*$`);
const PICKED = new RegExp(`^\\s*${GLYPH}\\s*\\d\\.\\s`);
const BOX = new RegExp(`^${GLYPH}(\\s|$)`);
const RULE = /^[─━╌-]{20,}$/;
const DIALOG_LINES_MAX = 24;

export function seeScreen(screen: DrawnScreen): Seen {
  return findDialog(screen) ?? findInputBox(screen) ?? findNotice(screen) ?? { kind: "other" };
}

/** Choices that are counted from one, with one of them picked. */
function findDialog({ lines }: DrawnScreen): Seen | null {
  const picked = lines.findLastIndex((line) => PICKED.test(line));
  if (picked === -1 || lines.slice(picked + 1).some((line) => BOX.test(line) && !CHOICE.test(line))) return null;
  const first = lines.findLastIndex((line, y) => y <= picked && CHOICE.exec(line)?.[1] === "1");
  if (first === -1) return null;
  const choices = lines.slice(first).flatMap((line) => CHOICE.exec(line)?.[2] ?? []);
  const above = lines.slice(Math.max(0, first - DIALOG_LINES_MAX), first).map((line) => line.trim());
  const begins = above.findLastIndex((line) => /^[─━]{20,}$/.test(line));
  const text = above.slice(begins + 1).filter((line) => line !== "" && !RULE.test(line));
  return { kind: "dialog", text: text.join("\n"), choices };
}

const KEYS = /\b(enter|esc) to \w+/i;

/** Waits for a key without counting its choices: only somebody who reads it can tell which. */
function findNotice({ lines }: DrawnScreen): Seen | null {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if (last === -1 || !KEYS.test(lines[last] ?? "")) return null;
  const begins = lines.findLastIndex((line) => /^[─━]{20,}$/.test(line.trim()));
  const text = lines.slice(Math.max(begins + 1, last - DIALOG_LINES_MAX), last + 1).map((line) => line.trim());
  return { kind: "dialog", text: text.filter((line) => line !== "").join("\n"), choices: [] };
}

/** The cursor is in it; what lies between its first line and the cursor was typed. */
function findInputBox({ lines, cursor }: DrawnScreen): Seen | null {
  const first = lines.findLastIndex((line, y) => y <= cursor.y && BOX.test(line));
  if (first === -1) return null;
  const within = lines.slice(first, cursor.y + 1);
  if (within.some((line) => RULE.test(line.trim()))) return null;
  if (within.slice(1).some((line) => line.trim() !== "" && !line.startsWith("  "))) return null;
  // What stands behind the cursor in an empty box is a hint.
  if (first === cursor.y && cursor.x <= 2) return { kind: "box", text: "" };
  return { kind: "box", text: within.map((line) => line.slice(2)).join("\n") };
}

const stripBorder = (text: string): string => text.replaceAll(/\s+/g, "");

/** Spaces may be lost where lines are wrapped; of a long text only the end may be seen, or that something was pasted. */
export function holdsText(box: string, text: string): boolean {
  const [shown, wanted] = [stripBorder(box), stripBorder(text)];
  if (shown === "") return false;
  return wanted.endsWith(shown) || /^\[Pasted(text|Content)[^\]]*\]$/.test(shown);
}

export const isSameText = (one: string, other: string): boolean => stripBorder(one) === stripBorder(other);
