/** Preparing: the workspace is made, then set up; the first message waits until both are done. */
import { perform } from "../draft.ts";
import type { Observation } from "../observation.ts";
import { enter, patchSession, sessionOf, type WorkDraft } from "../work.ts";

export function whilePreparing(draft: WorkDraft, observation: Observation): void {
  const session = sessionOf(draft);
  if (session.phase.kind !== "preparing") return;
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
