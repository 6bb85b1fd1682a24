/** Google's generateContent. */
import { piecesOf, type Turn } from "./script.ts";
import { fieldsOf, listOf } from "./tools.ts";
import { BILLED, events, sendJson, type Wire } from "./wire.ts";

const usageMetadata = {
  promptTokenCount: BILLED.input,
  candidatesTokenCount: BILLED.output,
  totalTokenCount: BILLED.input + BILLED.output,
  cachedContentTokenCount: BILLED.cached,
};

export const gemini: Wire = {
  name: "gemini",
  tokens: BILLED.input + BILLED.output,
  read: (body, path) => ({
    turns: listOf(body["contents"])
      .filter(({ role }) => role !== "model")
      .flatMap(({ parts }) => listOf(parts).map(turnOf)),
    tools: listOf(body["tools"])
      .flatMap((tool) => listOf(tool["functionDeclarations"]))
      .map((tool) => ({ name: String(tool["name"]), schema: tool["parametersJsonSchema"] ?? tool["parameters"] })),
    model: /models\/([^/:]+)/.exec(path)?.[1] ?? "scripted-1",
    streams: path.includes("streamGenerateContent"),
  }),
  reply: async ({ asked, step, call, id, response, pause }) => {
    const answer = (parts: readonly unknown[], isLast: boolean) => ({
      candidates: [{ content: { role: "model", parts }, index: 0, ...(isLast ? { finishReason: "STOP" } : {}) }],
      usageMetadata,
      modelVersion: asked.model,
      responseId: id("r"),
    });
    const made = call === null ? null : { name: call.name, args: call.input, id: id("fc") };
    const parts = made === null ? [{ text: step.text }] : [{ functionCall: made, thoughtSignature: "c2NyaXB0ZWQ=" }];
    if (!asked.streams) return sendJson(response, answer(parts, true));
    const send = events(response);
    if (made !== null) send(answer(parts, true));
    else
      for (const [index, text] of piecesOf(step).entries()) {
        send(answer([{ text }], index === step.pieces - 1));
        await pause();
      }
    response.end();
  },
  refusal: (code, message) => ({
    error: { code, message, status: code === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE" },
  }),
};

function turnOf(part: Readonly<Record<string, unknown>>): Turn {
  if (part["functionResponse"] !== undefined) return { toolResult: JSON.stringify(part["functionResponse"]) };
  return { user: String(fieldsOf(part)["text"] ?? "") };
}
