/** What was typed into the screen of a turn, on the disk: `sessions/<session>/typed/<turn>.json`. */
import { nothingTyped, type Typed } from "./typist.ts";

export function parseTyped(text: string | null): Typed {
  if (text === null) return nothingTyped;
  return { ...nothingTyped, ...(JSON.parse(text) as Partial<Typed>) };
}

export type TerminalCursor = { readonly heard: string | null; readonly told: number };

export function parseTerminalCursor(text: string | null): TerminalCursor {
  return text === null ? { heard: null, told: 0 } : (JSON.parse(text) as TerminalCursor);
}
