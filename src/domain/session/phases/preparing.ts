/** Preparing: what it is to begin after has landed, the workspace is made, then set up; the first message waits until both are done. */
import { giveReason, requestEffect } from "../../core/draft.ts";
import { escalate } from "../../incident/escalation.ts";
import type { SessionId } from "../../model/ids.ts";
import type { Observation } from "../../core/observation.ts";
import { enter, ensureIncident, onSession, patchSession, getSession, type WorkDraft } from "../../core/work-draft.ts";

export function handleWhilePreparing(draft: WorkDraft, observation: Observation): void {
  const session = getSession(draft);
  if (session.phase.kind !== "preparing") return;
  if (observation.kind === "wait_over" && session.phase.step === "waiting") {
    if (observation.landed) return beginNow(draft, session.id);
    return giveUpWaiting(draft, session.phase.after);
  }
  if (observation.kind === "workspace_created" && session.phase.step === "workspace") {
    patchSession(draft, { base: session.base ?? observation.base, head: session.head ?? observation.base });
    if (!draft.rules.setup) {
      enter(draft, { kind: "resting", workspacePath: observation.path });
      return;
    }
    enter(draft, { kind: "preparing", step: "setup" });
    requestEffect(
      draft,
      { kind: "run_setup", session: session.id, path: observation.path },
      `${session.id}:${observation.id}`,
    );
  }
  if (observation.kind === "setup_finished" && session.phase.step === "setup") {
    enter(draft, { kind: "resting", workspacePath: observation.path });
  }
}

function beginNow(draft: WorkDraft, session: SessionId): void {
  enter(draft, { kind: "preparing", step: "workspace" });
  requestEffect(draft, { kind: "create_workspace", session }, `${session}:${draft.observation.id}`);
  giveReason(draft, "what it waited for has landed");
}

/** Its work was meant to stand on that of the other; whether it still makes sense is for a person to say. */
function giveUpWaiting(draft: WorkDraft, after: SessionId | null): void {
  enter(draft, { kind: "preparing", step: "waiting", after: null });
  const summary = `Not started: ${after ?? "another session"} ended without landing`;
  escalate(draft, onSession, ensureIncident(draft, onSession, "effect", summary));
}
