/** Anthropic's Messages. */
import { piecesOf, type Turn } from "./script.ts";
import { fieldsOf, listOf, textOf } from "./tools.ts";
import { BILLED, events, sendJson, type Wire } from "./wire.ts";

const usage = {
  input_tokens: BILLED.input,
  output_tokens: BILLED.output,
  cache_creation_input_tokens: BILLED.written,
  cache_read_input_tokens: BILLED.cached,
};

export const messages: Wire = {
  name: "messages",
  tokens: BILLED.input + BILLED.output + BILLED.written,
  read: (body) => ({
    turns: listOf(body["messages"])
      .filter(({ role }) => role === "user")
      .flatMap(({ content }) => (typeof content === "string" ? [{ user: content }] : listOf(content).map(turnOf))),
    tools: listOf(body["tools"]).map(({ name, input_schema: schema }) => ({ name: String(name), schema })),
    model: String(body["model"]),
    streams: body["stream"] === true,
  }),
  reply: async ({ asked, step, call, id, response, pause }) => {
    const block =
      call === null ? { type: "text", text: "" } : { type: "tool_use", id: id("toolu"), name: call.name, input: {} };
    const stop = call === null ? "end_turn" : "tool_use";
    const message = {
      ...{ id: id("msg"), type: "message", role: "assistant", model: asked.model, content: [] },
      ...{ stop_reason: null, stop_sequence: null, usage: { ...usage, output_tokens: 1 } },
    };
    if (!asked.streams) {
      const content = call === null ? { ...block, text: step.text } : { ...block, input: call.input };
      return sendJson(response, { ...message, content: [content], stop_reason: stop, usage });
    }
    const send = events(response);
    const say = (type: string, more: object = {}): void => send({ type, ...more }, type);
    say("message_start", { message });
    say("content_block_start", { index: 0, content_block: block });
    if (call !== null) {
      const delta = { type: "input_json_delta", partial_json: JSON.stringify(call.input) };
      say("content_block_delta", { index: 0, delta });
    } else {
      for (const text of piecesOf(step)) {
        say("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
        await pause();
      }
    }
    say("content_block_stop", { index: 0 });
    say("message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage });
    say("message_stop");
    response.end();
  },
  refusal: (status, message) => ({
    type: "error",
    error: { type: status === 429 ? "rate_limit_error" : "api_error", message },
  }),
};

function turnOf(part: Readonly<Record<string, unknown>>): Turn {
  if (part["type"] === "tool_result") return { toolResult: textOf(part["content"]) };
  return { user: String(fieldsOf(part)["text"] ?? "") };
}
