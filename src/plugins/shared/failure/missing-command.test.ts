import { expect, test } from "vitest";
import { findMissingCommand } from "./missing-command.ts";

test.each<readonly [number, string, string | null]>([
  [127, "> app@1.0.0 test\n> xo\n\nsh: 1: xo: not found", "xo"],
  [127, "sh: xo: command not found", "xo"],
  [127, "/bin/sh: xo: not found", "xo"],
  [127, "./test.sh: x\nbash: line 3: vitest: command not found", "vitest"],
  [127, "zsh: command not found: vitest", "vitest"],
  [127, "env: ‘.venv/bin/python’: No such file or directory", ".venv/bin/python"],
  [2, "/bin/sh: 1: xo: not found\nmake: *** [Makefile:2: test] Error 127", "xo"],
  [1, "sh: 1: xo: not found\n1 test failed", null],
  [127, "something else", "a program"],
])("exit code %d and %j: %s", (code, text, name) => {
  expect(findMissingCommand(code, text.split("\n"))).toBe(name);
});
