/** What a person asks of a project: to hold it, to let it go on, to check its base again. */
import { recheckBase } from "../checks/base-health.ts";
import type { ProjectCommand } from "./command.ts";
import type { Draft } from "./draft.ts";
import type { ProjectFacts } from "./facts.ts";
import { unreachable } from "../model/unreachable.ts";

export function handleProjectCommand(draft: Draft<ProjectFacts>, command: ProjectCommand): void {
  switch (command.kind) {
    case "pause_project":
      return setHold(draft, "pause");
    case "resume_project":
      return setHold(draft, null);
    case "check_base":
      return recheckBase(draft);
    default:
      return unreachable(command);
  }
}

function setHold(draft: Draft<ProjectFacts>, hold: "pause" | null): void {
  draft.facts = { ...draft.facts, project: { ...draft.facts.project, hold } };
}
