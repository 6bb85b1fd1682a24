/**
 * Words with a meaning to the world, in files and in texts: `broken(3)`, `say(7)`. A token can be followed through
 * everything the daemon does with the text around it.
 */

export type TokenKind =
  /** In files: fails `test`; fails `lint`; fails `test` when both sides of a pair meet. */
  | "broken"
  | "ugly"
  | "left"
  | "right"
  /** In files: what a change brings; a file that nobody committed yet. */
  | "feat"
  | "dirt"
  /** In evidence: a pair met; a check failed for no reason. */
  | "clash"
  | "flake"
  /** In texts: a task, a reviewer's wish, a person's words, an agent's words, a stranger's words. */
  | "task"
  | "wish"
  | "say"
  | "own"
  | "stranger";

const patterns = new Map<TokenKind, RegExp>();

/** Every token of a kind in a text, whole, in order, with repetitions. */
export function tokensIn(text: string, kind: TokenKind): readonly string[] {
  if (!text.includes(`${kind}(`)) return [];
  let pattern = patterns.get(kind);
  if (pattern === undefined) {
    pattern = new RegExp(`\\b${kind}\\([^)]*\\)`, "g");
    patterns.set(kind, pattern);
  }
  return text.match(pattern) ?? [];
}

/** What stands between the parentheses. */
export function nameIn(token: string): string {
  return token.slice(token.indexOf("(") + 1, -1);
}

/** Trees that a text speaks of: evidence says `tree <sha>`. */
export function treesIn(text: string): readonly string[] {
  if (!text.includes("tree t")) return [];
  return [...new Set([...text.matchAll(/\btree (t[0-9a-z]{11,})/g)].map((match) => match[1] ?? ""))];
}

/** Secrets that agents blurt out. The daemon is told this pattern as one of its redactions. */
export const secretPattern = /SECRET-\d+/;

/** A restore turn quotes what was said before; the quotation is not a second saying. */
export function isQuotation(text: string): boolean {
  return text.startsWith("Your last turn was cut off") || text.startsWith("This session was stopped");
}
