/** What a turn cost is counted at its end; a budget that is used up by then is a person's matter. */
import { requestEffect } from "../core/draft.ts";
import { escalate } from "../incident/escalation.ts";
import { findOpen } from "../incident/incident.ts";
import type { TurnResult } from "../core/observation.ts";
import { sumSpentByAll, getSpentOn } from "../core/project.ts";
import { addUsage, computeTurnCost, isUsedUp, noUsage, type Context, type Usage } from "../model/usage.ts";
import {
  holdForTrouble,
  ensureIncident,
  onSession,
  patchProject,
  patchSession,
  getSession,
  type WorkDraft,
} from "../core/work-draft.ts";

type Cost = {
  readonly usage: Usage;
  readonly context?: Context;
  readonly words: string;
  readonly result: TurnResult;
};

/** Of a turn that was killed or crashed nobody may know what it cost; one that never began cost nothing. */
export const computeCost = ({ usage, result }: Pick<Cost, "usage" | "result">): Usage =>
  result.kind === "never_started" ? usage : computeTurnCost(usage);

/** Its process is gone, and nobody told what it cost. */
export const goneWithoutEnd: Cost = {
  ...{ usage: noUsage, words: "", result: { kind: "failed", why: "its process is gone" } },
};

export function countCost(draft: WorkDraft, { usage: told, context, words, result }: Cost): void {
  const session = getSession(draft);
  const usage = computeCost({ usage: told, result });
  const { dearestTurnUsd } = draft.facts.project;
  const spentToday = getSpentOn(draft.facts.project, draft.now);
  patchSession(draft, {
    spent: addUsage(session.spent, usage),
    lastWords: words === "" ? session.lastWords : words,
    ...(context === undefined ? {} : { context }),
  });
  patchProject(draft, {
    spentToday: { ...spentToday, usage: addUsage(spentToday.usage, usage) },
    dearestTurnUsd: Math.max(dearestTurnUsd, usage.usd),
  });
}

export function checkBudget(draft: WorkDraft): void {
  checkSessionBudget(draft);
  checkDayBudgets(draft);
}

/**
 * Also when a session is brought back: its last turn may have ended after it was stopped, and to be stopped has ended its
 * hold. One that ends or has ended begins no turn, so nobody waits for it.
 */
export function checkSessionBudget(draft: WorkDraft): void {
  const session = getSession(draft);
  const rule = draft.rules.reactions["budget-exceeded"];
  if (session.phase.kind === "ending" || session.phase.kind === "ended") return;
  if (!isUsedUp(session.spent, draft.rules.perSession, 0)) return;
  if (findOpen(session.incidents, "budget") !== undefined) return;
  const summary = `The session's budget is used up (${describeUsage(session.spent)})`;
  escalate(draft, onSession, ensureIncident(draft, onSession, "budget", summary), rule.priority);
  if (rule.action.kind === "pause") holdForTrouble(draft);
}

function checkDayBudgets(draft: WorkDraft): void {
  const { project } = draft.facts;
  const { dayStartsWallMs, usage } = project.spentToday;
  if (isUsedUp(usage, draft.rules.perDay, 0)) {
    const text = `Today's budget of ${project.id} is used up (${describeUsage(usage)}). Nothing starts in it before tomorrow.`;
    tellOfDay(draft, text, `budget:${project.id}:${dayStartsWallMs}`);
  }
  const byAll = sumSpentByAll([project, ...draft.facts.others], draft.now);
  if (isUsedUp(byAll, draft.rules.daemonPerDay, 0)) {
    const text = `Today's budget of all projects is used up (${describeUsage(byAll)}). Nothing starts before tomorrow.`;
    tellOfDay(draft, text, `budget:${dayStartsWallMs}`);
  }
}

function tellOfDay(draft: WorkDraft, text: string, key: string): void {
  const { id: project } = draft.facts.project;
  const { priority } = draft.rules.reactions["budget-exceeded"];
  requestEffect(draft, { kind: "notify", project, subject: { kind: "budget", project }, priority, text }, key);
}

/** A budget of tokens may be used up by turns that told no money. */
const describeUsage = ({ usd, tokens }: Usage): string => (usd > 0 ? `$${usd.toFixed(2)}` : `${tokens} tokens`);
