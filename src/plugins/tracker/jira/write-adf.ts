/** Markdown as Atlassian's document format, for Jira Cloud. */
import { unreachable } from "../../../domain/model/unreachable.ts";
import { readMarkdown, type MarkdownBlock, type Inline } from "./markdown.ts";

type AdfNode = { readonly type: string; readonly [name: string]: unknown };

export function writeAdf(markdown: string): AdfNode {
  const content = readMarkdown(markdown).map(formatBlock);
  return { type: "doc", version: 1, content: content.length === 0 ? [{ type: "paragraph", content: [] }] : content };
}

function formatBlock(one: MarkdownBlock): AdfNode {
  switch (one.kind) {
    case "heading":
      return { type: "heading", attrs: { level: one.level }, content: formatInline(one.text) };
    case "paragraph":
      return { type: "paragraph", content: formatInline(one.text) };
    case "code": {
      const attrs = one.language === "" ? {} : { attrs: { language: one.language } };
      return { type: "codeBlock", ...attrs, content: one.text === "" ? [] : [{ type: "text", text: one.text }] };
    }
    case "quote":
      return { type: "blockquote", content: one.blocks.map(formatBlock).filter(({ type }) => IN_QUOTE.includes(type)) };
    case "list":
      return {
        type: one.isOrdered ? "orderedList" : "bulletList",
        content: one.items.map((item) => ({ type: "listItem", content: formatItem(item) })),
      };
    case "rule":
      return { type: "rule" };
    default:
      return unreachable(one);
  }
}

/** What the format allows there. */
const IN_QUOTE = ["paragraph", "bulletList", "orderedList", "codeBlock"];

function formatItem(item: readonly MarkdownBlock[]): readonly AdfNode[] {
  const content = item.map(formatBlock).map((node) => (IN_QUOTE.includes(node.type) ? node : toParagraph(node)));
  return content.length === 0 ? [{ type: "paragraph", content: [] }] : content;
}

const toParagraph = (node: AdfNode): AdfNode => ({
  type: "paragraph",
  content: node.type === "heading" ? node["content"] : [],
});

function formatInline(spans: readonly Inline[]): readonly AdfNode[] {
  return spans.flatMap(({ text, marks, href }) => {
    const all = [...marks.map((type) => ({ type })), ...(href === null ? [] : [{ type: "link", attrs: { href } }])];
    return text
      .split("\n")
      .flatMap((line, at): readonly AdfNode[] => [
        ...(at === 0 ? [] : [{ type: "hardBreak" }]),
        ...(line === "" ? [] : [{ type: "text", text: line, ...(all.length === 0 ? {} : { marks: all }) }]),
      ]);
  });
}
