/** Markdown as wiki text, for Jira Server. */
import { unreachable } from "../../../domain/model/unreachable.ts";
import { readMarkdown, type MarkdownBlock, type Inline } from "./markdown.ts";

export function writeWiki(markdown: string): string {
  return formatBlocks(readMarkdown(markdown), "");
}

const formatBlocks = (all: readonly MarkdownBlock[], marks: string): string =>
  all.map((one) => formatBlock(one, marks)).join("\n\n");

/** `marks` are those of the lists around it. */
function formatBlock(one: MarkdownBlock, marks: string): string {
  switch (one.kind) {
    case "heading":
      return `h${one.level}. ${formatInline(one.text)}`;
    case "paragraph":
      return formatInline(one.text);
    case "code":
      return `{code${one.language === "" ? "" : `:${one.language}`}}\n${one.text}\n{code}`;
    case "quote":
      return `{quote}\n${formatBlocks(one.blocks, "")}\n{quote}`;
    case "list": {
      const mark = `${marks}${one.isOrdered ? "#" : "*"}`;
      return one.items.map((item) => listItem(item, mark)).join("\n");
    }
    case "rule":
      return "----";
    default:
      return unreachable(one);
  }
}

function listItem([first, ...rest]: readonly MarkdownBlock[], mark: string): string {
  const head = first === undefined || first.kind === "list" ? "" : formatBlock(first, mark).replaceAll("\n", " ");
  const below = first?.kind === "list" ? [first, ...rest] : rest;
  return [`${mark} ${head}`.trimEnd(), ...below.map((one) => formatBlock(one, mark))].join("\n");
}

function formatInline(spans: readonly Inline[]): string {
  return spans.map(({ text, marks, href }) => markText(text, marks, href)).join("");
}

function markText(text: string, marks: Inline["marks"], href: string | null): string {
  if (href !== null) return `[${text.replaceAll("|", "/")}|${href}]`;
  if (marks.includes("code")) return `{{${text}}}`;
  const plain = text.replaceAll(/([{}[\]])/g, String.raw`\$1`);
  if (marks.includes("strong")) return `*${plain}*`;
  if (marks.includes("em")) return `_${plain}_`;
  return marks.includes("strike") ? `-${plain}-` : plain;
}
