/**
 * The core. Given what is known of one subject, its rules, what was observed and the time, `decide` says what is known
 * next, what is to be done, and why. It is pure: the same arguments always give the same decision.
 */
import type { Actor } from "./actor.ts";
import { onBaseChecked, onBaseObserved, onProjectEffectFailed } from "../checks/base-health.ts";
import { onCandidateNews } from "../landing/candidate-life.ts";
import { withoutFlakes } from "../checks/check.ts";
import { notePublished, onBaseSettled, onChangeObserved, onChangeLanded, settle } from "../change/settle-change.ts";
import type { Command } from "./command.ts";
import { onCommand } from "./carry-out-command.ts";
import { onDue } from "../incident/deadlines.ts";
import { because, begin, finish, type Draft } from "./draft.ts";
import type { Decision, Facts, IssueFacts, ProjectFacts } from "./facts.ts";
import { momentOf, tellTracker } from "../issue/issue-moment.ts";
import { onIssueAssigned, onIssueObserved, onTextApproved } from "../issue/follow-issue.ts";
import { onLandingFailed } from "../landing/rejected.ts";
import { lateBecause } from "./late-news.ts";
import { onLateWork } from "../turn/late-work.ts";
import type { Now } from "../model/now.ts";
import { isCommandAbout, isNewsAbout } from "./news-subjects.ts";
import type { Observation } from "./observation.ts";
import type { Rules } from "../model/rules.ts";
import { onEffectFailed } from "../session/effect-failed.ts";
import { onChecksOutdated } from "../checks/outdated-checks.ts";
import { onProjectCommand } from "./project-commands.ts";
import { onPublishRefused } from "../change/publishing.ts";
import { onIssueChanged, onSessionNews } from "../session/session-news.ts";
import { unreachable } from "../model/unreachable.ts";
import { changeOf, keepClocks, patchChange, type WorkDraft } from "./work-draft.ts";

export function decide(facts: Facts, rules: Rules, observation: Observation, now: Now): Decision {
  switch (facts.kind) {
    case "work":
      return conclude(begin(facts, rules, observation, now), onWorkThenClocks, onLateWork);
    case "candidate":
      return conclude(begin(facts, rules, observation, now), onCandidateNews);
    case "issue":
      return conclude(begin(facts, rules, observation, now), onIssue);
    case "project":
      return conclude(begin(facts, rules, observation, now), onProject);
    default:
      return unreachable(facts);
  }
}

type Handler<F extends Facts> = (draft: Draft<F>, observation: Observation) => void;

function conclude<F extends Facts>(draft: Draft<F>, on: Handler<F>, onLate: Handler<F> = () => undefined): Decision {
  const late = lateBecause(draft.facts, draft.observation);
  if (late === null) on(draft, draft.observation);
  else {
    because(draft, `ignored: ${late}`);
    onLate(draft, draft.observation);
  }
  return finish(draft);
}

function onWorkThenClocks(draft: WorkDraft, observation: Observation): void {
  const before = momentOf(draft.facts);
  onWork(draft, observation);
  keepClocks(draft);
  tellTracker(draft, before);
}

function onWork(draft: WorkDraft, observation: Observation): void {
  if (isNewsAbout("candidate", observation) || isNewsAbout("issue", observation)) return;
  if (isNewsAbout("project", observation)) return;
  switch (observation.kind) {
    case "command_given":
      return onWorkCommand(draft, observation.by, observation.command);
    case "change_observed":
      notePublished(draft, observation.published);
      return onChangeObserved(draft, observation.change);
    case "checks_finished":
      return onChecksFinished(draft, observation);
    case "base_settled":
      return onBaseSettled(draft, observation.change);
    case "checks_outdated":
      return onChecksOutdated(draft, observation);
    case "change_landed":
      return onChangeLanded(draft, observation.change, observation.commit);
    case "landing_failed":
      return onLandingFailed(draft, observation);
    case "publish_refused":
      return onPublishRefused(draft, observation);
    case "issue_changed":
      return onIssueChanged(draft, observation);
    case "effect_failed":
      return onEffectFailed(draft, observation);
    case "due":
      return onDue(draft);
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
      return onSessionNews(draft, observation);
    default:
      return unreachable(observation);
  }
}

function onWorkCommand(draft: WorkDraft, by: Actor, command: Command): void {
  if (isCommandAbout("issue", command) || isCommandAbout("project", command)) return;
  onCommand(draft, by, command);
}

function onChecksFinished(draft: WorkDraft, observation: Extract<Observation, { kind: "checks_finished" }>): void {
  if (observation.of.kind !== "change") return;
  const change = changeOf(draft, observation.of.change);
  if (change.round.kind !== "asked") return;
  const results = withoutFlakes(observation.results, change.round.passed);
  patchChange(draft, change.id, { round: { ...change.round, kind: "reported", results } });
  settle(draft, change.id);
}

function onIssue(draft: Draft<IssueFacts>, observation: Observation): void {
  if (observation.kind === "issue_observed") onIssueObserved(draft, observation);
  if (observation.kind === "issue_assigned") onIssueAssigned(draft, observation.session);
  if (observation.kind === "command_given" && observation.command.kind === "approve_text") {
    onTextApproved(draft, observation.command.text, observation.by);
  }
}

function onProject(draft: Draft<ProjectFacts>, observation: Observation): void {
  if (observation.kind === "base_observed") onBaseObserved(draft, observation);
  if (observation.kind === "effect_failed") onProjectEffectFailed(draft, observation);
  if (observation.kind === "checks_finished" && observation.of.kind === "base") onBaseChecked(draft, observation);
  if (observation.kind === "command_given" && isCommandAbout("project", observation.command))
    onProjectCommand(draft, observation.command);
}
