/** Escalation climbs one stage at a time and tells each stage once: the orchestrator agent if there is one, then a person. */
import { orchestratorAsked, personNotified } from "./event-sentences.ts";
import { because, followUp, perform } from "./draft.ts";
import { sessionId, type ProjectId, type SessionId } from "./ids.ts";
import type { Incident } from "./incident.ts";
import { limits } from "./limits.ts";
import type { Priority } from "./rules.ts";
import { putIncident, type Home, type WorkDraft } from "./work.ts";

/** The session that an orchestrator agent of a project runs in. */
export const orchestratorSession = (project: ProjectId): SessionId => sessionId(`${project}-orchestrator`);

export function escalate(draft: WorkDraft, home: Home, incident: Incident, priority: Priority = "urgent"): void {
  if (incident.escalation.kind !== "none") return;
  const { session, project } = draft.facts;
  const own = orchestratorSession(project.id);
  if (!draft.rules.orchestrator || session === null || session.id === own) {
    tellPerson(draft, home, incident, priority);
    return;
  }
  const untilMs = draft.now.countedMs + limits.orchestratorAnswerMs;
  putIncident(draft, home, { ...incident, escalation: { kind: "orchestrator", untilMs } });
  followUp(draft, {
    kind: "escalation_raised",
    session: own,
    from: session.id,
    incident: incident.id,
    trouble: incident.trouble,
    summary: incident.summary,
  });
  because(draft, orchestratorAsked(incident));
}

/** The last stage: also when the orchestrator agent declined or stayed silent. */
export function tellPerson(draft: WorkDraft, home: Home, incident: Incident, priority: Priority = "urgent"): void {
  if (incident.escalation.kind === "person") return;
  putIncident(draft, home, { ...incident, escalation: { kind: "person", atMs: draft.now.countedMs } });
  perform(
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
  because(draft, personNotified(incident));
}
