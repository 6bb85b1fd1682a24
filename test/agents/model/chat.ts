/** OpenAI's Chat Completions. */
import { piecesOf, type Turn } from "./script.ts";
import { fieldsOf, listOf, textOf } from "./tools.ts";
import { BILLED, events, sendJson, type Wire } from "./wire.ts";

const usage = {
  prompt_tokens: BILLED.input,
  completion_tokens: BILLED.output,
  total_tokens: BILLED.input + BILLED.output,
  prompt_tokens_details: { cached_tokens: BILLED.cached },
};

export const chat: Wire = {
  name: "chat",
  tokens: BILLED.input + BILLED.output,
  read: (body) => ({
    turns: listOf(body["messages"]).flatMap(({ role, content }): Turn[] => {
      if (role === "tool") return [{ toolResult: textOf(content) }];
      return role === "user" ? [{ user: textOf(content) }] : [];
    }),
    tools: listOf(body["tools"]).map((tool) => {
      const { name, parameters } = fieldsOf(tool["function"]);
      return { name: String(name), schema: parameters };
    }),
    model: String(body["model"]),
    streams: body["stream"] === true,
  }),
  reply: async ({ asked, step, call, id, response, pause }) => {
    const base = { id: id("chatcmpl"), created: Math.trunc(Date.now() / 1_000), model: asked.model };
    const made = call === null ? null : { name: call.name, arguments: JSON.stringify(call.input) };
    const calls = made === null ? [] : [{ index: 0, id: id("call"), type: "function", function: made }];
    const reason = made === null ? "stop" : "tool_calls";
    if (!asked.streams) {
      const message = made === null ? { content: step.text } : { content: null, tool_calls: calls };
      const choice = { index: 0, finish_reason: reason, message: { role: "assistant", ...message } };
      return sendJson(response, { ...base, object: "chat.completion", choices: [choice], usage });
    }
    const send = events(response);
    const chunk = (choices: readonly unknown[], more: object = {}): void =>
      send({ ...base, object: "chat.completion.chunk", choices, ...more });
    const delta = (part: object, finish: string | null = null): void =>
      chunk([{ index: 0, delta: part, finish_reason: finish }]);
    delta({ role: "assistant", content: "" });
    if (made !== null) delta({ tool_calls: calls });
    else
      for (const content of piecesOf(step)) {
        delta({ content });
        await pause();
      }
    delta({}, reason);
    chunk([], { usage });
    send("[DONE]");
    response.end();
  },
  refusal: (status, message) => ({ error: { message, type: status === 429 ? "rate_limit_exceeded" : "server_error" } }),
};
