/** Workspaces that finished sessions left behind (`ao stop --keep`): their work is saved, then they go to the trash. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SessionId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import type { Session } from "../../domain/session/session.ts";
import { toWorkspaceSpec } from "../../engine/perform/context.ts";
import type { ProjectSlots } from "../../slots/slots.ts";
import type { Store } from "../../store/open.ts";
import type { CleanedUp } from "../context.ts";
import { measureTree, createDeadline } from "../../lib/files/measure-tree.ts";
import type { WorkspacePlace } from "../project-plugins/workspaces/placed-workspace.ts";

export type FinishedOptions = {
  readonly store: Store;
  readonly slotsOf: (project: Session["project"]) => ProjectSlots | undefined;
  readonly placeOf: (session: SessionId) => WorkspacePlace | null;
  /** Only those of sessions that ended before; left out: all. */
  readonly endedBeforeMs?: number;
};

type Tidied = Pick<CleanedUp, "removed" | "kept">;

export async function removeFinished(options: FinishedOptions): Promise<Tidied> {
  const all: Tidied = { removed: [], kept: [] };
  const [removed, kept] = [[...all.removed], [...all.kept]];
  for (const session of iterateEndedSessions(options.store)) {
    if (!isEndedBefore(session, options.endedBeforeMs ?? Infinity)) continue;
    const place = options.placeOf(session.id);
    const path = place === null ? null : join(place.root, place.name);
    if (path === null || !existsSync(path)) continue;
    const { bytes } = await measureTree(path, { isOver: createDeadline(limits.diskLookMs) });
    const why = await remove(options, session);
    if (why === null) removed.push({ what: `workspace of ${session.id}`, path, bytes });
    else kept.push({ path, why });
  }
  return { removed, kept };
}

const isEndedBefore = ({ phase }: Session, ms: number): boolean => phase.kind === "ended" && phase.atMs < ms;

/** Null: it is gone from its place. */
async function remove({ slotsOf }: FinishedOptions, session: Session): Promise<string | null> {
  const workspace = slotsOf(session.project)?.workspace(session.agent.workspace);
  if (workspace === undefined) return `project ${session.project} is not open`;
  const rescued = await workspace.rescue(toWorkspaceSpec(session));
  if (!rescued.ok) return `its work could not be saved: ${rescued.error.message}`;
  const gone = await workspace.remove(toWorkspaceSpec(session));
  return gone.ok ? null : gone.error.message;
}

const PAGE = 500;

function* iterateEndedSessions(store: Store): Generator<Session> {
  for (let before: SessionId | null = null; ;) {
    const page: readonly Session[] = store.sessions.page({ live: false, project: null, before, limit: PAGE });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    before = last.id;
  }
}
