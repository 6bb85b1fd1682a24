import { expect, test } from "vitest";
import { parseSubmodules } from "./parse-gitmodules.ts";

const named = (name: string, path: string) => parseSubmodules([{ key: `submodule.${name}.path`, value: path }]);

test.each([
  ["lib", "lib"],
  ["vendor/lib.v2", "third party/lib"],
  ["a.b.c", "ü/🎉"],
  [".github", ".gitlab/x"],
])("%s at %s is a submodule", (name, path) => {
  expect(named(name, path)).toEqual([{ name, path }]);
});

test.each([
  ["../../hooks", "lib"],
  ["a/../../b", "lib"],
  ["a//b", "lib"],
  ["/etc", "lib"],
  ["-u", "lib"],
  ["", "lib"],
  ["a\\..\\b", "lib"],
  ["a\nb", "lib"],
  ["lib", "../outside"],
  ["lib", "/etc"],
  ["lib", "a/./b"],
  ["lib", "--upload-pack=x"],
  ["lib", ":(glob)**"],
  ["lib", ".git"],
  ["lib", "a/.GIT/modules"],
  ["lib", "git~1/x"],
  ["lib", ".git .."],
  ["lib", ".g\u200cit"],
  ["lib", ".git::$INDEX_ALLOCATION"],
  ["lib", "a\rb"],
  ["lib", `a/${"x".repeat(2_000)}`],
  ["x".repeat(2_000), "lib"],
])("%j at %j is none", (name, path) => {
  expect(named(name, path)).toEqual([]);
});

test("of several paths for a name the last counts, and what has no path is none", () => {
  const settings = [
    { key: "submodule.a.url", value: "../a" },
    { key: "submodule.b.path", value: "one" },
    { key: "submodule.b.path", value: "two/" },
  ];
  expect(parseSubmodules(settings)).toEqual([{ name: "b", path: "two" }]);
});
