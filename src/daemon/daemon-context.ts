/** What the HTTP interface and its clients may ask of the daemon. */
import type { HomePaths } from "../config/home.ts";
import { limits } from "../domain/model/limits.ts";
import type { Engine } from "../engine/engine.ts";
import type { DailyBackups } from "./upkeep/backups.ts";
import { sweepHome, listWorkspaceRoots } from "./upkeep/chores.ts";
import { countCleanedUp } from "./upkeep/clean-up.ts";
import type { Close, Composed } from "./compose.ts";
import type { DaemonContext } from "./context.ts";
import { createReadableStore } from "./api/readable-store.ts";
import { readDashboardAddress } from "./dashboard-address.ts";
import { measureDiskUse } from "./upkeep/disk-use.ts";
import { examine } from "./doctor/examine.ts";
import { createLoginReader } from "./agents/agent-logins.ts";
import { createMissingPrograms, createRepositoryNotes } from "./doctor/missing-programs.ts";
import { removeFinished } from "./upkeep/finished-workspaces.ts";
import { endIdleRuntimes } from "./upkeep/idle-runtimes.ts";
import { createOwnScreens } from "./screens/own-screens.ts";
import { takeEnvironment, type GivenEnvironment } from "./process/take-environment.ts";
import { readText } from "./projects/project-files.ts";
import { isHandedOver } from "./project-plugins/sandbox/environment.ts";
import { listAgentVariableNames } from "./project-plugins/agents/project-agents.ts";
import { waitForIdle } from "./upkeep/replace-when-idle.ts";

export type ContextParts = {
  readonly env: NodeJS.ProcessEnv;
  readonly home: HomePaths;
  readonly engine: Engine;
  readonly deps: Composed;
  readonly backups: DailyBackups;
  readonly onShutDown: (how: "end" | "replace") => void;
  /** Secrets of the environment as it is now are redacted, too. */
  readonly learnSecrets: () => void;
  readonly later: (close: Close) => void;
};

export function createContext(parts: ContextParts): DaemonContext {
  const { env, home, engine, deps, backups, onShutDown, later } = parts;
  const { store, projects, slots, redact, log, newId, clock, host } = deps;
  const startedAtMs = clock.wallMs();
  const told = { missingPrograms: createMissingPrograms(env), repositoryNotes: createRepositoryNotes(env) };
  const quotas = () => deps.brokers.all().map((broker) => broker.counts());
  const address = (): string => readDashboardAddress(home)?.replace("http://", "") ?? "no address yet";
  return {
    store: createReadableStore(store),
    ...{ home, engine, redact, log, newId, clock, startedAtMs },
    projects: projects.registry,
    slotsOf: slots.slotsOf,
    ...{ troubleOf: slots.troubleOf, unread: slots.unread },
    here: (id) => slots.get(id)?.here,
    quotas,
    failingChannels: () => deps.channels.all(),
    agentDoors: deps.agentDoors,
    whyNoAgent: deps.whyNoAgent,
    ...{ loginOf: createLoginReader(env), ...told },
    settings: () => projects.settings(),
    configSource: (project) => {
      const file = project === null ? projects.homeConfig.file : project.configFile;
      return file === null ? null : { file, text: readText(file) ?? "", env };
    },
    hostClient: () => host,
    push: deps.push,
    ownScreens: createOwnScreens({ ...deps, home }),
    shutDown: (how) => {
      if (how === "end") onShutDown("end");
      else
        later(
          waitForIdle(
            store,
            () => engine.now().countedMs,
            () => onShutDown("replace"),
          ),
        );
    },
    cleanUp: async () => {
      const finished = await removeFinished({ store, slotsOf: slots.slotsOf, placeOf: deps.places.kept });
      const old = await sweepHome(home, deps, limits.preparedInUseMs);
      await endIdleRuntimes(home, env, store);
      return countCleanedUp([...finished.removed, ...old.removed], [...finished.kept, ...old.kept]);
    },
    takeEnvironment: (given) => takeOver(parts, given),
    diskUse: () => measureDiskUse({ home, roots: listWorkspaceRoots(deps), nowMs: () => performance.now() }),
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
  const names = listAgentVariableNames(registry.all());
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
