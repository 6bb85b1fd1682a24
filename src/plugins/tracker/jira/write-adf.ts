/** Markdown as Atlassian's document format, for Jira Cloud. */
import { unreachable } from "../../../domain/model/unreachable.ts";
import { readMarkdown, type Block, type Inline } from "./markdown.ts";

type AdfNode = { readonly type: string; readonly [name: string]: unknown };

export function writeAdf(markdown: string): AdfNode {
  const content = readMarkdown(markdown).map(block);
  return { type: "doc", version: 1, content: content.length === 0 ? [{ type: "paragraph", content: [] }] : content };
}

function block(one: Block): AdfNode {
  switch (one.kind) {
    case "heading":
      return { type: "heading", attrs: { level: one.level }, content: inline(one.text) };
    case "paragraph":
      return { type: "paragraph", content: inline(one.text) };
    case "code": {
      const attrs = one.language === "" ? {} : { attrs: { language: one.language } };
      return { type: "codeBlock", ...attrs, content: one.text === "" ? [] : [{ type: "text", text: one.text }] };
    }
    case "quote":
      return { type: "blockquote", content: one.blocks.map(block).filter(({ type }) => IN_QUOTE.includes(type)) };
    case "list":
      return {
        type: one.isOrdered ? "orderedList" : "bulletList",
        content: one.items.map((item) => ({ type: "listItem", content: itemContent(item) })),
      };
    case "rule":
      return { type: "rule" };
    default:
      return unreachable(one);
  }
}

/** What the format allows there. */
const IN_QUOTE = ["paragraph", "bulletList", "orderedList", "codeBlock"];

function itemContent(item: readonly Block[]): readonly AdfNode[] {
  const content = item.map(block).map((node) => (IN_QUOTE.includes(node.type) ? node : asParagraph(node)));
  return content.length === 0 ? [{ type: "paragraph", content: [] }] : content;
}

const asParagraph = (node: AdfNode): AdfNode => ({
  type: "paragraph",
  content: node.type === "heading" ? node["content"] : [],
});

function inline(spans: readonly Inline[]): readonly AdfNode[] {
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
