/** Reactions in both of their forms: by name in full, and the short `reaction_handlers`. */
import * as z from "zod";
import { priorities, type ReactionAction, type ReactionName } from "../../domain/model/rules.ts";
import { builtInPriority, builtInReactions, builtInRetries, builtInThreshold } from "../resolve/built-in.ts";
import { flag, key, text, texts } from "../../lib/setting-keys.ts";
import { condition, durationMs, escalateAfter } from "./value-shapes.ts";

export const simpleActions = [
  "send-to-agent",
  "notify",
  "merge",
  "restart",
  "pause",
  "rerun",
  "recover",
] as const satisfies readonly ReactionAction["kind"][];
export const actionNames = [...simpleActions, "run"] as const;
const strategies = ["squash", "merge", "rebase"] as const;

const retries = z.int().min(0).max(100);
const rounds = z.int().min(0).max(1_000);

const reaction = z
  .strictObject({
    auto: key(
      flag,
      "Act at once. `false`: the exact message is prepared and waits for one key. Default: true for `send-to-agent` and `restart`, else false.",
    ),
    action: key(text, `What to do: ${actionNames.join(", ")}, or an action that a plugin provides.`),
    command: key(texts.min(1, "must name a program"), "The program and its arguments, for `action: run`."),
    retries: key(retries, "Messages to the agent per incident; the next failure escalates.", builtInRetries),
    escalateAfter: key(
      escalateAfter,
      "Tell a person after so many failed attempts (a number) or so much of the agent's time (a duration).",
    ),
    approvalAfter: key(rounds, "After so many automatic rounds a person approves each further one."),
    message: key(text, "The prompt for the agent. Variables such as {{errors}}; the task itself is always added."),
    threshold: key(durationMs, "How long an agent may be silent before it counts as stuck.", builtInThreshold),
    priority: key(z.enum(priorities), "Priority of the notification; see `notificationRouting`.", builtInPriority),
    condition: key(
      condition,
      "Only when this holds: `label == 'x'`, `!=`, `labels has 'x'`, `and`, `or`, `not`, parentheses.",
    ),
    strategy: key(z.enum(strategies), "How a change lands, for `approved-and-green`.", "squash"),
    deleteAfter: key(flag, "Remove the remote branch after landing, for `approved-and-green`.", true),
  })
  .refine((rule) => rule.action !== "run" || rule.command !== undefined, "`action: run` needs a `command`");

export type ReactionSettings = z.output<typeof reaction>;

const meanings = {
  "ci-failed": "A required check failed on the current head.",
  "changes-requested": "A reviewer left open threads or asked for changes.",
  "merge-conflicts": "The change no longer merges cleanly.",
  "approved-and-green": "Everything is approved and green. `{ auto: true, action: merge }` lands by itself.",
  "label-added": "A label was added that meets the condition.",
  "agent-stuck": "The agent showed no sign of life. `recover`: nudge, interrupt, restart, then a person.",
  "agent-needs-input": "The agent asks a question or for a permission.",
  "agent-exited":
    "The agent's process ended in the middle of its work. `restart` waits 2 seconds, then longer after each crash, up to a minute; `ao restart` and `ao send` do not wait.",
  "budget-exceeded": "A budget of the policy is used up.",
} as const satisfies Record<ReactionName, string>;

const defineReaction = (name: ReactionName) => key(reaction, meanings[name], builtInReactions[name]);

export const reactions = z.strictObject({
  "ci-failed": defineReaction("ci-failed"),
  "changes-requested": defineReaction("changes-requested"),
  "merge-conflicts": defineReaction("merge-conflicts"),
  "approved-and-green": defineReaction("approved-and-green"),
  "label-added": defineReaction("label-added"),
  "agent-stuck": defineReaction("agent-stuck"),
  "agent-needs-input": defineReaction("agent-needs-input"),
  "agent-exited": defineReaction("agent-exited"),
  "budget-exceeded": defineReaction("budget-exceeded"),
} satisfies Record<ReactionName, z.ZodType>);

export type ReactionsSettings = z.output<typeof reactions>;

/** The defaults, read by the same shape as everything else. */
export const builtInReactionSettings = reactions.parse(builtInReactions);

const handler = z
  .strictObject({
    autoRespond: key(flag, "The same as `auto`."),
    maxRetries: key(retries, "The same as `retries`."),
    escalateAfter: key(escalateAfter, "The same as `escalateAfter` of the reaction."),
    requireApprovalAfter: key(rounds, "The same as `approvalAfter`."),
  })
  .transform((short): ReactionSettings => ({
    auto: short.autoRespond,
    retries: short.maxRetries,
    escalateAfter: short.escalateAfter,
    approvalAfter: short.requireApprovalAfter,
  }));

/** Which reaction a short form stands for. */
export const handlerReactions = {
  ciFailure: "ci-failed",
  reviewComments: "changes-requested",
} as const satisfies Record<string, ReactionName>;

export const reactionHandlers = z.strictObject({
  ciFailure: key(handler, "Short form of `reactions.ci-failed`."),
  reviewComments: key(handler, "Short form of `reactions.changes-requested`."),
} satisfies Record<keyof typeof handlerReactions, z.ZodType>);

export type HandlersSettings = z.output<typeof reactionHandlers>;

/** The rules that a block of short forms sets, by the names of the reactions. */
export function expandHandlers(handlers: HandlersSettings | undefined): ReactionsSettings {
  return { "ci-failed": handlers?.ciFailure, "changes-requested": handlers?.reviewComments };
}
