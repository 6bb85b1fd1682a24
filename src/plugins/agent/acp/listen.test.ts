import { expect, test } from "vitest";
import { messageId, turnId } from "../../../domain/ids.ts";
import { noMemory } from "../shared/memory.ts";
import { noSettings } from "../shared/parse-agent-settings.ts";
import { listenToAcp } from "./listen.ts";
import { profileOf } from "./profiles.ts";

const heard = { turn: turnId("t"), message: messageId("m"), text: "Go.", workspacePath: "/w", memory: noMemory };

/** How a turn ends that says this last, and is answered as done. */
function endAfter(agent: string, words: string) {
  const listener = listenToAcp(heard, noSettings, profileOf(agent) ?? {});
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
