/** Markdown as wiki text, for Jira Server. */
import { unreachable } from "../../../domain/model/unreachable.ts";
import { readMarkdown, type Block, type Inline } from "./markdown.ts";

export function writeWiki(markdown: string): string {
  return blocks(readMarkdown(markdown), "");
}

const blocks = (all: readonly Block[], marks: string): string => all.map((one) => block(one, marks)).join("\n\n");

/** `marks` are those of the lists around it. */
function block(one: Block, marks: string): string {
  switch (one.kind) {
    case "heading":
      return `h${one.level}. ${inline(one.text)}`;
    case "paragraph":
      return inline(one.text);
    case "code":
      return `{code${one.language === "" ? "" : `:${one.language}`}}\n${one.text}\n{code}`;
    case "quote":
      return `{quote}\n${blocks(one.blocks, "")}\n{quote}`;
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

function listItem([first, ...rest]: readonly Block[], mark: string): string {
  const head = first === undefined || first.kind === "list" ? "" : block(first, mark).replaceAll("\n", " ");
  const below = first?.kind === "list" ? [first, ...rest] : rest;
  return [`${mark} ${head}`.trimEnd(), ...below.map((one) => block(one, mark))].join("\n");
}

function inline(spans: readonly Inline[]): string {
  return spans.map(({ text, marks, href }) => marked(text, marks, href)).join("");
}

function marked(text: string, marks: Inline["marks"], href: string | null): string {
  if (href !== null) return `[${text.replaceAll("|", "/")}|${href}]`;
  if (marks.includes("code")) return `{{${text}}}`;
  const plain = text.replaceAll(/([{}[\]])/g, String.raw`\$1`);
  if (marks.includes("strong")) return `*${plain}*`;
  if (marks.includes("em")) return `_${plain}_`;
  return marks.includes("strike") ? `-${plain}-` : plain;
}
