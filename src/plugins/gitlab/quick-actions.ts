/**
 * GitLab does what a line says that begins with `/approve`, `/merge` or `/close`, in the name of the account that wrote it:
 * ours. What we write there holds words of agents and of issues, so every text passes here on its way out, and such a line
 * becomes one that only reads like that.
 */
import type { Remote } from "../remote/http/remote.ts";

/** The one that we mean. No other text is ever just this: each ends in a mark. */
export const REQUEST_CHANGES = "/submit_review requested_changes";

export const escapeQuickActions = (remote: Remote): Remote => ({
  ...remote,
  ask: (ask) => remote.ask(ask.body === undefined ? ask : { ...ask, body: escapeBody(ask.body) }),
});

const TEXTS = new Set(["body", "description"]);

function escapeBody(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const plain = ([name, value]: [string, unknown]): [string, unknown] =>
    TEXTS.has(name) && typeof value === "string" && value !== REQUEST_CHANGES
      ? [name, escapeLines(value)]
      : [name, value];
  return Object.fromEntries(Object.entries(body).map(plain));
}

/** Markdown shows `\/` as a slash. GitLab itself takes out every carriage return before it looks. */
export function escapeLines(text: string): string {
  const lines = text.replaceAll("\r", "").split("\n");
  const code = findCodeLines(lines);
  return lines.map((line, at) => (line.startsWith("/") && !code.has(at) ? `\\${line}` : line)).join("\n");
}

/** The same read back: agents and history get it as it was. */
export function unescapeLines(text: string): string {
  const lines = text.split("\n");
  const code = findCodeLines(lines);
  return lines.map((line, at) => (line.startsWith("\\/") && !code.has(at) ? line.slice(1) : line)).join("\n");
}

/** What may hold a fence that is none: other fences, quotes, formulas, HTML, and what stands before a text about it. */
const HOLDS_MORE = /^ {0,3}(?:~~~|<|>>>|\$\$|---|\+\+\+|;;;|````)/;

/** Lines of code, which GitLab leaves alone. Only of fences that no version of it takes for anything else. */
function findCodeLines(lines: readonly string[]): ReadonlySet<number> {
  const code = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (HOLDS_MORE.test(line)) break;
    if (!/^```[^`]*$/.test(line)) continue;
    const end = lines.findIndex((other, n) => n > at && other.startsWith("```"));
    if (lines[end] !== "```") break;
    for (let inside = at + 1; inside < end; inside += 1) code.add(inside);
    at = end;
  }
  return code;
}
