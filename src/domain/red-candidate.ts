/** Green alone, red together with the base: told like any failure of the head, and over when it has landed. */
import { fingerprintOf, type CheckResult } from "./check.ts";
import { evidenceOf, failureVariables } from "./variables.ts";
import type { ChangeId } from "./ids.ts";
import type { Incident } from "./incident.ts";
import { limits } from "./limits.ts";
import { tell } from "./tell.ts";
import { changeOf, incidentFor, onChange, putIncident, type WorkDraft } from "./work.ts";

export function tellOfRedCandidate(draft: WorkDraft, id: ChangeId, failed: readonly CheckResult[]): void {
  const change = changeOf(draft, id);
  const names = failed.map((result) => result.name).join(", ");
  const opened = incidentFor(draft, onChange(change), "ci", `Green alone, red together with ${change.base}: ${names}`);
  const mark = landingMark + fingerprintOf(failed);
  const others = opened.fingerprintsSeen.filter((seen) => seen !== mark);
  const incident = { ...opened, fingerprintsSeen: [...others, mark].slice(-limits.fingerprintsKept) };
  putIncident(draft, onChange(change), incident);
  tell(draft, {
    home: onChange(change),
    incident,
    reaction: "ci-failed",
    failure: { head: change.head.commit, fingerprint: mark },
    variables: {
      ...failureVariables(draft, change, failed),
      errors: `Together with ${change.base}:\n${evidenceOf(failed)}`,
    },
  });
}

/** Begins a fingerprint of a failure that only appeared together with the base. */
const landingMark = "landing:";

export function isLandingFailure({ trouble, fingerprintsSeen }: Incident): boolean {
  return trouble === "ci" && fingerprintsSeen.some((seen) => seen.startsWith(landingMark));
}
