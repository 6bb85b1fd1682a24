/** The backlog of the demo: small functions, each with its test, the right way to write it and a wrong one. */
export type DemoFunction = {
  readonly name: string;
  readonly title: string;
  readonly right: string;
  /** Reads well, and fails one test. */
  readonly wrong: string;
  /** What must hold, as lines of a test. */
  readonly holds: readonly string[];
  /** What a reviewer misses in it. */
  readonly missed: string;
};

export const functions: readonly DemoFunction[] = [
  {
    name: "clamp",
    title: "Clamp a number",
    right: "export const clamp = (n, low, high) => Math.min(Math.max(n, low), high);\n",
    wrong: "export const clamp = (n, low, high) => Math.max(Math.min(n, low), high);\n",
    holds: ["equal(clamp(7, 1, 5), 5)", "equal(clamp(-2, 1, 5), 1)", "equal(clamp(3, 1, 5), 3)"],
    missed: "What comes out when low is above high? Please say so.",
  },
  {
    name: "median",
    title: "Find the median",
    right: [
      "export function median(numbers) {",
      "  const sorted = [...numbers].sort((a, b) => a - b);",
      "  const at = Math.floor(sorted.length / 2);",
      "  return sorted.length % 2 === 1 ? sorted[at] : (sorted[at - 1] + sorted[at]) / 2;",
      "}",
      "",
    ].join("\n"),
    wrong: [
      "export function median(numbers) {",
      "  const sorted = [...numbers].sort();",
      "  return sorted[Math.floor(sorted.length / 2)];",
      "}",
      "",
    ].join("\n"),
    holds: ["equal(median([10, 9, 2]), 9)", "equal(median([1, 2, 3, 4]), 2.5)"],
    missed: "What is the median of an empty list? Please say so.",
  },
  {
    name: "slug",
    title: "Slug a title",
    right:
      'export const slug = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");\n',
    wrong: 'export const slug = (text) => text.toLowerCase().replaceAll(" ", "-");\n',
    holds: ['equal(slug("Hello, world!"), "hello-world")', 'equal(slug("  A  b "), "a-b")'],
    missed: "Letters with accents are dropped. Please say so.",
  },
  {
    name: "chunk",
    title: "Cut up a list",
    right: [
      "export const chunk = (list, size) =>",
      "  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));",
      "",
    ].join("\n"),
    wrong: [
      "export const chunk = (list, size) =>",
      "  Array.from({ length: Math.floor(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));",
      "",
    ].join("\n"),
    holds: ["deepEqual(chunk([1, 2, 3], 2), [[1, 2], [3]])", "deepEqual(chunk([], 2), [])"],
    missed: "A size of 0 makes an endless list. Please say so.",
  },
  {
    name: "range",
    title: "Count in a range",
    right:
      "export const range = (from, to) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);\n",
    wrong: "export const range = (from, to) => Array.from({ length: to - from }, (_, n) => from + n);\n",
    holds: ["deepEqual(range(1, 3), [1, 2, 3])", "deepEqual(range(3, 1), [])"],
    missed: "Is the last number part of it? Please say so.",
  },
  {
    name: "unique",
    title: "Drop duplicates",
    right: "export const unique = (list) => [...new Set(list)];\n",
    wrong: "export const unique = (list) => list.filter((one, n) => one !== list[n - 1]);\n",
    holds: ["deepEqual(unique([1, 2, 1]), [1, 2])", "deepEqual(unique([]), [])"],
    missed: "Which of two equals stays? Please say so.",
  },
  {
    name: "counts",
    title: "Count the words",
    right: [
      "export function counts(text) {",
      "  const found = {};",
      "  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) found[word] = (found[word] ?? 0) + 1;",
      "  return found;",
      "}",
      "",
    ].join("\n"),
    wrong: [
      "export function counts(text) {",
      "  const found = {};",
      '  for (const word of text.split(" ")) found[word] = (found[word] ?? 0) + 1;',
      "  return found;",
      "}",
      "",
    ].join("\n"),
    holds: ['deepEqual(counts("Ham and ham"), { ham: 2, and: 1 })', 'deepEqual(counts(""), {})'],
    missed: "Digits are no words here. Please say so.",
  },
  {
    name: "initials",
    title: "Shorten a name",
    right:
      'export const initials = (name) => name.split(/\\s+/).filter(Boolean).map((part) => part[0].toUpperCase()).join("");\n',
    wrong: 'export const initials = (name) => name.split(" ").map((part) => part[0]).join("");\n',
    holds: ['equal(initials("ada king lovelace"), "AKL")', 'equal(initials("grace hopper"), "GH")'],
    missed: "What of a name with a hyphen? Please say so.",
  },
];

/** What the test of a function says. `more` are further lines of it. */
export function writeTest({ name, holds }: DemoFunction, more: readonly string[] = []): string {
  return [
    'import { test } from "node:test";',
    'import assert from "node:assert/strict";',
    `import { ${name} } from "../src/${name}.js";`,
    "",
    ...holds.map((line, n) => `test("${name} ${n + 1}", () => assert.${line});`),
    ...more,
    "",
  ].join("\n");
}
