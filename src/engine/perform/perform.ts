/** One performer an effect; a new effect without one does not compile. */
import type { Effect, EffectKind } from "../../domain/core/effect.ts";
import type { EngineDeps } from "../deps.ts";
import type { EffectOutcome } from "../outbox/outcome.ts";
import { answerQuestion } from "./session/answer-question.ts";
import { answerThread } from "./change/answer-thread.ts";
import { buildCandidate } from "./change/build-candidate.ts";
import { cancelChecks } from "./change/cancel-checks.ts";
import { closeIssue } from "./close-issue.ts";
import { commitWorkspace } from "./session/commit-workspace.ts";
import type { PerformContext, Performer } from "./context.ts";
import { createWorkspace } from "./session/create-workspace.ts";
import { interruptTurn } from "./session/interrupt-turn.ts";
import { landCandidate } from "./change/land-candidate.ts";
import { moveIssue } from "./move-issue.ts";
import { notify } from "./notify.ts";
import { publishHead } from "./change/publish-head.ts";
import { removeWorkspace } from "./session/remove-workspace.ts";
import { runAction } from "./run-action.ts";
import { runChecks } from "./change/run-checks.ts";
import { runSetup } from "./session/run-setup.ts";
import { startTurn } from "./session/start-turn.ts";
import { steerTurn } from "./session/steer-turn.ts";
import { stopTurn } from "./session/stop-turn.ts";

export const performers: { readonly [Kind in EffectKind]: Performer<Kind> } = {
  create_workspace: createWorkspace,
  run_setup: runSetup,
  remove_workspace: removeWorkspace,
  commit_workspace: commitWorkspace,
  start_turn: startTurn,
  steer_turn: steerTurn,
  answer_question: answerQuestion,
  interrupt_turn: interruptTurn,
  stop_turn: stopTurn,
  publish_head: publishHead,
  run_checks: runChecks,
  cancel_checks: cancelChecks,
  build_candidate: buildCandidate,
  land_candidate: landCandidate,
  answer_thread: answerThread,
  close_issue: closeIssue,
  move_issue: moveIssue,
  notify,
  run_action: runAction,
};

export function performEffect<Kind extends EffectKind>(
  deps: EngineDeps,
  effect: Extract<Effect, { kind: Kind }>,
  circumstances: Omit<PerformContext, "deps">,
): Promise<EffectOutcome> {
  const performer: Performer<Kind> = performers[effect.kind];
  return performer(effect, { deps, ...circumstances });
}
