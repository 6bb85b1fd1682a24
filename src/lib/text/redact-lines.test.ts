import { expect, test } from "vitest";
import { createLineRedactor } from "./redact-lines.ts";
import { createRedactor } from "./redact.ts";

const redact = createRedactor(["hunter2-hunter2"]);

function shown(text: string, pieceBytes: number): { readonly pieces: readonly string[]; readonly all: string } {
  const lines = createLineRedactor(redact);
  const bytes = Buffer.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(lines.push(bytes.subarray(at, at + pieceBytes)));
  pieces.push(lines.end());
  return { pieces, all: pieces.join("") };
}

const key = `-----BEGIN RSA PRIVATE KEY-----\n${"abcd\n".repeat(20)}-----END RSA PRIVATE KEY-----\n`;

test.for([
  ["a value", "one hunter2-hunter2 two\nthree\n"],
  ["a form", `token ghp_${"a1".repeat(20)} there\n`],
  ["a private key over many lines", `before\n${key}after\n`],
  ["two private keys", `${key}between\n${key}`],
  ["a line without an end", "one\nhunter2-hunter2"],
  ["letters of several bytes", "äöü €€€ 🙂 hunter2-hunter2 äöü\n"],
] as const)("%s is taken out, wherever the pieces are cut", ([, text]) => {
  for (const pieceBytes of [1, 2, 3, 7, 16, 64, 1_000]) expect(shown(text, pieceBytes).all).toBe(redact(text));
});

test("whole lines are shown at once, the rest is held back", () => {
  const lines = createLineRedactor(redact);
  expect(lines.push(Buffer.from("one\ntwo\nthr"))).toBe("one\ntwo\n");
  expect(lines.heldBack()).toBe(3);
  expect(lines.push(Buffer.from("ee\n"))).toBe("three\n");
  expect(lines.heldBack()).toBe(0);
});

test("a line that does not end is shown in parts, and no secret is cut in two", () => {
  const secret = "hunter2-hunter2";
  for (const before of [65_530, 65_535, 65_536, 65_540]) {
    const text = "x".repeat(before) + secret + "y".repeat(100_000);
    expect(shown(text, 10_000).all).toBe(redact(text));
    expect(shown(text, 10_000).pieces.filter((piece) => piece !== "").length).toBeGreaterThan(1);
  }
});

test("a private key that never ends is not waited for without limit", () => {
  const text = `-----BEGIN PRIVATE KEY-----\n${"abcd\n".repeat(20_000)}`;
  const lines = createLineRedactor(redact);
  let most = 0;
  for (let at = 0; at < text.length; at += 5_000) {
    lines.push(Buffer.from(text.slice(at, at + 5_000)));
    most = Math.max(most, lines.heldBack());
  }
  expect(most).toBeLessThan(80_000);
});
