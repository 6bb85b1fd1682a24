/**
 * Forges and trackers refuse what is longer than they take, and with it a whole change. Every text passes here on its way out:
 * one that is too long is cut, and says so, and where the whole of it is. What we put below a text stays whole.
 */
import type { Remote } from "../http/remote.ts";

export type TextLimits = {
  /** As people know the other side. */
  readonly name: string;
  readonly titleMax: number;
  readonly textMax: number;
};

export const shortenTexts = (remote: Remote, limits: TextLimits): Remote => ({
  ...remote,
  ask: (ask) => remote.ask(ask.body === undefined ? ask : { ...ask, body: fitTexts(ask.body, limits) }),
});

const TITLES = new Set(["title"]);
const TEXTS = new Set(["body", "description"]);
/** Where requests hold texts further down: what a GraphQL document is given, remarks of a review. */
const INNER = new Set(["variables", "comments"]);

/** The same with every title and text as long as it may be. */
export function fitTexts<T>(request: T, limits: TextLimits): T;
export function fitTexts(request: unknown, limits: TextLimits): unknown {
  if (Array.isArray(request)) return request.map((one) => fitTexts<unknown>(one, limits));
  if (typeof request !== "object" || request === null) return request;
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, fitField(name, value, limits)]));
}

function fitField(name: string, value: unknown, limits: TextLimits): unknown {
  if (INNER.has(name)) return fitTexts(value, limits);
  if (typeof value !== "string") return value;
  if (TITLES.has(name)) return fitTitle(value, limits.titleMax);
  return TEXTS.has(name) ? fitText(value, limits) : value;
}

export const fitTitle = (title: string, max: number): string =>
  title.length <= max ? title : `${cutAt(title, max - 1)}…`;

export function fitText(text: string, { name, textMax }: Omit<TextLimits, "titleMax">): string {
  if (text.length <= textMax) return text;
  const { words, own } = splitOwnPart(text);
  const note = `… (Cut here: ${name} takes at most ${textMax.toLocaleString("en-US")} characters, and this text has ${text.length.toLocaleString("en-US")}.${describeWhereWhole(own)})`;
  const end = `\n\n${note}${own}`;
  const kept = cutAt(words, Math.max(0, textMax - end.length - FENCE.length));
  // Else the note would be part of what is quoted.
  const isInCode = kept.split("\n").filter((line) => line.startsWith("```")).length % 2 === 1;
  return `${kept}${isInCode ? FENCE : ""}${end}`;
}

const FENCE = "\n```";

/** What we added ourselves begins with a comment of ours: where a change comes from, and our mark. */
function splitOwnPart(text: string): { readonly words: string; readonly own: string } {
  const about = text.lastIndexOf("<!-- ao-about -->");
  const mark = /(?:\s*<!-- ao[^\n]*-->)+\s*$/.exec(text)?.index ?? text.length;
  const at = about < 0 ? mark : Math.min(about, mark);
  const words = text.slice(0, at).trimEnd();
  return { words, own: text.slice(words.length) };
}

/** The issue has the whole of it; in the repository itself its name is a link. */
function describeWhereWhole(own: string): string {
  const issue = /^- Issue: (\S+)$/m.exec(own)?.[1];
  const session = /^- Session: (\S+)$/m.exec(own)?.[1];
  if (issue !== undefined) return ` The whole of it: ${issue}`;
  return session === undefined ? "" : ` The whole of it: \`ao show ${session}\``;
}

/** Not in the middle of a character. */
const cutAt = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
