/** The settings a decision obeys, resolved from the configuration: no optional keys, no defaults left to apply. */
import type { Required } from "../checks/check.ts";
import type { LabelCondition } from "./condition.ts";
import type { IssueProgress } from "../issue/issue.ts";
import type { Ms } from "./now.ts";
import type { PromptName } from "../words/prompts.ts";
import type { Budget } from "./usage.ts";

/** A ceiling, weakest first: watch and tell; open changes; run the loops; land by itself. */
export const autonomies = ["observe", "propose", "fix", "land"] as const;
export type Autonomy = (typeof autonomies)[number];

export const reactionNames = [
  "ci-failed",
  "changes-requested",
  "merge-conflicts",
  "approved-and-green",
  "label-added",
  "agent-stuck",
  "agent-needs-input",
  "agent-exited",
  "budget-exceeded",
] as const;
export type ReactionName = (typeof reactionNames)[number];

export type ReactionAction =
  | { readonly kind: "send-to-agent" | "notify" | "merge" | "restart" | "pause" | "rerun" | "recover" }
  | { readonly kind: "run"; readonly command: readonly string[] }
  | { readonly kind: "plugin"; readonly name: string };

/** Loudest first. */
export const priorities = ["urgent", "action", "warning", "info"] as const;
export type Priority = (typeof priorities)[number];

export type ReactionRule = {
  /** False: prepared with its exact message, and waiting for one key. */
  readonly auto: boolean;
  readonly action: ReactionAction;
  /** Messages to the agent per incident; the next failure escalates. */
  readonly retriesMax: number;
  readonly escalateAfter:
    { readonly kind: "attempts"; readonly n: number } | { readonly kind: "time"; readonly ms: Ms } | null;
  /** After this many automatic rounds a person approves each further one. */
  readonly approvalAfter: number | null;
  readonly message: string | null;
  readonly thresholdMs: Ms;
  readonly priority: Priority;
  readonly condition: LabelCondition | null;
};

export type MergeStrategy = "squash" | "merge" | "rebase";

export type PolicyRules = {
  readonly approvals: number;
  readonly requiredChecks: readonly string[];
  readonly protectedPaths: readonly string[];
  readonly codeOwners: boolean;
  readonly maxDiffLines: number | null;
  readonly holdLabels: readonly string[];
  /** Local time, in minutes since Monday 00:00; a window may run over the end of the week. */
  readonly freeze: readonly { readonly from: number; readonly to: number }[];
};

export type SpecialistRules = {
  readonly id: string;
  readonly agent: string;
  readonly runtime: string;
  readonly credential: string;
  readonly skills: readonly string[];
  readonly labels: readonly string[];
  readonly excludeLabels: readonly string[];
  readonly max: number | null;
};

/** How sessions and their branches are called; `prefix` null: by the project's id. `{{name}}` stands for the name. */
export type NamingRules = { readonly prefix: string | null; readonly branch: string };

export type Rules = {
  readonly autonomy: Autonomy;
  readonly reactions: Readonly<Record<ReactionName, ReactionRule>>;
  /** Texts of its own, in the place of those that are shipped. */
  readonly prompts: Readonly<Partial<Record<PromptName, string>>>;
  /** Per cent of its context window at which a conversation goes on in a fresh one; 0: never. */
  readonly handoverAt: number;
  readonly policy: PolicyRules;
  readonly strategy: MergeStrategy;
  readonly perSession: Budget;
  /** Of the project by itself. */
  readonly perDay: Budget;
  /** Of all projects of the daemon together. */
  readonly daemonPerDay: Budget;
  /** Checks that we run ourselves, by name. */
  readonly checks: readonly string[];
  /** A fingerprint of every setting that their verdicts depend on; empty where there are none. */
  readonly checksKey: string;
  /** Is the base checked whenever somebody moves it, though nobody asks? */
  readonly watchesBase: boolean;
  /** Is there anything to run in a new workspace before the agent? */
  readonly setup: boolean;
  readonly autoAssign: boolean;
  readonly autoCommit: boolean;
  /** What every agent of the project is told where a conversation begins; null: nothing. */
  readonly agentRules: string | null;
  readonly turnsMax: number | null;
  readonly agent: {
    readonly plugin: string;
    readonly runtime: string;
    readonly workspace: string;
    readonly credential: string;
  };
  readonly specialists: readonly SpecialistRules[];
  readonly naming: NamingRules;
  /** What the tracker is told of the work on an issue. */
  readonly moves: readonly IssueProgress[];
};

/** The checks that must be green: the policy's own list and nothing else, or else all that we run and all that spoke. */
export function listRequiredChecks(rules: Rules): Required {
  const { requiredChecks: named } = rules.policy;
  return named.length > 0 ? { names: named, others: "ignore" } : { names: rules.checks, others: "count" };
}

export function mayFix(rules: Rules): boolean {
  return rules.autonomy === "fix" || rules.autonomy === "land";
}

/** Only an automatic merge lands by itself, and autonomy is its ceiling. */
export function canLandByItself(rules: Rules): boolean {
  const rule = rules.reactions["approved-and-green"];
  return rules.autonomy === "land" && rule.auto && rule.action.kind === "merge";
}
