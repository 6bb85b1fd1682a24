/** What was seen, in one sentence for people: the timeline's words for an observation. */
import { formatActor } from "../core/actor.ts";
import type { CheckResult } from "../checks/check.ts";
import type { Command } from "../core/command.ts";
import type { Observation, TurnResult } from "../core/observation.ts";
import { cut, stripSentence, quote, shortenCommit, listSome } from "./sentence.ts";
import type { CheckSubject } from "../core/subject.ts";
import { unreachable } from "../model/unreachable.ts";

const LENGTH_MAX = 320;

export function describeObservation(observation: Observation): string {
  return cut(describeSeen(observation), LENGTH_MAX);
}

function describeSeen(seen: Observation): string {
  switch (seen.kind) {
    case "command_given":
      return `${formatActor(seen.by)}: ${describeCommand(seen.command)}`;
    case "turn_ended":
      return `the turn ended: ${describeResult(seen.result)}`;
    case "question_asked":
      return `the agent waits for a person: ${quote(seen.text)}`;
    case "turn_progressed":
      return seen.words === "" ? "the agent works on" : `the agent said ${quote(seen.words)}`;
    case "turn_probed":
      return probeNews(seen);
    case "checks_finished":
      return `checks of ${nameChecked(seen.of)} finished: ${describeVerdicts(seen.results)}`;
    case "change_observed":
      return `change ${seen.change.id} is ${seen.change.state.kind} at ${shortenCommit(seen.change.head.commit)}`;
    case "issue_observed":
      return `issue ${seen.issue.id} is ${seen.issue.state.kind}: ${quote(seen.issue.title)}`;
    case "effect_failed":
      return `${seen.effect.replaceAll("_", " ")} failed: ${seen.why}`;
    case "workspace_created":
    case "workspace_committed":
    case "workspace_removed":
      return describeWorkspaceNews(seen);
    case "publish_refused":
      return `${shortenCommit(seen.head)} was not published: somebody put ${shortenCommit(seen.theirs)} there`;
    case "candidate_conflicted":
      return `change ${seen.change} collides in ${listSome(seen.paths)}`;
    case "landing_blocked":
      return `the person's checkout is in the way: ${listSome(seen.paths)}`;
    case "issue_assigned":
    case "issue_changed":
    case "setup_finished":
    case "turn_granted":
    case "wait_over":
    case "turn_written":
    case "turn_acknowledged":
    case "steer_refused":
    case "turn_withdrawn":
    case "workspace_lost":
    case "question_answered":
    case "base_observed":
    case "base_settled":
    case "checks_outdated":
    case "candidate_planned":
    case "candidate_built":
    case "candidate_abandoned":
    case "candidate_base_settled":
    case "candidate_landed":
    case "landing_refused":
    case "landing_failed":
    case "change_landed":
    case "due":
      return brief[seen.kind];
    default:
      return unreachable(seen);
  }
}

const probeNews = ({ alive }: Extract<Observation, { kind: "turn_probed" }>): string =>
  alive.known
    ? `the agent's process is ${alive.value ? "there" : "gone"}`
    : `the agent's process could not be seen: ${stripSentence(alive.why)}`;

const brief = {
  issue_assigned: "the issue was given to a session",
  issue_changed: "its issue was changed",
  setup_finished: "the set-up finished",
  turn_granted: "a turn was granted",
  wait_over: "the session it was to begin after is over",
  turn_written: "the message was handed over",
  turn_acknowledged: "the agent has read the message",
  steer_refused: "the agent takes no word while it works",
  workspace_lost: "the workspace was gone before the turn began; it is made again",
  turn_withdrawn: "the turn was not begun: its message no longer held",
  question_answered: "the agent has its answer",
  base_observed: "the base was seen",
  base_settled: "it is known again whether the base is green",
  checks_outdated: "its checks are run again: what they depend on has changed",
  candidate_planned: "a candidate was planned",
  candidate_built: "the candidate was built",
  candidate_abandoned: "a change has left the candidate",
  candidate_base_settled: "it is known again whether the base of the candidate is green",
  candidate_landed: "the candidate landed",
  landing_refused: "the landing was refused: something moved meanwhile",
  landing_failed: "the change did not land",
  change_landed: "the change landed",
  due: "the time was up",
} as const satisfies Partial<Record<Observation["kind"], string>>;

type WorkspaceNews = Extract<Observation, { kind: "workspace_created" | "workspace_committed" | "workspace_removed" }>;

function describeWorkspaceNews(seen: WorkspaceNews): string {
  if (seen.kind === "workspace_created") return `the workspace was made at ${seen.path}`;
  if (seen.kind === "workspace_removed")
    return seen.rescueRef === null ? "the workspace was removed" : `the work was saved as ${seen.rescueRef}`;
  return seen.byHand === true
    ? `somebody committed ${shortenCommit(seen.head.commit)} in the workspace`
    : "what was left uncommitted was committed";
}

function describeCommand(command: Command): string {
  switch (command.kind) {
    case "start_session":
      return `start ${quote(command.session.title)}`;
    case "send":
      return quote(command.text);
    case "answer":
      return `answer ${quote(command.text)}`;
    case "approve_reaction":
    case "approve_remark":
    case "approve_text":
    case "check_base":
    case "check_change":
    case "decline_reaction":
    case "interrupt":
    case "land":
    case "pause_project":
    case "pause":
    case "release":
    case "restart":
    case "restore":
    case "resume_project":
    case "resume":
    case "stop":
    case "take_over":
    case "unqueue":
    case "move_in_queue":
    case "recall_turns":
      return command.kind.replaceAll("_", " ");
    default:
      return unreachable(command);
  }
}

function describeResult(result: TurnResult): string {
  switch (result.kind) {
    case "done":
      return "done";
    case "asked":
      return `it asks ${quote(result.text)}`;
    case "interrupted":
      return "it was interrupted";
    case "failed":
      return `it failed: ${stripSentence(result.why)}`;
    case "never_started":
      return `it never began: ${stripSentence(result.why)}`;
    case "limit_reached":
      return "a limit of the provider was reached";
    default:
      return unreachable(result);
  }
}

const nameChecked = (of: CheckSubject): string =>
  of.kind === "change" ? of.change : of.kind === "candidate" ? `candidate ${of.candidate}` : "the base";

function describeVerdicts(results: readonly CheckResult[]): string {
  const failed = results.filter(({ verdict }) => verdict === "failed").map(({ name }) => name);
  if (failed.length > 0) return `${listSome(failed)} failed`;
  const broken = results.filter(({ verdict }) => verdict === "infrastructure").map(({ name }) => name);
  return broken.length > 0 ? `${listSome(broken)} could not run` : `${results.length} without a failure`;
}
