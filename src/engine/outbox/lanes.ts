/** Effects of one lane are performed one after another, in the order they were decided; lanes run beside each other. */
import type { Effect } from "../../domain/core/effect.ts";
import { limits } from "../../domain/model/limits.ts";
import type { EffectSubject } from "../../domain/core/subject.ts";
import { unreachable } from "../../domain/model/unreachable.ts";

export function chooseEffectLane(effect: Effect): string {
  switch (effect.kind) {
    case "run_checks":
    case "cancel_checks":
    case "notify":
    case "run_action":
      return effect.key;
    case "build_candidate":
    case "land_candidate":
      return `candidate:${effect.candidate}`;
    case "answer_thread":
      return `change:${effect.change}`;
    case "close_issue":
    case "move_issue":
      return `issue:${effect.issue}`;
    case "create_workspace":
    case "run_setup":
    case "remove_workspace":
    case "commit_workspace":
    case "start_turn":
    case "steer_turn":
    case "answer_question":
    case "interrupt_turn":
    case "stop_turn":
    case "publish_head":
      return `session:${effect.session}`;
    default:
      return unreachable(effect);
  }
}

/** What an effect leans on: forges, disks and runtimes take only so much at once. */
export type SlotName = "workspace" | "runtime" | "scm" | "checks" | "tracker" | "notifier" | "command";

const slots: Record<Effect["kind"], SlotName> = {
  create_workspace: "workspace",
  run_setup: "workspace",
  remove_workspace: "workspace",
  commit_workspace: "workspace",
  start_turn: "runtime",
  steer_turn: "runtime",
  answer_question: "runtime",
  interrupt_turn: "runtime",
  stop_turn: "runtime",
  publish_head: "scm",
  build_candidate: "scm",
  land_candidate: "scm",
  answer_thread: "scm",
  run_checks: "checks",
  cancel_checks: "checks",
  close_issue: "tracker",
  move_issue: "tracker",
  notify: "notifier",
  run_action: "command",
};

export function chooseEffectSlot(effect: Effect): SlotName {
  return slots[effect.kind];
}

export function limitAttempts(effect: Effect): number {
  return effect.kind === "notify" ? limits.notifyAttemptsMax : limits.effectAttemptsMax;
}

/** It may well be at it for longer than anybody waits for a daemon to stop; its plugin keeps what comes of it. */
export function isLongRunning(effect: Effect): boolean {
  return effect.kind === "run_checks";
}

/** Checks take as long as they take; everything else that hangs is asked again. */
export function limitMs(effect: Effect): number {
  if (effect.kind === "run_checks") return limits.checksTimeoutMs;
  return effect.kind === "run_setup" ? limits.setupTimeoutMs : limits.effectTimeoutMs;
}

/** Whom an effect that was given up is reported to. */
export function findEffectSubject(effect: Effect): EffectSubject | null {
  switch (effect.kind) {
    case "run_checks":
    case "cancel_checks":
      if (effect.of.kind === "change") return { kind: "change", change: effect.of.change };
      return effect.of.kind === "candidate"
        ? { kind: "candidate", candidate: effect.of.candidate }
        : { kind: "project", project: effect.project };
    case "build_candidate":
    case "land_candidate":
      return { kind: "candidate", candidate: effect.candidate };
    case "answer_thread":
      return { kind: "change", change: effect.change };
    case "close_issue":
    case "move_issue":
      return { kind: "project", project: effect.project };
    case "notify":
      return null;
    case "create_workspace":
    case "run_setup":
    case "remove_workspace":
    case "commit_workspace":
    case "start_turn":
    case "steer_turn":
    case "answer_question":
    case "interrupt_turn":
    case "stop_turn":
    case "publish_head":
    case "run_action":
      return { kind: "session", session: effect.session };
    default:
      return unreachable(effect);
  }
}
