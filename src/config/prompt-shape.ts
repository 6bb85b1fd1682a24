/** Which texts a project may replace by files of its own. */
import * as z from "zod";
import { shippedPrompts, type PromptName } from "../domain/words/prompts.ts";
import { key, text } from "../lib/setting-keys.ts";

const file = (name: PromptName) => key(text, shippedPrompts[name].when);

export const prompts = z.strictObject({
  start: file("start"),
  "ci-failed": file("ci-failed"),
  "changes-requested": file("changes-requested"),
  "merge-conflicts": file("merge-conflicts"),
  "label-added": file("label-added"),
  "issue-edited": file("issue-edited"),
  "nudge-no-commit": file("nudge-no-commit"),
  "nudge-uncommitted": file("nudge-uncommitted"),
  "nudge-not-taken": file("nudge-not-taken"),
  "nudge-silent": file("nudge-silent"),
  restore: file("restore"),
  "restore-stopped": file("restore-stopped"),
  handover: file("handover"),
} satisfies Record<PromptName, z.ZodType>);

export type PromptsSettings = z.output<typeof prompts>;
