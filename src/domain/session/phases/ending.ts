/** Ending: the process is being stopped and the work rescued; nothing begins any more. */
import type { Observation } from "../../core/observation.ts";
import { enter, getSession, type WorkDraft } from "../../core/work-draft.ts";

export function handleWhileEnding(draft: WorkDraft, observation: Observation): void {
  const phase = getSession(draft).phase;
  if (phase.kind !== "ending" || observation.kind !== "workspace_removed") return;
  enter(draft, {
    kind: "ended",
    because: phase.because,
    rescueRef: observation.rescueRef,
    atMs: draft.now.countedMs,
    ...(phase.wasIdle === true ? { wasIdle: true } : {}),
  });
}
