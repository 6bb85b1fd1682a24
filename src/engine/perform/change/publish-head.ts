import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import type { Session } from "../../../domain/session/session.ts";
import { findSessionPlugins, type Performer } from "../context.ts";
import { listEvidence } from "./evidence.ts";

/** Puts the session's head where others see it, and opens its change. Done twice it finds the same commit there. */
export const publishHead: Performer<"publish_head"> = async (effect, { deps, maybeDone }) => {
  const { session, slots } = findSessionPlugins(deps, effect.session);
  // A session that ends does not wait for a forge that is away: its work is rescued.
  const isGivenUp = session.phase.kind === "ending" && maybeDone;
  if (session.publishing !== effect.head || isGivenUp) return succeedWith();
  const base = deps.store.projects.get(session.project)?.base.branch ?? "";
  const { branch, title, task: body } = session;
  const published = await slots.scm.publish({
    session: session.id,
    branch,
    base,
    head: effect.head,
    replaces: effect.replaces,
    title,
    body,
    trailers: formatTrailers(session),
    evidence: listEvidence(session, null),
  });
  if (!published.ok) return toOutcome(published.error);
  if (published.value.kind === "refused") {
    return succeedWith({
      kind: "publish_refused",
      session: session.id,
      head: effect.head,
      theirs: published.value.theirs,
    });
  }
  const { change } = published.value;
  return succeedWith({ kind: "change_observed", project: session.project, change, published: effect.head });
};

function formatTrailers({ role, agent }: Session): readonly string[] {
  const issue = role.kind === "worker" && role.issue !== null ? [`Issue: ${role.issue}`] : [];
  return [...issue, `Agent: ${agent.plugin}`];
}
