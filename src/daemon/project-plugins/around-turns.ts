/** What is laid around the program of a turn: its confinement, what it may take, and that nothing runs beside it. */
import { join } from "node:path";
import type { HomePaths } from "../../config/home.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import type { AroundTurns } from "../../engine/deps.ts";
import { encodeRefName } from "../../lib/git/refs/ref-name.ts";
import { failed, ok } from "../../slots/result.ts";
import type { TurnLaunch } from "../../slots/runtime.ts";
import { chooseLimits } from "../agents/agent-limits.ts";
import type { PluginServices } from "../plugin-services.ts";
import { endBeside } from "../screens/own-screens.ts";
import { confineFor } from "./sandbox/confine-for.ts";
import { findAccess } from "./agents/agent-settings.ts";
import type { ProjectSite } from "./project-site.ts";

export function createAroundTurns(
  services: PluginServices,
  siteOf: (project: ProjectId) => ProjectSite | undefined,
): AroundTurns {
  const confine: AroundTurns["confine"] = async (launch) => {
    const session = services.store.sessions.get(launch.session);
    if (session === null) return failed("refused", `session ${launch.session} is not stored`);
    const site = siteOf(session.project);
    if (site === undefined) return failed("unavailable", `project ${session.project} is not loaded`);
    const access = findAccess(site.project, session.agent);
    const confinement = await confineFor(services, { site, session, access, turn: launch.turn }, launch);
    if (!confinement.ok) return confinement;
    const limits = chooseLimits(site.project, session);
    const disk = { bytes: limits.diskBytes, folders: listFolders(services.home, session, launch) };
    const ceiling = { ...services.machine.ceiling(limits), disk };
    return ok({ ...launch, ceiling, confinement: confinement.value });
  };
  return {
    confine,
    endBeside: (runtime, session) => endBeside(runtime, services.home.turns, session),
    started: services.turnStarted,
  };
}

/** What the session's programs can fill: workspace, repository, logs and conversation. */
const listFolders = (
  { repositories, sessions }: HomePaths,
  { project, id }: Session,
  { cwd }: TurnLaunch,
): readonly string[] => [cwd, join(repositories, project, encodeRefName(id)), join(sessions, id)];
