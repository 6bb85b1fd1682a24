/** Which specialist takes an issue: the one whose labels and skills meet it best, unless an excluded label stands on it. */
import type { SpecialistRules } from "../model/rules.ts";

export function matchSpecialist(
  labels: readonly string[],
  specialists: readonly SpecialistRules[],
): SpecialistRules | null {
  let best: { readonly specialist: SpecialistRules; readonly score: number } | null = null;
  for (const specialist of specialists) {
    const score = computeScore(labels, specialist);
    if (score > 0 && (best === null || score > best.score)) best = { specialist, score };
  }
  return best?.specialist ?? null;
}

/** A label of the filter weighs more than a skill of the same name; the first specialist of equals wins. */
function computeScore(labels: readonly string[], specialist: SpecialistRules): number {
  if (specialist.excludeLabels.some((label) => labels.includes(label))) return 0;
  const byLabel = specialist.labels.filter((label) => labels.includes(label)).length;
  const bySkill = specialist.skills.filter((skill) => labels.includes(skill)).length;
  return 2 * byLabel + bySkill;
}
