/** The runtimes as one project uses them: in its sandbox. */
import type { RuntimePlugin, TurnLaunch } from "../../slots/runtime.ts";
import { failed, ok, type SlotResult } from "../../slots/result.ts";
import { confineTurn } from "./confine-turn.ts";
import { confinedRuntime } from "./confined-runtime.ts";
import type { Ground } from "../ground.ts";
import { endBeside } from "../own-screens.ts";
import type { ProjectSite } from "./project-site.ts";

export function projectRuntimes(ground: Ground, site: ProjectSite): ReadonlyMap<string, RuntimePlugin> {
  const around = {
    confine: (launch: TurnLaunch) => confined(ground, site, launch),
    before: (runtime: RuntimePlugin, launch: TurnLaunch) => endBeside(runtime, ground.home.turns, launch),
    started: ground.turnStarted,
  };
  return new Map([...ground.runtimes].map(([name, runtime]) => [name, confinedRuntime(runtime, around)]));
}

type Argv = readonly [string, ...string[]];

async function confined(ground: Ground, site: ProjectSite, launch: TurnLaunch): Promise<SlotResult<Argv>> {
  if (!site.sandbox.ok) return failed("refused", `nothing was started: ${site.sandbox.why}`);
  const session = ground.store.sessions.get(launch.session);
  if (session === null) return failed("refused", `session ${launch.session} is not stored`);
  const { repository, project } = site;
  return ok(
    await confineTurn(
      {
        home: ground.home,
        sandbox: site.sandbox.sandbox,
        session,
        gitDir: repository.gitDir,
        defaultBranch: project.defaultBranch,
        checkout: repository.isBare ? null : repository.path,
      },
      launch,
    ),
  );
}
