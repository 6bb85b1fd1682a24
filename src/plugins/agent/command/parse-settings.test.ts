import { expect, test } from "vitest";
import { parseCommandSettings } from "./parse-settings.ts";

test.for([
  [{ command: ["./agent.sh"] }, { command: ["./agent.sh"], drive: "turns" }],
  [
    { command: ["node", "a b.js"], drive: "terminal", model: "x" },
    { command: ["node", "a b.js"], drive: "terminal" },
  ],
])("%j is understood", ([written, settings]) => {
  expect(parseCommandSettings(written ?? {})).toEqual({ ok: true, settings });
});

test.for([
  [{}, /needs a program to run, such as `agentConfig: \{ command: \["\.\/agent\.sh"\] \}`/],
  [{ command: [] }, /must name a program/],
  [{ command: [""] }, /must name a program/],
  [{ command: "npm run agent" }, /no shell reads it: write `command: \["npm", "run", "agent"\]`/],
  [{ command: ["a", 1] }, /holds 1, which is not a command word/],
  [{ command: ["a\0b"] }, /holds "a\\u0000b"/],
  [{ command: ["a"], drive: "acp" }, /is "acp"; the agent `command` knows turns and terminal/],
] as const)("%j is refused with a sentence", ([written, problem]) => {
  expect(parseCommandSettings(written)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});
