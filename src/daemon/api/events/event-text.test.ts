import { expect, test } from "vitest";
import type { ConversationEventView } from "../../../protocol/session/conversation.ts";
import { formatConversationEvent, findEventsTail } from "./event-text.ts";

const at = (outBytes: number) => ({ id: String(outBytes), outBytes });
const conversation: readonly ConversationEventView[] = [
  { ...at(0), kind: "told", text: "Please.\nNow." },
  { ...at(10), kind: "thought", text: "Hm." },
  { ...at(20), kind: "tool_began", call: "c", name: "Bash", title: "npm test" },
  { ...at(30), kind: "tool_ended", call: "c", ok: false, output: "1 failed\n", diff: null },
  { ...at(40), kind: "plan", steps: [{ text: "Mend", state: "doing" }] },
  { ...at(50), kind: "question", questionId: "q", text: "Which?", choices: ["red", "blue"] },
  { ...at(60), kind: "message", text: "Done \u001b[2J." },
  { ...at(70), kind: "usage", usd: 0.0121, tokens: 3_100, contextUsed: null, contextMax: null },
  { ...at(80), kind: "ended", how: "done", why: "" },
];

test("a conversation reads like one", () => {
  expect(conversation.map(formatConversationEvent).join("")).toBe(
    [
      ...["", "> Please.", "> Now.", "", "~ Hm.", "$ Bash: npm test", "  | 1 failed", "  failed", "  [~] Mend"],
      ...["? Which?", "  1. red", "  2. blue", "Done ^[[2J.", "", "  3100 tokens, $0.0121", ""],
    ].join("\n"),
  );
});

test("a long output is shown by its beginning", () => {
  const output = Array.from({ length: 100 }, (_, n) => `line ${n}`).join("\n");
  const lines = formatConversationEvent({
    ...at(1),
    kind: "tool_ended",
    call: "c",
    ok: true,
    output,
    diff: null,
  }).split("\n");
  expect(lines).toHaveLength(13);
  expect(lines.at(-2)).toBe("  | …");
});

test("the last lines begin behind the last event that is not shown", () => {
  expect(findEventsTail(conversation, 1)).toMatchObject({ from: 60 });
  expect(findEventsTail(conversation, 2)).toMatchObject({ from: 50 });
  expect(findEventsTail(conversation, 1_000)).toMatchObject({ from: 0 });
});
