/** What the engine needs of the world, put together from the store, the projects and their plugins. */
import { join } from "node:path";
import type { Home } from "../config/home.ts";
import { limits } from "../domain/limits.ts";
import type { EngineDeps, Log } from "../engine/deps.ts";
import { ulidSource } from "../lib/ulid.ts";
import { failed } from "../slots/result.ts";
import type { Store } from "../store/open.ts";
import { environments } from "./environment.ts";
import { failpointFrom } from "./failpoint.ts";
import { fleetOf } from "./fleet.ts";
import type { Hints } from "./hints.ts";
import { Ports } from "./ports.ts";
import { openProjects, type Projects } from "./projects.ts";
import { wallClock } from "./wall-clock.ts";

export type Close = () => void | Promise<void>;

export type Surroundings = {
  readonly env: NodeJS.ProcessEnv;
  readonly home: Home;
  readonly store: Store;
  readonly log: Log;
  readonly redact: (text: string) => string;
  readonly hints: Hints;
  readonly later: (close: Close) => void;
};

export type Composed = EngineDeps & { readonly projects: Projects };

export async function compose(surroundings: Surroundings): Promise<Composed> {
  const { env, home, store, log, redact, hints, later } = surroundings;
  const projects = await openProjects({ home, env, store, log, nowMs: wallClock.wallMs, changed: hints.project });
  later(() => projects.close());
  const folderOf = (session: string): string => join(home.sessions, session);
  const ports = new Ports({ folderOf, live: () => liveSessions(store) });
  return {
    projects,
    store,
    slotsOf: () => undefined,
    rulesOf: projects.rulesOf,
    fleet: fleetOf(home.path, () => projects.settings().turnsMax, wallClock.wallMs),
    clock: wallClock,
    newId: ulidSource(wallClock.wallMs),
    redact,
    environmentOf: environments({ env, folderOf, portsOf: (session) => ports.of(session), namesFor: () => [] }),
    runCommand: () => Promise.resolve(failed("refused", "no project may run commands yet")),
    sweepMs: limits.sweepMs,
    log,
    failpoint: failpointFrom(env),
  };
}

function liveSessions(store: Store): readonly string[] {
  return store.sessions.page({ live: true, project: null, before: null, limit: LIVE_MAX }).map(({ id }) => id);
}

const LIVE_MAX = 10_000;
