import { expect, test } from "vitest";
import { parseAdf } from "./parse-adf.ts";
import { readWiki } from "./read-wiki.ts";
import { writeAdf } from "./write-adf.ts";
import { writeWiki } from "./write-wiki.ts";

const rich = `# Fix the login

It **fails** with \`null\`, see [the log](https://ci.example.test/1).

- first
- second
  - nested *a bit*

1. one
2. two

> somebody said so

\`\`\`ts
const a = "*not bold*";
\`\`\`

---`;

test("what is written as Markdown comes back from Jira Cloud as it was", () => {
  expect(parseAdf(writeAdf(rich))).toBe(rich);
});

test("and from Jira Server, but for numbers, which it counts itself", () => {
  expect(readWiki(writeWiki(rich))).toBe(rich.replace("2. two", "1. two"));
});

test("as wiki text it is what a person would write there", () => {
  expect(writeWiki("**a** `b` ~~c~~\n\n- x\n  1. y")).toBe("*a* {{b}} -c-\n\n* x\n*# y");
});

test.for<[what: string, wiki: string, markdown: string]>([
  ["headings and rules", "h2. Title\n----", "## Title\n---"],
  ["code with a title", "{code:title=a|java}\nint a;\n{code}", "```java\nint a;\n```"],
  ["code that never ends", "{noformat}\nx *y*", "```\nx *y*\n```"],
  [
    "links, mentions and pictures",
    "[a|https://x.test] [~ann] !a.png|width=3!",
    "[a](https://x.test) @ann [attachment a.png]",
  ],
  ["marks are not seen within words", "a*b*c snake_case_name 1-2-3", "a*b*c snake_case_name 1-2-3"],
  ["quotes", "{quote}\nsaid\n{quote}\nbq. too", "> said\n\n> too"],
  ["colours leave their text", "{color:red}hot{color}", "hot"],
])("wiki: %s", ([, wiki, markdown]) => {
  expect(readWiki(wiki)).toBe(markdown);
});

const doc = (...content: readonly object[]) => ({ type: "doc", version: 1, content });
const paragraph = (...content: readonly object[]) => ({ type: "paragraph", content });
const text = (words: string) => ({ type: "text", text: words });

test.for<[what: string, adf: unknown, markdown: string]>([
  ["nothing", null, ""],
  ["a text instead of a document", "plain", "plain"],
  [
    "mentions, emoji and dates",
    doc(paragraph({ type: "mention", attrs: { text: "@ann" } }, { type: "date", attrs: { timestamp: "0" } })),
    "@ann1970-01-01",
  ],
  [
    "tasks",
    doc({
      type: "taskList",
      content: [
        { type: "taskItem", attrs: { state: "DONE" }, content: [text("a")] },
        { type: "taskItem", attrs: { state: "OPEN" }, content: [text("b")] },
      ],
    }),
    "- [x] a\n- [ ] b",
  ],
  [
    "tables",
    doc({
      type: "table",
      content: [
        { type: "tableRow", content: [{ type: "tableHeader", content: [paragraph(text("a|b"))] }] },
        { type: "tableRow", content: [{ type: "tableCell", content: [paragraph(text("c"))] }] },
      ],
    }),
    "| a\\|b |\n| --- |\n| c |",
  ],
  ["panels", doc({ type: "panel", content: [paragraph(text("mind"))] }), "> mind"],
  ["what is not known is read for its text", doc({ type: "future", content: [paragraph(text("inside"))] }), "inside"],
  ["code with a fence in it", doc({ type: "codeBlock", content: [text("```")] }), "````\n```\n````"],
])("ADF: %s", ([, adf, markdown]) => {
  expect(parseAdf(adf)).toBe(markdown);
});

test("a document of a thousand levels does not bring anybody down", () => {
  const deep = Array.from({ length: 1_000 }).reduce<object>(
    (inner) => ({ type: "blockquote", content: [inner] }),
    paragraph(text("x")),
  );
  expect(parseAdf(doc(deep))).toBeTypeOf("string");
  expect(writeAdf("> ".repeat(1_000) + "x").type).toBe("doc");
});
