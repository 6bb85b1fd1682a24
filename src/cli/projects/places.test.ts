import { expect, test } from "vitest";
import { findCloneFolder, isSameRepository, parseProjectPlace } from "./places.ts";

test.each([
  ["app", { kind: "path", path: "/code/app" }],
  [".", { kind: "path", path: "/code" }],
  ["/else/my app", { kind: "path", path: "/else/my app" }],
  ["https://example.org/me/app.git", { kind: "url", url: "https://example.org/me/app.git" }],
  ["git@example.org:me/app.git", { kind: "url", url: "git@example.org:me/app.git" }],
  ["file:///code/app.git", { kind: "url", url: "file:///code/app.git" }],
  ["a@b", { kind: "path", path: "/code/a@b" }],
])("%s is meant as %o", (named, place) => {
  expect(parseProjectPlace(named, "/code")).toEqual(place);
});

test.each([
  ["https://example.org/me/app.git", "app"],
  ["https://example.org/me/app/", "app"],
  ["git@example.org:app", "app"],
  ["file:///code/my.app", "my.app"],
  ["https://example.org/..", null],
  ["https://example.org/-rf", null],
])("%s is cloned to %s", (url, folder) => {
  expect(findCloneFolder(url)).toBe(folder);
});

test.each([
  ["https://example.org/me/app.git", "git@example.org:me/app", true],
  ["https://example.org/me/app", "ssh://git@example.org/me/app.git", true],
  ["https://Example.org/me/app", "https://example.org/me/app/", true],
  ["https://example.org/me/app", "https://example.org/you/app", false],
  ["file:///code/app.git", "file:///code/app", true],
])("%s and %s are one repository: %s", (left, right, expected) => {
  expect(isSameRepository(left, right)).toBe(expected);
});
