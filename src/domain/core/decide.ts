/**
 * The core. Given what is known of one subject, its rules, what was observed and the time, `decide` says what is known
 * next, what is to be done, and why. It is pure: the same arguments always give the same decision.
 */
import type { Actor } from "./actor.ts";
import { handleBaseChecked, handleBaseObserved, handleProjectEffectFailed } from "../checks/base-health.ts";
import { handleCandidateNews } from "../landing/candidate-life.ts";
import { excuseFlakes } from "../checks/check.ts";
import {
  notePublished,
  handleBaseSettled,
  handleChangeObserved,
  onChangeLanded,
  settleChange,
} from "../change/settle-change.ts";
import type { Command } from "./command.ts";
import { handleCommand } from "./carry-out-command.ts";
import { handleDue } from "../incident/deadlines.ts";
import { giveReason, openDraft, finish, type Draft } from "./draft.ts";
import type { Decision, Facts, IssueFacts, ProjectFacts } from "./facts.ts";
import { judgeProgress, tellTracker } from "../issue/issue-moment.ts";
import { handleIssueAssigned, handleIssueObserved, handleTextApproved } from "../issue/follow-issue.ts";
import { handleLandingFailed } from "../landing/rejected.ts";
import { explainLate } from "./late-news.ts";
import { handleLateWork } from "../turn/late-work.ts";
import type { Now } from "../model/now.ts";
import { isCommandAbout, isNewsAbout } from "./news-subjects.ts";
import type { Observation } from "./observation.ts";
import type { Rules } from "../model/rules.ts";
import { handleEffectFailed } from "../session/effect-failed.ts";
import { handleChecksOutdated } from "../checks/outdated-checks.ts";
import { handleProjectCommand } from "./project-commands.ts";
import { handlePublishRefused } from "../change/publishing.ts";
import { handleIssueChanged, handleSessionNews } from "../session/session-news.ts";
import { unreachable } from "../model/unreachable.ts";
import { getChange, keepClocks, patchChange, type WorkDraft } from "./work-draft.ts";

export function decide(facts: Facts, rules: Rules, observation: Observation, now: Now): Decision {
  switch (facts.kind) {
    case "work":
      return conclude(openDraft(facts, rules, observation, now), decideWorkThenClocks, handleLateWork);
    case "candidate":
      return conclude(openDraft(facts, rules, observation, now), handleCandidateNews);
    case "issue":
      return conclude(openDraft(facts, rules, observation, now), decideIssue);
    case "project":
      return conclude(openDraft(facts, rules, observation, now), decideProject);
    default:
      return unreachable(facts);
  }
}

type Handler<F extends Facts> = (draft: Draft<F>, observation: Observation) => void;

function conclude<F extends Facts>(draft: Draft<F>, on: Handler<F>, onLate: Handler<F> = () => undefined): Decision {
  const late = explainLate(draft.facts, draft.observation);
  if (late === null) on(draft, draft.observation);
  else {
    giveReason(draft, `ignored: ${late}`);
    onLate(draft, draft.observation);
  }
  return finish(draft);
}

function decideWorkThenClocks(draft: WorkDraft, observation: Observation): void {
  const before = judgeProgress(draft.facts);
  decideWork(draft, observation);
  keepClocks(draft);
  tellTracker(draft, before);
}

function decideWork(draft: WorkDraft, observation: Observation): void {
  if (isNewsAbout("candidate", observation) || isNewsAbout("issue", observation)) return;
  if (isNewsAbout("project", observation)) return;
  switch (observation.kind) {
    case "command_given":
      return onWorkCommand(draft, observation.by, observation.command);
    case "change_observed":
      notePublished(draft, observation.published);
      return handleChangeObserved(draft, observation.change);
    case "checks_finished":
      return handleChecksFinished(draft, observation);
    case "base_settled":
      return handleBaseSettled(draft, observation.change);
    case "checks_outdated":
      return handleChecksOutdated(draft, observation);
    case "change_landed":
      return onChangeLanded(draft, observation.change, observation.commit);
    case "landing_failed":
      return handleLandingFailed(draft, observation);
    case "publish_refused":
      return handlePublishRefused(draft, observation);
    case "issue_changed":
      return handleIssueChanged(draft, observation);
    case "effect_failed":
      return handleEffectFailed(draft, observation);
    case "due":
      return handleDue(draft);
    case "workspace_created":
    case "setup_finished":
    case "workspace_committed":
    case "workspace_removed":
    case "turn_granted":
    case "wait_over":
    case "turn_written":
    case "turn_acknowledged":
    case "turn_progressed":
    case "turn_ended":
    case "turn_probed":
    case "turn_withdrawn":
    case "workspace_lost":
    case "steer_refused":
    case "question_asked":
    case "question_answered":
      return handleSessionNews(draft, observation);
    default:
      return unreachable(observation);
  }
}

function onWorkCommand(draft: WorkDraft, by: Actor, command: Command): void {
  if (isCommandAbout("issue", command) || isCommandAbout("project", command)) return;
  handleCommand(draft, by, command);
}

function handleChecksFinished(draft: WorkDraft, observation: Extract<Observation, { kind: "checks_finished" }>): void {
  if (observation.of.kind !== "change") return;
  const change = getChange(draft, observation.of.change);
  if (change.round.kind !== "asked") return;
  const results = excuseFlakes(observation.results, change.round.passed);
  patchChange(draft, change.id, { round: { ...change.round, kind: "reported", results } });
  settleChange(draft, change.id);
}

function decideIssue(draft: Draft<IssueFacts>, observation: Observation): void {
  if (observation.kind === "issue_observed") handleIssueObserved(draft, observation);
  if (observation.kind === "issue_assigned") handleIssueAssigned(draft, observation.session);
  if (observation.kind === "command_given" && observation.command.kind === "approve_text") {
    handleTextApproved(draft, observation.command.text, observation.by);
  }
}

function decideProject(draft: Draft<ProjectFacts>, observation: Observation): void {
  if (observation.kind === "base_observed") handleBaseObserved(draft, observation);
  if (observation.kind === "effect_failed") handleProjectEffectFailed(draft, observation);
  if (observation.kind === "checks_finished" && observation.of.kind === "base") handleBaseChecked(draft, observation);
  if (observation.kind === "command_given" && isCommandAbout("project", observation.command))
    handleProjectCommand(draft, observation.command);
}
