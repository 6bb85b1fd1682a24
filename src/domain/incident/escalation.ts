/**
 * A trouble that the agent does not end by itself becomes a person's: they are told of each incident at most once, and
 * what goes on meanwhile goes on.
 */
import { describePersonNotified } from "../words/event-sentences.ts";
import { giveReason, requestEffect } from "../core/draft.ts";
import type { Incident } from "./incident.ts";
import type { Priority } from "../model/rules.ts";
import { putIncident, type IncidentHome, type WorkDraft } from "../core/work-draft.ts";

export function escalate(
  draft: WorkDraft,
  home: IncidentHome,
  incident: Incident,
  priority: Priority = "urgent",
): void {
  if (incident.escalation.kind !== "none") return;
  putIncident(draft, home, { ...incident, escalation: { kind: "person", atMs: draft.now.countedMs } });
  requestEffect(
    draft,
    {
      kind: "notify",
      project: draft.facts.project.id,
      subject: {
        kind: "incident",
        incident: incident.id,
        trouble: incident.trouble,
        session: draft.facts.session?.id ?? null,
        change: home.kind === "change" ? home.change : null,
      },
      priority,
      text: incident.summary,
    },
    `incident:${incident.id}`,
  );
  giveReason(draft, describePersonNotified(incident));
}
