/** What the HTTP interface and its clients may ask of the daemon. */
import type { Home } from "../config/home.ts";
import { limits } from "../domain/model/limits.ts";
import type { Engine } from "../engine/engine.ts";
import type { DailyBackups } from "./upkeep/backups.ts";
import { sweep, workspaceRoots } from "./upkeep/chores.ts";
import { cleanedUp } from "./upkeep/clean-up.ts";
import type { Close, Composed } from "./compose.ts";
import type { DaemonContext } from "./context.ts";
import { readableStore } from "./api/readable-store.ts";
import { dashboardAddress } from "./dashboard-address.ts";
import { diskUse } from "./upkeep/disk-use.ts";
import { examine } from "./examine.ts";
import { loginsOfAgents } from "./agent-logins.ts";
import { missingPrograms, repositoryNotes } from "./missing-programs.ts";
import { removeFinished } from "./upkeep/finished-workspaces.ts";
import { endIdleRuntimes } from "./upkeep/idle-runtimes.ts";
import { ownScreens } from "./own-screens.ts";
import { takeEnvironment, type GivenEnvironment } from "./process/take-environment.ts";
import { readText } from "./projects/project-files.ts";
import { isHandedOver } from "./slots/environment.ts";
import { agentVariableNames } from "./slots/project-agents.ts";
import { whenIdle } from "./upkeep/replace-when-idle.ts";

export type ContextParts = {
  readonly env: NodeJS.ProcessEnv;
  readonly home: Home;
  readonly engine: Engine;
  readonly deps: Composed;
  readonly backups: DailyBackups;
  readonly onShutDown: (how: "end" | "replace") => void;
  /** Secrets of the environment as it is now are redacted, too. */
  readonly learnSecrets: () => void;
  readonly later: (close: Close) => void;
};

export function contextOf(parts: ContextParts): DaemonContext {
  const { env, home, engine, deps, backups, onShutDown, later } = parts;
  const { store, projects, slots, redact, log, newId, clock, host } = deps;
  const startedAtMs = clock.wallMs();
  const told = { missingPrograms: missingPrograms(env), repositoryNotes: repositoryNotes(env) };
  const quotas = () => deps.brokers.all().map((broker) => broker.counts());
  const address = (): string => dashboardAddress(home)?.replace("http://", "") ?? "no address yet";
  return {
    store: readableStore(store),
    ...{ home, engine, redact, log, newId, clock, startedAtMs },
    projects: projects.registry,
    slotsOf: slots.slotsOf,
    ...{ troubleOf: slots.troubleOf, unread: slots.unread },
    here: (id) => slots.get(id)?.here,
    quotas,
    failingChannels: () => deps.channels.all(),
    agentDoors: deps.agentDoors,
    whyNoAgent: deps.whyNoAgent,
    ...{ loginOf: loginsOfAgents(env), ...told },
    settings: () => projects.settings(),
    configSource: (project) => {
      const file = project === null ? projects.homeConfig.file : project.configFile;
      return file === null ? null : { file, text: readText(file) ?? "", env };
    },
    hostClient: () => host,
    push: deps.push,
    ownScreens: ownScreens({ ...deps, home }),
    shutDown: (how) => {
      if (how === "end") onShutDown("end");
      else
        later(
          whenIdle(
            store,
            () => engine.now().countedMs,
            () => onShutDown("replace"),
          ),
        );
    },
    cleanUp: async () => {
      const finished = await removeFinished({ store, slotsOf: slots.slotsOf, placeOf: deps.places.kept });
      const old = await sweep(home, deps, limits.preparedInUseMs);
      await endIdleRuntimes(home, env, store);
      return cleanedUp([...finished.removed, ...old.removed], [...finished.kept, ...old.kept]);
    },
    takeEnvironment: (given) => takeOver(parts, given),
    diskUse: () => diskUse({ home, roots: workspaceRoots(deps), nowMs: () => performance.now() }),
    examine: () =>
      examine({
        ...{ home, env, store, projects, slots, startedAtMs, address, quotas },
        ...{
          whyNoAgent: deps.whyNoAgent,
          ...told,
          channels: deps.channels,
          networks: deps.networks,
          backups,
        },
        ...{ ceilings: deps.ceilings, diskRoom: deps.diskRoom },
      }),
  };
}

/** Files may name variables, and what lacked a token is tried again. */
async function takeOver(
  { env, deps, learnSecrets, engine }: ContextParts,
  given: GivenEnvironment,
): Promise<readonly string[]> {
  const { registry } = deps.projects;
  const names = agentVariableNames(registry.all());
  const changed = takeEnvironment(env, (name) => names.has(name) || isHandedOver(name), given);
  if (changed.length === 0 || given.isTrial) return changed;
  learnSecrets();
  deps.log.info({ changed }, "the environment of a shell was taken over");
  await registry.reload();
  const ids = registry.all().map(({ id }) => id);
  await deps.slots.refreshMissing(ids);
  // A program that a check lacked may be there now. A base that nobody has asked about is left alone.
  const failing = ids.filter((id) => {
    const health = deps.store.projects.get(id)?.base.health;
    return health?.kind === "red" || (health?.kind === "unknown" && health.gaveUp === true);
  });
  engine.take(
    failing.map((project) => ({
      news: {
        kind: "command_given",
        by: { kind: "ao", part: "environment" },
        command: { kind: "check_base", project },
      },
    })),
  );
  return changed;
}
