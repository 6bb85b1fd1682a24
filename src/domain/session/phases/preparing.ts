/** Preparing: what it is to begin after has landed, the workspace is made, then set up; the first message waits until both are done. */
import { because, perform } from "../../core/draft.ts";
import { escalate } from "../../incident/escalation.ts";
import type { SessionId } from "../../model/ids.ts";
import type { Observation } from "../../core/observation.ts";
import { enter, incidentFor, onSession, patchSession, sessionOf, type WorkDraft } from "../../core/work-draft.ts";

export function whilePreparing(draft: WorkDraft, observation: Observation): void {
  const session = sessionOf(draft);
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
    perform(
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
  perform(draft, { kind: "create_workspace", session }, `${session}:${draft.observation.id}`);
  because(draft, "what it waited for has landed");
}

/** Its work was meant to stand on that of the other; whether it still makes sense is for a person to say. */
function giveUpWaiting(draft: WorkDraft, after: SessionId | null): void {
  enter(draft, { kind: "preparing", step: "waiting", after: null });
  const summary = `Not started: ${after ?? "another session"} ended without landing`;
  escalate(draft, onSession, incidentFor(draft, onSession, "effect", summary));
}
