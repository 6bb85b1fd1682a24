/** Which texts a project may replace by files of its own. */
import * as z from "zod";
import { shippedPrompts, type PromptName } from "../../domain/words/prompts.ts";
import { key, text } from "../../lib/setting-keys.ts";

const definePromptFile = (name: PromptName) => key(text, shippedPrompts[name].when);

export const prompts = z.strictObject({
  start: definePromptFile("start"),
  "ci-failed": definePromptFile("ci-failed"),
  "changes-requested": definePromptFile("changes-requested"),
  "merge-conflicts": definePromptFile("merge-conflicts"),
  "label-added": definePromptFile("label-added"),
  "issue-edited": definePromptFile("issue-edited"),
  "nudge-no-commit": definePromptFile("nudge-no-commit"),
  "nudge-uncommitted": definePromptFile("nudge-uncommitted"),
  "nudge-not-taken": definePromptFile("nudge-not-taken"),
  "nudge-silent": definePromptFile("nudge-silent"),
  restore: definePromptFile("restore"),
  "restore-stopped": definePromptFile("restore-stopped"),
  handover: definePromptFile("handover"),
} satisfies Record<PromptName, z.ZodType>);

export type PromptsSettings = z.output<typeof prompts>;
