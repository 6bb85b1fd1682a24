import { expect, test } from "vitest";
import { messageId, turnId } from "../../../domain/model/ids.ts";
import { noMemory } from "../shared/conversation/memory.ts";
import { noSettings } from "../shared/parse-agent-settings.ts";
import { listenToClaude } from "./listen.ts";

const turn = { turn: turnId("t"), message: messageId("m"), text: "Go.", workspacePath: "/w" };
const answered = (id: string, output: number, parent: string | null) => ({
  ...{ type: "assistant", parent_tool_use_id: parent },
  message: {
    ...{ id, model: "opus", content: [{ type: "text", text: "Hm." }] },
    usage: { input_tokens: 10, output_tokens: output, cache_creation_input_tokens: 5, cache_read_input_tokens: 1_000 },
  },
});

test("a turn that was killed has used what its answers told, each once, sub-agents' too", () => {
  const memory = { ...noMemory, conversation: "c", tokens: 100 };
  const listener = listenToClaude({ ...turn, memory }, noSettings.permissions);
  for (const line of [answered("a", 1, null), answered("a", 4, null), answered("b", 2, "toolu_1")])
    listener.hear(JSON.stringify(line));
  const why = "it was ended by signal 9";
  const told = listener.gone({ exit: 137, why, result: { kind: "failed", why } });
  const used = { tokens: 36, cacheReadTokens: 2_000 };
  expect(told.find(({ tell }) => tell === "ended")).toMatchObject({ usage: { usd: 0, ...used } });
  // Counted with this turn, it is not counted with the next.
  expect(told).toContainEqual({ tell: "remember", memory: { tokens: 136, cacheReadTokens: 2_000 } });
});
