import { expect, test } from "vitest";
import { findFreeName, slugify } from "./names.ts";

const long = "The quick brown fox jumps over the lazy dog again and again. ".repeat(4).slice(0, 200);

test.for([
  ["Rate-limit the login form", "rate-limit-the-login-form"],
  ["  Trim   me!  ", "trim-me"],
  ["Fix #41 (again)", "fix-41-again"],
  ["🚀 Ship it 🎉", "ship-it"],
  ["🚀🎉", "session"],
  ["", "session"],
  ["---", "session"],
  ["--flag", "flag"],
  ["-rf", "rf"],
  ["../", "session"],
  ["../../etc/passwd", "etc-passwd"],
  ["HEAD", "head"],
  ["refs/heads/main.lock", "refs-heads-main-lock"],
  ["a\u0000b\nc\td", "a-b-c-d"],
  ["$(rm -rf ~); `id`", "rm-rf-id"],
  ["修复登录", "session"],
  ["Ändere die naïve Prüfung", "andere-die-naive-prufung"],
  ["ﬁx the ｆｏｒｍ", "fix-the-form"],
  [long, "the-quick-brown-fox-jumps-over-the-lazy-dog-agai"],
  ["x".repeat(200), "x".repeat(48)],
  ["a".repeat(47) + " bcd", "a".repeat(47)],
] as const)("%j becomes %j", ([title, name]) => {
  expect(slugify(title)).toBe(name);
  expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,47}$/);
  expect(name).not.toMatch(/-$/);
});

test("a name that is free is taken as it is", () => {
  expect(findFreeName("Fix login", () => false)).toBe("fix-login");
});

test("a name that was ever used gets the next free number", () => {
  const taken = new Set(["fix-login", "fix-login-2", "fix-login-3"]);
  expect(findFreeName("Fix login", (name) => taken.has(name))).toBe("fix-login-4");
});

test("titles without a single usable letter get numbers too", () => {
  const taken = new Set(["session"]);
  expect(findFreeName("🚀", (name) => taken.has(name))).toBe("session-2");
});

test("a number never makes a long name too long, nor leaves a double dash", () => {
  const title = `${"a".repeat(45)} bcd`;
  const taken = new Set([slugify(title)]);
  expect(slugify(title)).toBe(`${"a".repeat(45)}-bc`);
  expect(findFreeName(title, (name) => taken.has(name))).toBe(`${"a".repeat(45)}-2`);
  const hundred = (name: string): boolean => !/-1\d\d$/.test(name);
  expect(findFreeName("x".repeat(200), hundred)).toBe(`${"x".repeat(44)}-100`);
});
