import { expect, test } from "vitest";
import { load } from "../load.ts";

function sentences(text: string): readonly string[] {
  const loaded = load({ file: "agent-orchestrator.yaml", text, env: {} });
  return loaded.ok ? [] : loaded.problems.map(({ sentence }) => sentence);
}

const check = (written: string): string => `defaults:\n  checks:\n    docs: ${written}`;

test.each<[written: string, told: readonly string[]]>([
  ["{ paths: [docs/**] }", ["`defaults.checks.docs.command` is missing (line 3)"]],
  [
    "{ run: make docs, paths: [docs/**] }",
    ["`defaults.checks.docs.command` is missing (line 3)", "unknown key `run` (line 3)"],
  ],
  [
    "{ comand: make docs }",
    ["`defaults.checks.docs.command` is missing (line 3)", "unknown key `comand`; did you mean `command`? (line 3)"],
  ],
  [
    "{ command: { line: x } }",
    ["`defaults.checks.docs.command`: expected text or a list, found a block of keys (line 3)"],
  ],
  ["[make, 7]", ["`defaults.checks.docs[2]`: expected text, found a number (line 3)"]],
  ["7", ["`defaults.checks.docs`: expected text or a list or a block of keys, found a number (line 3)"]],
])("of a check that may be a line, a list or a block, %s is told of as what it is meant to be", (written, told) => {
  expect(sentences(check(written))).toEqual(told);
});
