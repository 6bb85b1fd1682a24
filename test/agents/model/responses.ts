/** OpenAI's Responses. */
import { piecesOf, type Step, type Turn } from "./script.ts";
import { fieldsOf, listOf, textOf, type Tool, type ToolCall } from "./tools.ts";
import { BILLED, events, sendJson, type Reply, type Wire } from "./wire.ts";

const usage = {
  input_tokens: BILLED.input,
  input_tokens_details: { cached_tokens: BILLED.cached },
  output_tokens: BILLED.output,
  output_tokens_details: { reasoning_tokens: BILLED.reasoning },
  total_tokens: BILLED.input + BILLED.output,
};

export const responses: Wire = {
  name: "responses",
  tokens: BILLED.input - BILLED.cached + BILLED.output,
  read: (body) => {
    const input =
      typeof body["input"] === "string" ? [{ role: "user", content: body["input"] }] : listOf(body["input"]);
    const later = input.filter((item) => fieldsOf(item)["type"] === "additional_tools");
    return {
      turns: input.flatMap((item) => turnOf(fieldsOf(item))),
      tools: [body, ...later].flatMap((from) => toolsIn(fieldsOf(from)["tools"])),
      model: String(body["model"]),
      streams: body["stream"] === true,
    };
  },
  reply: async (reply) => {
    const { asked, id, response } = reply;
    const base = { id: id("resp"), object: "response", created_at: Math.trunc(Date.now() / 1_000), model: asked.model };
    const item = itemOf(reply);
    if (!asked.streams) return sendJson(response, { ...base, status: "completed", output: [item], usage });
    const send = events(response);
    let n = 0;
    const say = (type: string, more: object): void => send({ type, sequence_number: n++, ...more }, type);
    const begun = { ...base, status: "in_progress", output: [], usage: null };
    say("response.created", { response: begun });
    say("response.in_progress", { response: begun });
    await sayItem(reply, item, (type, more) => say(`response.${type}`, { output_index: 0, ...more }));
    say("response.completed", { response: { ...base, status: "completed", output: [item], usage } });
    response.end();
  },
  refusal: (status, message) => ({
    error: { message, type: status === 429 ? "usage_limit_reached" : "server_error", code: "scripted" },
  }),
};

function turnOf({ type, role, content, output }: Readonly<Record<string, unknown>>): readonly Turn[] {
  if (String(type).endsWith("_output")) return [{ toolResult: textOf(output) }];
  return role === "user" ? [{ user: textOf(content) }] : [];
}

function toolsIn(value: unknown, namespace?: string): readonly Tool[] {
  return listOf(value).flatMap((tool): readonly Tool[] => {
    if (tool["type"] === "namespace") return toolsIn(tool["tools"], String(tool["name"]));
    const name = String(tool["name"] ?? tool["type"]);
    return [{ name, schema: tool["parameters"], namespace, isFree: tool["type"] === "custom" }];
  });
}

function itemOf({ step, call, id }: Reply) {
  if (call === null) return message(step, id("msg"));
  return call.free === null ? functionCall(call, id) : customCall(call, call.free, id);
}

const message = (step: Step, id: string) => ({
  ...{ type: "message", id, role: "assistant", status: "completed" },
  content: [{ type: "output_text", text: piecesOf(step).join(""), annotations: [] }],
});

const functionCall = ({ name, namespace, input }: ToolCall, id: Reply["id"]) => ({
  ...{ type: "function_call", id: id("fc"), call_id: id("call"), name, status: "completed" },
  ...(namespace === undefined ? {} : { namespace }),
  arguments: JSON.stringify(input),
});

const customCall = ({ name }: ToolCall, input: string, id: Reply["id"]) => ({
  ...{ type: "custom_tool_call", id: id("ctc"), call_id: id("call"), name, status: "completed", input },
});

type Say = (type: string, more: object) => void;

async function sayItem({ step, pause }: Reply, item: ReturnType<typeof itemOf>, say: Say): Promise<void> {
  const about = { item_id: item.id };
  if ("content" in item) {
    say("output_item.added", { item: { ...item, status: "in_progress", content: [] } });
    const part = { ...about, content_index: 0 };
    say("content_part.added", { ...part, part: { type: "output_text", text: "", annotations: [] } });
    for (const delta of piecesOf(step)) {
      say("output_text.delta", { ...part, delta });
      await pause();
    }
    say("output_text.done", { ...part, text: item.content[0]?.text });
    say("content_part.done", { ...part, part: item.content[0] });
  } else if ("arguments" in item) {
    say("output_item.added", { item: { ...item, status: "in_progress", arguments: "" } });
    say("function_call_arguments.delta", { ...about, delta: item.arguments });
    say("function_call_arguments.done", { ...about, arguments: item.arguments });
  } else {
    say("output_item.added", { item: { ...item, status: "in_progress", input: "" } });
    say("custom_tool_call_input.delta", { ...about, delta: item.input });
    say("custom_tool_call_input.done", { ...about, input: item.input });
  }
  say("output_item.done", { item });
}
