/** What is written down of one prepared result. */
import type { Setting } from "../git/git.ts";

export type PreparedItem = {
  /** In the tree. */
  readonly path: string;
  /** Below `items`. */
  readonly at: string;
};

export type PreparedRecord = {
  /** The files that set-up ran on. */
  readonly tree: string;
  /** The folder that set-up ran in; texts may name it. */
  readonly madeIn: string;
  readonly items: readonly PreparedItem[];
  /** Set-up made something from the files of the tree: only the very same tree may be given it. */
  readonly isOfTree: boolean;
  /** Files and links that name the folder they were made in, to be changed where they are laid. */
  readonly texts: readonly string[];
  readonly links: readonly string[];
  /** What set-up wrote into git's configuration. */
  readonly settings: readonly Setting[];
};

/** Null when there is none, or it is not whole. */
export function parseEntry(text: string | null): PreparedRecord | null {
  if (text === null) return null;
  try {
    const entry = JSON.parse(text) as Partial<PreparedRecord>;
    const { tree, madeIn, items, isOfTree, texts, links, settings } = entry;
    const areTexts = [tree, madeIn].every((one) => typeof one === "string");
    const areLists = [items, texts, links, settings].every((one) => Array.isArray(one));
    return areTexts && areLists && typeof isOfTree === "boolean" ? (entry as PreparedRecord) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
