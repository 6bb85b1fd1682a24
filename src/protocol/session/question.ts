import * as z from "zod";

/** What an agent wants to know from a person. */
export const questionView = z
  .object({
    id: z.string(),
    text: z.string(),
    choices: z.array(z.string()),
  })
  .meta({ id: "Question" });
export type QuestionView = z.infer<typeof questionView>;
