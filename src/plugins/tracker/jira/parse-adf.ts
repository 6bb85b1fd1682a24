/** Atlassian's document format (Jira Cloud) as Markdown. What it does not know it reads for the text inside. */
type Node = {
  readonly type: string;
  readonly text: string;
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly marks: readonly Node[];
  readonly content: readonly Node[];
};

/** Of anything else than a document: its text, if it is one. */
export function parseAdf(value: unknown): string {
  if (typeof value === "string") return value;
  const node = toNode(value, 0);
  return node === null ? "" : formatBlocks(node.content).trim();
}

const DEPTH_MAX = 60;

function toNode(value: unknown, depth: number): Node | null {
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return null;
  const { type, text, attrs, marks, content } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== "string") return null;
  const nodes = (list: unknown): readonly Node[] =>
    Array.isArray(list) ? list.flatMap((item: unknown) => toNode(item, depth + 1) ?? []) : [];
  return {
    type,
    text: typeof text === "string" ? text : "",
    attrs: typeof attrs === "object" && attrs !== null ? (attrs as Readonly<Record<string, unknown>>) : {},
    marks: nodes(marks),
    content: nodes(content),
  };
}

function formatBlocks(nodes: readonly Node[]): string {
  return nodes
    .map(formatBlock)
    .filter((text) => text !== "")
    .join("\n\n");
}

function formatBlock(node: Node): string {
  const { type, attrs, content } = node;
  switch (type) {
    case "heading":
      return `${"#".repeat(toNumber(attrs["level"], 1, 6))} ${formatInline(content)}`;
    case "bulletList":
    case "taskList":
    case "decisionList":
      return content.map((item) => listItem(item, item.type === "taskItem" ? formatTask(item) : "- ")).join("\n");
    case "orderedList": {
      const from = toNumber(attrs["order"], 1, 1_000_000);
      return content.map((item, at) => listItem(item, `${from + at}. `)).join("\n");
    }
    case "codeBlock": {
      const text = content.map((inner) => inner.text).join("");
      const fence = text.includes("```") ? "````" : "```";
      return `${fence}${toText(attrs["language"])}\n${text}\n${fence}`;
    }
    case "blockquote":
    case "panel":
      return prefixLines(formatBlocks(content), "> ");
    case "expand":
    case "nestedExpand":
      return [toText(attrs["title"]), formatBlocks(content)].filter((text) => text !== "").join("\n\n");
    case "rule":
      return "---";
    case "table":
      return formatTable(content);
    case "mediaSingle":
    case "mediaGroup":
      return content
        .map(({ attrs: media }) => `[attachment ${toText(media["alt"]) || toText(media["id"])}]`)
        .join("\n");
    case "paragraph":
      return formatInline(content);
    default:
      return content.some(({ type: inner }) => isBlock(inner)) ? formatBlocks(content) : formatInline([node]);
  }
}

const isBlock = (type: string): boolean =>
  /^(paragraph|heading|.*List|codeBlock|blockquote|panel|table|rule)$/.test(type);

const formatTask = ({ attrs }: Node): string => (attrs["state"] === "DONE" ? "- [x] " : "- [ ] ");

function listItem({ type, content }: Node, mark: string): string {
  const text = type === "taskItem" || type === "decisionItem" ? formatInline(content) : formatTight(content);
  return `${mark}${text.replaceAll("\n", `\n${" ".repeat(mark.length)}`)}`;
}

/** Lists inside an item follow their text without a gap. */
function formatTight(content: readonly Node[]): string {
  return content.map(formatBlock).reduce((so, text, at) => {
    const gap = /List$/.test(content[at]?.type ?? "") ? "\n" : "\n\n";
    return so === "" ? text : `${so}${gap}${text}`;
  }, "");
}

function formatTable(rows: readonly Node[]): string {
  const lines = rows.map(({ content }) => {
    const cells = content.map((cell) => formatBlocks(cell.content).replaceAll("\n", " ").replaceAll("|", "\\|"));
    return `| ${cells.join(" | ")} |`;
  });
  const columns = rows[0]?.content.length ?? 0;
  return [lines[0] ?? "", `|${" --- |".repeat(columns)}`, ...lines.slice(1)].join("\n");
}

function formatInline(nodes: readonly Node[]): string {
  return nodes.map(formatInlineNode).join("");
}

function formatInlineNode(node: Node): string {
  const { type, text, attrs, content } = node;
  switch (type) {
    case "text":
      return applyMarks(text, node.marks);
    case "hardBreak":
      return "\n";
    case "mention":
    case "emoji":
    case "status":
      return toText(attrs["text"]) || toText(attrs["shortName"]);
    case "date":
      return new Date(Number(attrs["timestamp"]) || 0).toISOString().slice(0, 10);
    case "inlineCard":
    case "blockCard":
    case "embedCard":
      return toText(attrs["url"]);
    default:
      return text === "" ? formatInline(content) : text;
  }
}

function applyMarks(text: string, marks: readonly Node[]): string {
  return marks.reduce((so, { type, attrs }) => {
    if (type === "code") return `\`${so}\``;
    if (type === "strong") return `**${so}**`;
    if (type === "em") return `*${so}*`;
    if (type === "strike") return `~~${so}~~`;
    return type === "link" ? `[${so}](${toText(attrs["href"])})` : so;
  }, text);
}

const prefixLines = (text: string, prefix: string): string =>
  text
    .split("\n")
    .map((line) => `${prefix}${line}`.trimEnd())
    .join("\n");

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

const toNumber = (value: unknown, least: number, most: number): number =>
  typeof value === "number" && Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : least;
