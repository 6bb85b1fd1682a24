import { expect, test } from "vitest";
import { aMessage } from "../../../test/fixtures/domain.ts";
import { addAgentRules, textForTurn } from "./agent-rules.ts";
import type { Cause } from "../turn/message.ts";

const rules = { agentRules: "Test it." };
const person: Cause = { kind: "person", by: "maria" };
const restore: Cause = { kind: "restore", of: null };

test.each<[string, Cause, { text?: string; n?: number; handover?: string }, string]>([
  ["a message on the way", person, {}, "Go on."],
  ["the first one", person, { n: 1 }, "Go on.\n\nTest it."],
  ["the task, behind a person's message", { kind: "start" }, {}, "Go on.\n\nTest it."],
  ["one that has the rules already", { kind: "start" }, { text: "Test it. Go." }, "Test it. Go."],
  ["a restore", restore, {}, "Go on.\n\nTest it."],
  ["a restore that quotes them", restore, { text: "It was about: Test it." }, "It was about: Test it."],
  ["a fresh conversation", person, { handover: "So far." }, "So far.\n\nTest it."],
  ["a fresh conversation that quotes them", person, { handover: "So far. Test it." }, "So far. Test it."],
])("%s", (_, cause, { text = "Go on.", n = 2, ...turn }, expected) => {
  expect(textForTurn(rules, aMessage({ cause, text }), { n, ...turn })).toBe(expected);
});

test("a project without rules adds nothing", () => {
  expect(addAgentRules({ agentRules: null }, "Go on.")).toBe("Go on.");
});
