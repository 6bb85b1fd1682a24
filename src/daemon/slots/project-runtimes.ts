/** The runtimes as one project uses them: in its sandbox. */
import { join } from "node:path";
import type { Home } from "../../config/home.ts";
import type { Session } from "../../domain/session.ts";
import { asRefPart } from "../../lib/git/ref-name.ts";
import type { RuntimePlugin, TurnLaunch } from "../../slots/runtime.ts";
import { limitsFor } from "../agent-limits.ts";
import { failed, type SlotResult } from "../../slots/result.ts";
import { confineFor, type Argv } from "./confine-for.ts";
import { confinedRuntime } from "./confined-runtime.ts";
import type { Ground } from "../ground.ts";
import { endBeside } from "../own-screens.ts";
import { accessFor } from "./project-agents.ts";
import type { ProjectSite } from "./project-site.ts";

export function projectRuntimes(ground: Ground, site: ProjectSite): ReadonlyMap<string, RuntimePlugin> {
  const around = {
    confine: (launch: TurnLaunch) => confined(ground, site, launch),
    ceilingOf: (launch: TurnLaunch) => {
      const session = ground.store.sessions.get(launch.session);
      if (session === null) return undefined;
      const limits = limitsFor(site.project, session);
      const disk = { bytes: limits.diskBytes, folders: foldersOf(ground.home, session, launch) };
      return { ...ground.machine.ceiling(limits), disk };
    },
    before: (runtime: RuntimePlugin, launch: TurnLaunch) => endBeside(runtime, ground.home.turns, launch),
    started: ground.turnStarted,
  };
  return new Map([...ground.runtimes].map(([name, runtime]) => [name, confinedRuntime(runtime, around)]));
}

/** What the session's programs can fill: workspace, repository, logs and conversation. */
const foldersOf = (
  { repositories, sessions }: Home,
  { project, id }: Session,
  { cwd }: TurnLaunch,
): readonly string[] => [cwd, join(repositories, project, asRefPart(id)), join(sessions, id)];

async function confined(ground: Ground, site: ProjectSite, launch: TurnLaunch): Promise<SlotResult<Argv>> {
  const session = ground.store.sessions.get(launch.session);
  if (session === null) return failed("refused", `session ${launch.session} is not stored`);
  return confineFor(
    ground,
    { site, session, access: accessFor(site.project, session.agent), turn: launch.turn },
    launch,
  );
}
