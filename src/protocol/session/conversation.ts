/** What was said and done in a session, turn by turn. */
import * as z from "zod";

const told = { id: z.string(), outBytes: z.number().int() };
const defineOne = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ ...told, kind: z.literal(kind), ...shape });
const text = z.string();

export const conversationEvent = z
  .discriminatedUnion("kind", [
    defineOne("told", { text }),
    defineOne("message", { text }),
    defineOne("thought", { text }),
    defineOne("tool_began", { call: text, name: text, title: text }),
    defineOne("tool_ended", { call: text, ok: z.boolean(), output: text, diff: text.nullable() }),
    defineOne("plan", { steps: z.array(z.object({ text, state: z.enum(["open", "doing", "done"]) })) }),
    defineOne("usage", {
      usd: z.number(),
      tokens: z.number(),
      contextUsed: z.number().nullable(),
      contextMax: z.number().nullable(),
    }),
    defineOne("question", { questionId: text, text, choices: z.array(text) }),
    defineOne("answer", { questionId: text, text, by: z.enum(["policy", "person", "agent"]) }),
    defineOne("retry", { why: text, attempt: z.number(), waitMs: z.number().nullable() }),
    defineOne("limit", { why: text, untilWallMs: z.number().nullable() }),
    defineOne("note", { text }),
    defineOne("ended", { how: text, why: text }),
  ])
  .meta({ id: "ConversationEvent" });
export type ConversationEventView = z.infer<typeof conversationEvent>;

export const conversationView = z
  .object({
    session: z.string(),
    agent: z.string(),
    turns: z.array(z.object({ id: z.string(), n: z.number().int(), events: z.array(conversationEvent) })),
  })
  .meta({ id: "Conversation" });
export type ConversationView = z.infer<typeof conversationView>;
