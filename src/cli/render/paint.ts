/** Colour by meaning, from the terminal's own sixteen. Never a background, never blue, and no word is said by colour alone. */
import type { Terminal } from "./terminal.ts";

const CODES = {
  plain: null,
  /** A person is needed. */
  needs: "1;33",
  failed: "31",
  passed: "32",
  /** What is typed to name a thing. */
  id: "1",
  heading: "1",
  /** Ages and hints; nothing that is needed. */
  hint: "2",
  link: "4",
} as const;

export type Tone = keyof typeof CODES;

export function paint(text: string, tone: Tone, { hasColour }: Pick<Terminal, "hasColour">): string {
  const code = CODES[tone];
  return !hasColour || code === null || text === "" ? text : `\u{1b}[${code}m${text}\u{1b}[0m`;
}

/** An address that can be clicked where the terminal knows how, and can be read everywhere. */
export function formatLink(url: string, terminal: Pick<Terminal, "hasColour" | "hasLinks">): string {
  const text = paint(url, "link", terminal);
  return terminal.hasLinks ? `\u{1b}]8;;${url}\u{1b}\\${text}\u{1b}]8;;\u{1b}\\` : text;
}
