/** What holds when a file says nothing: the weakest layer, written as a person would write it. */
import { shippedPrompts, type PromptName } from "../../domain/words/prompts.ts";
import type { Priority, ReactionName } from "../../domain/model/rules.ts";

export const builtInPort = 3000;
/** With a digest: what can wait. */
export const builtInDigestLevels: readonly Priority[] = ["warning", "info"];
export const builtInParallelAgents = 5;
export const builtInHandoverAt = 85;
/** An agent, a build on all cores and a browser for its tests fit; a fork bomb ends early. */
export const builtInProcesses = 1_024;
/** A large repository with its dependencies and builds fits; who fills a disk is found out long before. */
export const builtInDiskBytes = 20_000_000_000;
/** An agent by itself needs about as much; what its builds and tests take is learned. */
export const builtInReservationBytes = 500_000_000;

const readWords = (name: PromptName): string => shippedPrompts[name].text;

/** `auto` is left out: it follows from the action, see `reaction-layers.ts`. */
export const builtInReactions = {
  "ci-failed": { action: "send-to-agent", retries: 2, escalateAfter: "30m", message: readWords("ci-failed") },
  "changes-requested": { action: "send-to-agent", escalateAfter: "30m", message: readWords("changes-requested") },
  "merge-conflicts": { action: "send-to-agent", retries: 1 },
  "approved-and-green": { auto: false, action: "notify", strategy: "squash", deleteAfter: true },
  "label-added": { condition: "label == 'needs-tests'", action: "send-to-agent", message: readWords("label-added") },
  "agent-stuck": { threshold: "10m", action: "recover", priority: "urgent" },
  "agent-needs-input": { action: "notify", priority: "urgent" },
  "agent-exited": { action: "restart", retries: 2 },
  "budget-exceeded": { action: "pause", priority: "urgent" },
} as const satisfies Record<ReactionName, object>;

export const builtInRetries = 2;
export const builtInThreshold = "10m";
export const builtInPriority = "action";

const protectedPaths = [".github/**", "**/package-lock.json"];

/** What a preset stands for. Every other key of the policy is the same for all of them. */
export const presets = {
  cautious: { approvals: 2, codeOwners: true, protectedPaths, maxDiffLines: 800 },
  balanced: { approvals: 1, codeOwners: false, protectedPaths, maxDiffLines: 800 },
  fast: { approvals: 0, codeOwners: false, protectedPaths, maxDiffLines: null },
  "hands-off": { approvals: 0, codeOwners: false, protectedPaths: [], maxDiffLines: null },
} as const;
export type Preset = keyof typeof presets;
export const presetNames = ["cautious", "balanced", "fast", "hands-off"] as const satisfies readonly Preset[];
export const builtInPreset: Preset = "balanced";

/** Nothing spends without a cap: one session, and all projects together in a day. `null` in a file lifts a cap. */
export const builtInBudget = { perSession: { usd: 5, tokens: 2_000_000 }, perDay: { usd: 50, tokens: null } } as const;
export const builtInHoldLabels = ["wip"];
