import { expect, test } from "vitest";
import { messageId, turnId } from "../../../domain/model/ids.ts";
import { noMemory } from "../shared/conversation/memory.ts";
import { noSettings } from "../shared/parse-agent-settings.ts";
import { listenToAcp } from "./listen.ts";
import { profileNamed } from "./profiles.ts";

const heard = { turn: turnId("t"), message: messageId("m"), text: "Go.", workspacePath: "/w", memory: noMemory };

/** How a turn ends that says this last, and is answered as done. */
function endAfter(agent: string, words: string) {
  const listener = listenToAcp(heard, noSettings, profileNamed(agent));
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } };
  const lines = [
    { id: "initialize", result: { agentCapabilities: {} } },
    { id: "new", result: { sessionId: "s" } },
    { method: "session/update", params: { sessionId: "s", update } },
    { id: "prompt", result: { stopReason: "end_turn" } },
  ];
  return lines.flatMap((line) => listener.hear(JSON.stringify(line))).find(({ tell }) => tell === "ended");
}

test.for([
  ["goose", "Ran into this error: Rate limit exceeded: slow down.\n\nPlease retry.", "limit_reached"],
  ["goose", "I looked at it.\nRan into this error: Server error: oh.", "failed"],
  ["goose", "The log says: it ran into this error: oh", "done"],
  ["copilot", "Ran into this error: Rate limit exceeded", "done"],
] as const)("%s that says %j last has ended as %s", ([agent, words, how]) => {
  expect(endAfter(agent, words)).toMatchObject({ result: { kind: how } });
});

/** What a turn costs after which the tool has told this running total. */
function costOf(amount: number | null, memory: Partial<typeof noMemory>, isFound = true) {
  const listener = listenToAcp({ ...heard, memory: { ...noMemory, ...memory } }, noSettings, {});
  const cost = amount === null ? [] : [{ sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount } }];
  const lines = [
    { id: "initialize", result: { agentCapabilities: { loadSession: isFound } } },
    memory.conversation === undefined || !isFound
      ? { id: "new", result: { sessionId: "s" } }
      : { id: "load", result: {} },
    ...cost.map((update) => ({ method: "session/update", params: { sessionId: "s", update } })),
    { id: "prompt", result: { stopReason: "end_turn" } },
  ];
  const told = lines.flatMap((line) => listener.hear(JSON.stringify(line)));
  return told.flatMap((one) => (one.tell === "ended" ? [one.usage.usd] : []))[0];
}

test.for<[what: string, amount: number | null, memory: Partial<typeof noMemory>, isFound: boolean, usd: number]>([
  ["of a first turn", 0.5, {}, true, 0.5],
  ["of a resumed session is what was added", 0.75, { conversation: "s", usd: 0.5 }, true, 0.25],
  ["that began again is all new", 0.2, { conversation: "s", usd: 0.5 }, true, 0.2],
  ["of a session that was not found again is all new", 0.75, { conversation: "old", usd: 0.5 }, false, 0.75],
  ["that was not told is not known", null, { conversation: "s", usd: 0.5 }, true, 0],
])("the cost %s", ([, amount, memory, isFound, usd]) => {
  expect(costOf(amount, memory, isFound)).toBe(usd);
});

test("what a killed turn has told is counted with it, and not with the next again", () => {
  const listener = listenToAcp({ ...heard, memory: { ...noMemory, conversation: "s", usd: 0.5 } }, noSettings, {});
  const update = { sessionUpdate: "usage_update", used: 1, size: 2, cost: { amount: 0.75 } };
  const lines = [
    { id: "initialize", result: { agentCapabilities: { loadSession: true } } },
    { id: "load", result: {} },
    { method: "session/update", params: { sessionId: "s", update } },
  ];
  for (const line of lines) listener.hear(JSON.stringify(line));
  const told = listener.gone({ exit: 137, why: "killed", result: { kind: "failed", why: "killed" } });
  expect(told.find(({ tell }) => tell === "ended")).toMatchObject({ usage: { usd: 0.25 } });
  expect(told).toContainEqual({ tell: "remember", memory: { usd: 0.75 } });
});
