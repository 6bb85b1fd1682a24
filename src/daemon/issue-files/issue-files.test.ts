import { expect, test } from "vitest";
import { ann } from "../../plugins/local/testing/a-forge.ts";
import { anIssueDesk } from "../../plugins/local/testing/a-file.ts";
import { readIssues } from "./read-issues.ts";

function imported(format: "markdown" | "csv", text: string) {
  const { desk } = anIssueDesk();
  const read = readIssues(format, text);
  if (!read.ok) return read.problems.join("; ");
  const answer = desk.createAll(read.issues, { by: ann, key: "import" });
  if (!answer.ok) return answer.error.message;
  return desk.list({ all: true }).map(({ title, text: body, labels, priority, blockedBy, assignee }) => ({
    ...{ title, body, labels, priority, blockedBy, assignee },
  }));
}

const plain = { body: "", labels: [], priority: 3, blockedBy: [], assignee: null };

test("a checklist: open items, what is indented below them, and their fields", () => {
  const text = `# Backlog

- [ ] Sort the list
  Labels: ui, bug
  Priority: high

  By name, then by date:

  \`\`\`md
- [ ] this is only an example
  \`\`\`
- [x] Done long ago
* [ ] Search
  Blocked by: sort the list

Some words that belong to nobody.
`;
  expect(imported("markdown", text)).toEqual([
    {
      ...plain,
      title: "Sort the list",
      body: "By name, then by date:\n\n```md\n- [ ] this is only an example\n```",
      labels: ["ui", "bug"],
      priority: 2,
    },
    { ...plain, title: "Search", blockedBy: ["shop#1"] },
  ]);
});

test("headings: the highest level that has more than one", () => {
  const text =
    "# The shop\n\nIntro\n\n## Open it ##\n**Assignee:** bob\n\nAt nine.\n\n### How\n\nWith a key.\n\n## Close it\n";
  expect(imported("markdown", text)).toEqual([
    { ...plain, title: "Open it", body: "At nine.\n\n### How\n\nWith a key.", assignee: "bob" },
    { ...plain, title: "Close it" },
  ]);
});

test("a single heading is one issue", () => {
  expect(imported("markdown", "# Open the shop\nAt nine.")).toEqual([
    { ...plain, title: "Open the shop", body: "At nine." },
  ]);
});

test("a table: quoted cells over several lines, ids, and rows that are done", () => {
  const text = [
    "\uFEFFID,Summary,Description,Tags,Priority,Status,Depends on",
    'A-1,"Say ""hi"", twice","First line',
    'second, line","ui;bug",P1,open,',
    "A-2,Leave,,,low,Done,",
    "A-3,Stay,,, ,open,A-1",
    ",,,,,,",
  ].join("\r\n");
  expect(imported("csv", text)).toEqual([
    { ...plain, title: 'Say "hi", twice', body: "First line\nsecond, line", labels: ["ui", "bug"], priority: 1 },
    { ...plain, title: "Stay", blockedBy: ["shop#1"] },
  ]);
});

test("other separators are recognised by the first line", () => {
  expect(imported("csv", "title;labels\nOne;a,b\n")).toEqual([{ ...plain, title: "One", labels: ["a", "b"] }]);
  expect(imported("csv", "title\tpriority\nOne\t5")).toEqual([{ ...plain, title: "One", priority: 5 }]);
});

test("a quote inside a cell is a letter, and rows may be of any length", () => {
  expect(imported("csv", 'title,labels,body\nThe 5" rule\n"Open" it,ui\nOne,,"a","b"\n')).toEqual([
    { ...plain, title: 'The 5" rule' },
    { ...plain, title: '"Open" it', labels: ["ui"] },
    { ...plain, title: "One", body: "a" },
  ]);
});

test.for([
  { format: "markdown", text: "Just words.", says: "there is no issue in this file" },
  { format: "markdown", text: "", says: "there is no issue in this file" },
  { format: "csv", text: "", says: "the file is empty" },
  { format: "csv", text: "name of it,body\nx,y", says: "no column is named title (there are: name of it, body)" },
  { format: "csv", text: "title,priority\na,\nb,soon", says: 'line 3: "soon" is not a valid priority' },
  { format: "csv", text: 'title\na\n"b\nc\nd', says: "line 3: a quote is opened and never closed" },
  { format: "csv", text: "title,after\na,Nobody", says: 'line 2: there is no issue "Nobody" in this file' },
  { format: "csv", text: "title,after\na,#9", says: "there is no issue #9 to wait for" },
  { format: "csv", text: "title,after\na,b\nb,a", says: "already waits for" },
] as const)("$says: nothing is imported", ({ format, text, says }) => {
  expect(imported(format, text)).toContain(says);
});

test("all of a file or nothing: a refusal leaves no number used", () => {
  const { desk } = anIssueDesk();
  const key = (n: number) => ({ by: ann, key: `k${n}` });
  const read = readIssues("csv", `title\nok\n${"x".repeat(301)}`);
  expect(read.ok && desk.createAll(read.issues, key(1)).ok).toBe(false);
  expect(desk.list({ all: true })).toEqual([]);
  expect(desk.create({ title: "First", ...key(2) })).toMatchObject({ ok: true, value: { number: 1 } });
});

test("what was not taken is named with its line and why", () => {
  expect(readIssues("markdown", "# Backlog\n\n- [ ] One\n  more of it\n- [x] Two\n\nNobody's words.\n")).toMatchObject({
    passedOver: [
      { line: 1, text: "# Backlog", why: "belongs to no issue" },
      { line: 5, text: "Two", why: "is done" },
      { line: 7, text: "Nobody's words.", why: "belongs to no issue" },
    ],
  });
  expect(readIssues("markdown", "Intro\n\n# A\ntext\n# B\n")).toMatchObject({
    passedOver: [{ line: 1, text: "Intro", why: "belongs to no issue" }],
  });
  expect(readIssues("csv", "title,status\na,open\n,open\nb,done\n")).toMatchObject({
    passedOver: [
      { line: 3, text: ", open", why: "has no title" },
      { line: 4, text: "b, done", why: "is done" },
    ],
  });
});
