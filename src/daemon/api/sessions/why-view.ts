/** The reasons behind a session's state, as an argument: conclusion, what it rests on, what would change it. */
import type { AttentionColumn } from "../../../domain/words/attention/attention-view.ts";
import { isOpenChange } from "../../../domain/change/change.ts";
import type { WorkFacts } from "../../../domain/core/facts.ts";
import { isOpenIncident, type Incident } from "../../../domain/incident/incident.ts";
import type { Rules } from "../../../domain/model/rules.ts";
import { formatAttempt } from "../../../domain/words/sentence.ts";
import type { Session } from "../../../domain/session/session.ts";
import type { Fact } from "../../../protocol/daemon/error.ts";
import type { WhyStep, WhyView } from "../../../protocol/session/why.ts";
import type { Store } from "../../../store/open.ts";
import type { StoredEvent } from "../../../store/events.ts";
import type { BoardView } from "../fleet/board-view.ts";
import { toEventView } from "../events/event-view.ts";
import { listLandingFacts } from "../changes/landing-facts.ts";
import { toStatusView } from "./status-view.ts";

/** Events looked at, and steps shown: the last ones that say something. */
const EVENTS_READ = 60;
const STEPS_SHOWN = 12;

export function readWhyView(board: BoardView, store: Store, facts: WorkFacts, session: Session): WhyView {
  const status = toStatusView(board, facts, session);
  const { attention } = status;
  const rules = board.rulesOf(session.project);
  const events = store.events.ofSubject(session.id, { before: null, limit: EVENTS_READ }).toReversed();
  const act = attention.act.find(({ enabled }) => enabled);
  return {
    status,
    conclusion: `${session.id} ${states[attention.column]}: ${attention.why}`,
    steps: events.flatMap((event) => toSteps(board, event)).slice(-STEPS_SHOWN),
    notFixed: openIncidents(facts, session).flatMap((incident) => listNotFixed(incident, rules)),
    notLanding: facts.changes
      .filter(isOpenChange)
      .flatMap((change) => listLandingFacts(facts.project, change, rules, board.now)),
    changedBy: act === undefined ? null : { text: act.label, command: act.command },
  };
}

const states: Readonly<Record<AttentionColumn, string>> = {
  needs_you: "needs you",
  working: "is at work",
  checking: "is being checked",
  in_review: "is in review",
  landing: "is landing",
  done: "is done",
};

/** Signs of life say nothing about reasons. */
const quiet: readonly string[] = ["turn_progressed", "turn_probed", "due"];

function toSteps(board: BoardView, stored: StoredEvent): readonly WhyStep[] {
  const { at, seq, kind, told, why, effects } = toEventView(stored, board.redact);
  if (quiet.includes(kind) && why.length === 0) return [];
  // What came too late changed nothing, and is no reason for anything.
  if (effects.length === 0 && why.length > 0 && why.every((sentence) => sentence.startsWith("ignored: "))) return [];
  const step = (of: WhyStep["kind"], text: string): WhyStep => ({ at, kind: of, text, event: seq });
  return [
    step(kind === "command_given" ? "person" : "seen", told),
    ...why.map((sentence) => step("decided", sentence)),
    ...(effects.length === 0 ? [] : [step("done", effects.map((effect) => effect.replaceAll("_", " ")).join(", "))]),
  ];
}

function openIncidents({ changes }: WorkFacts, session: Session): readonly Incident[] {
  return [...session.incidents, ...changes.flatMap((change) => change.incidents)].filter(isOpenIncident);
}

const owed = { agent: "the agent", ci: "the checks", reviewer: "a reviewer", person: "you" } as const;

function listNotFixed({ trouble, summary, attempts, escalation, owedBy }: Incident, rules: Rules): readonly Fact[] {
  const name = trouble.replaceAll("_", " ");
  const max = findRetries(trouble, rules);
  const deed = trouble === "exited" ? "began again" : "told the agent";
  const told =
    max === null || attempts === 0 ? [] : [{ ok: true, name, text: `${deed}, ${formatAttempt(attempts, max)}` }];
  const raised = escalation.kind === "none" ? [] : [{ ok: null, name, text: "a person was notified" }];
  return [
    { ok: false, name, text: summary },
    ...told,
    ...raised,
    { ok: null, name, text: `waiting for ${owed[owedBy.kind]}` },
  ];
}

function findRetries(trouble: Incident["trouble"], { reactions }: Rules): number | null {
  if (trouble === "ci") return reactions["ci-failed"].retriesMax;
  if (trouble === "review") return reactions["changes-requested"].retriesMax;
  if (trouble === "conflict") return reactions["merge-conflicts"].retriesMax;
  return trouble === "exited" ? reactions["agent-exited"].retriesMax : null;
}
