/** What we write elsewhere ends in a comment that nobody sees, and that is read before it is taken out. */
import { createHash } from "node:crypto";

/** Tells our own words from a person's who uses the same account, and each deed from the next. */
export function mark(key: string): string {
  return `<!-- ao ${createHash("sha256").update(key).digest("hex").slice(0, 24)} -->`;
}

/** Ends what a person wrote through us: their word, though it comes from our account. */
export const formatPersonMark = (key: string): string => mark(key).replace("<!-- ao ", "<!-- ao-desk ");

/** Anybody can copy it: it counts only on what our own account wrote, and where our own mark is not there, too. */
export const isPersonMarked = (text: string): boolean => /<!-- ao-desk [0-9a-f]{24} -->/.test(text);

export const isMarked = (text: string): boolean => /<!-- ao [0-9a-f]{24} -->/.test(text);
