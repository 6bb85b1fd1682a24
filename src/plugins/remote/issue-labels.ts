/** What forges without states and priorities say by labels. */
import type { IssueProgress } from "../../domain/issue/issue.ts";

/** Absent: as below. `false`: not shown. A text: the label. */
export type LabelMoves = Readonly<Partial<Record<IssueProgress, boolean | string>>>;

const LABELS: Readonly<Record<Exclude<IssueProgress, "landed">, string>> = {
  started: "ao: working",
  change_opened: "ao: in review",
  escalated: "ao: needs you",
  stopped: "ao: stopped",
};

/** Null: this moment is not shown. */
export function chooseMomentLabel(moment: keyof typeof LABELS, moves: LabelMoves): string | null {
  const chosen = moves[moment] ?? true;
  if (chosen === false) return null;
  return typeof chosen === "string" ? chosen : LABELS[moment];
}

export function listOwnLabels(labels: readonly string[], moves: LabelMoves): readonly string[] {
  const chosen = Object.values(moves).filter((one) => typeof one === "string");
  return labels.filter((label) => label.startsWith("ao: ") || chosen.includes(label));
}

const PRIORITY_DEFAULT = 3;

/** A label `P1`, `priority: 1` or `priority/high`. */
export function parsePriority(labels: readonly string[]): number {
  const words: Readonly<Record<string, number>> = { critical: 1, urgent: 1, high: 2, medium: 3, low: 4 };
  for (const label of labels) {
    const [, digit, word] = /^(?:p|priority[\s:/-]*)(?:([1-5])|([a-z]+))$/i.exec(label.trim()) ?? [];
    const found = digit === undefined ? words[(word ?? "").toLowerCase()] : Number(digit);
    if (found !== undefined) return found;
  }
  return PRIORITY_DEFAULT;
}

export function replacePriority(labels: readonly string[], priority: number | undefined): readonly string[] {
  if (priority === undefined) return labels;
  const others = labels.filter((label) => !/^P[1-5]$/.test(label));
  return priority === PRIORITY_DEFAULT ? others : [...others, `P${priority}`];
}
