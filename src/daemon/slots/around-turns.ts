/** What is laid around the program of a turn: its confinement, what it may take, and that nothing runs beside it. */
import { join } from "node:path";
import type { Home } from "../../config/home.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import type { AroundTurns } from "../../engine/deps.ts";
import { asRefPart } from "../../lib/git/ref-name.ts";
import { failed, ok } from "../../slots/result.ts";
import type { TurnLaunch } from "../../slots/runtime.ts";
import { limitsFor } from "../agent-limits.ts";
import type { Ground } from "../ground.ts";
import { endBeside } from "../own-screens.ts";
import { confineFor } from "./confine-for.ts";
import { accessFor } from "./agent-settings.ts";
import type { ProjectSite } from "./project-site.ts";

export function aroundTurns(ground: Ground, siteOf: (project: ProjectId) => ProjectSite | undefined): AroundTurns {
  const confine: AroundTurns["confine"] = async (launch) => {
    const session = ground.store.sessions.get(launch.session);
    if (session === null) return failed("refused", `session ${launch.session} is not stored`);
    const site = siteOf(session.project);
    if (site === undefined) return failed("unavailable", `project ${session.project} is not loaded`);
    const access = accessFor(site.project, session.agent);
    const confinement = await confineFor(ground, { site, session, access, turn: launch.turn }, launch);
    if (!confinement.ok) return confinement;
    const limits = limitsFor(site.project, session);
    const disk = { bytes: limits.diskBytes, folders: foldersOf(ground.home, session, launch) };
    const ceiling = { ...ground.machine.ceiling(limits), disk };
    return ok({ ...launch, ceiling, confinement: confinement.value });
  };
  return {
    confine,
    endBeside: (runtime, session) => endBeside(runtime, ground.home.turns, session),
    started: ground.turnStarted,
  };
}

/** What the session's programs can fill: workspace, repository, logs and conversation. */
const foldersOf = (
  { repositories, sessions }: Home,
  { project, id }: Session,
  { cwd }: TurnLaunch,
): readonly string[] => [cwd, join(repositories, project, asRefPart(id)), join(sessions, id)];
