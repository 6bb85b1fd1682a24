/** Looks for commits that somebody made in the workspace of a session at rest. */
import type { SessionId } from "../../domain/model/ids.ts";
import { isAtRest } from "../../domain/session/session.ts";
import type { Arrival } from "../inbox/arrival.ts";
import type { EngineDeps } from "../deps.ts";
import { findPlugins } from "../perform/context.ts";

export async function observeWorkspace(deps: EngineDeps, id: SessionId): Promise<readonly Arrival[]> {
  const session = deps.store.sessions.get(id);
  if (session === null || !isAtRest(session)) return [];
  const { workspace, spec } = findPlugins(deps, session);
  const inspected = await workspace.inspect(spec);
  if (!inspected.ok) {
    deps.log.warn({ sessionId: id, error: inspected.error }, "commits in a workspace were not taken over");
    return [];
  }
  const { head } = inspected.value;
  if (head.commit === session.head) return [];
  return [{ news: { kind: "workspace_committed", session: id, head, byHand: true } }];
}
