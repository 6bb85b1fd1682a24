/** What the engine needs of the world, put together from the store, the projects and their plugins. */
import { join } from "node:path";
import type { Restored } from "../config/backup/parse-restored.ts";
import type { HomePaths } from "../config/home.ts";
import { sessionId, type SessionId } from "../domain/model/ids.ts";
import { limits } from "../domain/model/limits.ts";
import { getOpenTurn } from "../domain/session/session.ts";
import type { EngineDeps, NoticeSettings, Log } from "../engine/deps.ts";
import { createHostClient, type HostClient } from "../host/client.ts";
import type { FoundCeilings } from "../lib/ceiling/find-ceilings.ts";
import { findOwnProgram } from "../lib/own-program.ts";
import { createUlidSource } from "../lib/ulid.ts";
import { pluginsWith } from "../plugins/find-plugin.ts";
import { QuotaBrokers } from "../plugins/remote/quota/quota-broker.ts";
import type { HeldTurnsOptions } from "../plugins/runtime/shared/held-turns.ts";
import type { RuntimePlugin } from "../slots/runtime.ts";
import { readSettingsEnvironment } from "../plugins/workspace/shared/notes/session-settings.ts";
import type { Store } from "../store/open.ts";
import type { AgentDoor } from "../plugins/remote/agents/agent-door.ts";
import { AgentDoors } from "./agent-api/agent-doors.ts";
import { createAgentEnvironment } from "./agent-api/agent-environment.ts";
import { createProgramChecks } from "./project-plugins/agents/agent-programs.ts";
import { chooseNetwork, ProjectNetworks } from "./network/project-networks.ts";
import { ChannelHealth } from "./notices/channel-health.ts";
import { pluginPipeline } from "./project-plugins/plugin-pipeline.ts";
import { createEnvironments, type TurnEnvironment } from "./project-plugins/sandbox/environment.ts";
import { readDashboardAddress } from "./dashboard-address.ts";
import { openToken, createSessionTokens } from "./http/secrets.ts";
import { createFailpoint } from "./process/failpoint.ts";
import { listProjectAgents, openMachineLimits, type MachineLimits } from "./agents/agent-limits.ts";
import { createFleet, type FleetCapacity } from "./fleet.ts";
import type { PluginServices } from "./plugin-services.ts";
import type { Hints } from "./watch/hints.ts";
import { Ports } from "./project-plugins/workspaces/ports.ts";
import { listVariables } from "./project-plugins/agents/project-agents.ts";
import type { RegisteredProject } from "./context.ts";
import { hasSessionFolder } from "./session-folder.ts";
import { createProjectNotifiers, type ProjectNotifiers } from "./notices/project-notifiers.ts";
import { Projects } from "./projects/projects.ts";
import { PushBook } from "./notices/push-book.ts";
import { SlotsOfProjects } from "./project-plugins/project-slots.ts";
import { RefWatch } from "./watch/ref-watch.ts";
import { createCommandRunner } from "./project-plugins/run-command.ts";
import { Sandboxes } from "./project-plugins/sandbox/sandboxes.ts";
import { openDiskRoom, type DiskRoom } from "./upkeep/disk-room.ts";
import { collectRestoredNews } from "./upkeep/restored-news.ts";
import { TurnWatch } from "./watch/turn-watch.ts";
import { wallClock } from "./process/wall-clock.ts";
import { listSessionPaths, listTurnPaths } from "./project-plugins/agents/turn-paths.ts";
import { WorkspacePlaces } from "./project-plugins/workspaces/workspace-places.ts";

export type HowToEnd = "end" | "replace";
export type Close = (how: HowToEnd) => void | Promise<void>;

export type DaemonSurroundings = {
  readonly env: NodeJS.ProcessEnv;
  readonly home: HomePaths;
  readonly store: Store;
  readonly restored: Restored | null;
  readonly log: Log;
  readonly redact: (text: string) => string;
  readonly hints: Hints;
  readonly later: (close: Close) => void;
};

/** The engine's world, and what the rest of the daemon needs of it. */
export type Composed = EngineDeps & {
  readonly projects: Projects;
  readonly slots: SlotsOfProjects;
  readonly host: HostClient;
  readonly turnWatch: TurnWatch;
  readonly sandboxes: Sandboxes;
  readonly networks: ProjectNetworks;
  readonly places: WorkspacePlaces;
  /** By which means agents are held below their limits. */
  readonly ceilings: FoundCeilings;
  readonly diskRoom: DiskRoom;
  readonly runtimes: ReadonlyMap<string, RuntimePlugin>;
  readonly brokers: QuotaBrokers;
  readonly channels: ChannelHealth;
  readonly push: PushBook;
  readonly agentDoors: AgentDoors;
  readonly noticesOf: (project: RegisteredProject) => ProjectNotifiers;
};

export async function composeDaemon(surroundings: DaemonSurroundings): Promise<Composed> {
  const { env, home, store, restored, log, redact, hints, later } = surroundings;
  const host = createHostClient({ home: home.path, hostProgram: findOwnProgram("host") });
  later(() => host.close());
  const turnWatch = new TurnWatch({ turns: home.turns, look: hints.turn, log });
  later(() => turnWatch.closeAll());
  const sandboxes = new Sandboxes();
  const machine = await openMachineLimits({ env, home, store, log });
  later(machine.close);
  const findSandbox = (name: string) => sandboxes.find(name);
  const onMachine = await findRuntimes(surroundings, { host, limits: machine.turns, findSandbox });
  const [runtime = ""] = onMachine.keys();
  const projects = new Projects({ home, env, store, log, nowMs: wallClock.wallMs, sandboxes, runtime });
  later(() => projects.close());
  // What agents are given is asked for only when projects have their plugins.
  const agentDoors = new AgentDoors((id) => slots.get(id)?.agents ?? null);
  const networks = openNetworks(surroundings);
  later(() => networks.close());
  const diskRoom = openRoom(surroundings, projects);
  const fleet = openFleet(surroundings, { projects, machine, diskRoom });
  const ofMachine = { machine, isShortOfMemory: fleet.isShortOfMemory, runtimes: onMachine };
  const parts = { turnWatch, projects, sandboxes, networks, agentDoors, ...ofMachine };
  const services = createPluginServices(surroundings, parts);
  const slots: SlotsOfProjects = new SlotsOfProjects(services, projects);
  later(() => slots.close());
  const refWatch = new RefWatch(hints.project, log);
  later(() => refWatch.closeAll());
  followSettings(surroundings, { projects, slots, refWatch });
  await projects.restore();
  for (const { session, turn } of store.sessions.openTurns()) turnWatch.watch(turn, session);
  await restoreNetworks(services, projects);
  return {
    ...{ projects, slots, host, turnWatch, sandboxes, networks, store, redact, log, places: services.places },
    ...{ ceilings: machine.found, brokers: services.brokers, channels: services.channels, push: services.push },
    ...{ agentDoors, diskRoom, runtimes: onMachine, fleet: fleet.limits, clock: wallClock },
    ...noticeParts(services, projects),
    slotsOf: slots.slotsOf,
    rulesOf: (id) => projects.rulesOf(id),
    whyNoAgent: createProgramChecks({ env, slotsOf: slots.slotsOf, nowMs: wallClock.wallMs }),
    newId: createUlidSource(wallClock.wallMs),
    newsAtBoot: () => collectRestoredNews({ home, store, restored }),
    isNameUsed: (session) => hasSessionFolder(home, session),
    environmentOf: services.environmentOf,
    turnPaths: (of) => listTurnPaths(home, of),
    aroundTurns: pluginPipeline.turn(services, (id) => slots.get(id)?.site),
    runCommand: createCommandRunner(services, (id) => slots.get(id)?.site),
    sweepMs: limits.sweepMs,
    failpoint: createFailpoint(env),
  };
}

type Followers = Pick<Composed, "projects" | "slots"> & { readonly refWatch: RefWatch };

/** A project whose settings changed gets its plugins anew; what its git settings were accepted with is noted. */
function followSettings({ hints, log }: DaemonSurroundings, { projects, slots, refWatch }: Followers): void {
  projects.onChange(async (id) => {
    await slots.refresh(id);
    const site = slots.get(id)?.site;
    if (site === undefined) refWatch.forget(id);
    else refWatch.watch(id, site.repository.gitDir);
    hints.project(id);
    hints.settings();
  });
  projects.registry.onAccept(async (id) => {
    const answer = await slots.get(id)?.workspaces.guard.accept();
    if (answer?.ok === false) log.warn({ project: id, error: answer.error }, "git settings could not be accepted");
  });
}

function noticeParts(services: PluginServices, projects: Projects): Pick<Composed, "noticesOf" | "notices"> {
  const noticesOf = (project: RegisteredProject): ProjectNotifiers => createProjectNotifiers(services, project);
  const channelOf: NoticeSettings["channelOf"] = (id, name) => {
    const project = projects.open(id);
    return project === null ? null : noticesOf(project).channel(name);
  };
  return { noticesOf, notices: { timing: () => projects.settings().notices, channelOf } };
}

const openRoom = ({ home, log }: DaemonSurroundings, projects: Projects): DiskRoom =>
  openDiskRoom({ folder: home.path, settings: () => projects.settings().disk, nowMs: wallClock.wallMs, log });

type FleetSources = { readonly projects: Projects; readonly machine: MachineLimits; readonly diskRoom: DiskRoom };

function openFleet({ env, home }: DaemonSurroundings, { projects, machine, diskRoom }: FleetSources): FleetCapacity {
  return createFleet({
    ...{ folder: home.path, env, nowMs: wallClock.wallMs },
    turnsMax: () => projects.settings().turnsMax,
    agents: () => projects.registry.all().flatMap(listProjectAgents),
    used: machine.turns.used,
    observedBytes: machine.memory.observedBytes,
    refusedBy: diskRoom.refusedBy,
  });
}

/** By name, those that can be used here; `auto` is the first. */
async function findRuntimes(
  { env, home: { path: home } }: DaemonSurroundings,
  means: Omit<HeldTurnsOptions, "home">,
): Promise<ReadonlyMap<string, RuntimePlugin>> {
  const opened = await Promise.all(
    pluginsWith("runtime").map(async ({ plugin: { name }, part }) => {
      const runtime = await part.open({ home, ...means, path: env["PATH"] });
      return [name, runtime] as const;
    }),
  );
  return new Map(opened.flatMap(([name, runtime]) => (runtime === null ? [] : [[name, runtime] as const])));
}

type ServiceParts = Pick<Composed, "turnWatch" | "projects" | "sandboxes" | "networks" | "agentDoors"> &
  Pick<PluginServices, "runtimes" | "machine" | "isShortOfMemory">;

function createPluginServices(surroundings: DaemonSurroundings, parts: ServiceParts): PluginServices {
  const { turnWatch, projects } = parts;
  const { env, home, store, restored, log, redact } = surroundings;
  const folderOf = (session: string): string => join(home.sessions, session);
  const ports = new Ports({ folderOf, live: () => listLiveSessions(store) });
  return {
    ...{ home, env, store, restored, log, redact, sandboxes: parts.sandboxes, networks: parts.networks },
    ...{ runtimes: parts.runtimes, machine: parts.machine, isShortOfMemory: parts.isShortOfMemory },
    daemonSettings: () => projects.settings(),
    dashboard: () => readDashboardAddress(home),
    push: new PushBook({ file: home.push, nowMs: wallClock.wallMs }),
    places: new WorkspacePlaces(folderOf),
    brokers: new QuotaBrokers(wallClock),
    channels: new ChannelHealth(redact),
    clock: wallClock,
    logDirOf: (session) => join(folderOf(session), "logs"),
    turnStarted: (turn, session) => turnWatch.watch(turn, session),
    forgeHasNews: surroundings.hints.project,
    environmentOf: createEnvironments({
      ...{
        env,
        pathsOf: (session) => listSessionPaths(home, session),
        logDirOf: (session) => join(folderOf(session), "logs"),
      },
      settingsOf: ({ project, id }) => readSettingsEnvironment(join(home.projects, project, "git"), id),
      accessOf: ({ id, project }) => createAccess(home, id, parts.agentDoors.use(project)),
      portsOf: (session) => ports.of(session),
      namesFor: ({ project, agent }) => listVariables(projects.registry.loaded(project), agent),
    }),
  };
}

function openNetworks({ home, log, redact, store }: DaemonSurroundings): ProjectNetworks {
  return new ProjectNetworks({
    ...{ home, log, redact, proxyProgram: findOwnProgram("proxy"), address: () => readDashboardAddress(home) },
    isAtWork: (session) => {
      const stored = store.sessions.get(sessionId(session));
      return stored !== null && getOpenTurn(stored) !== null;
    },
  });
}

/** Turns run on while no daemon does, and so does their proxy; one that died in the meantime is started again. */
async function restoreNetworks(
  { store, networks, environmentOf, log }: PluginServices,
  { registry }: Projects,
): Promise<void> {
  const running = store.sessions.openTurns().flatMap(({ session: id, turn }) => {
    const session = store.sessions.get(id);
    const project = session === null ? undefined : registry.loaded(session.project);
    if (session === null || project === undefined) return [];
    return chooseNetwork(project, session.agent).kind === "full" ? [] : [{ session, project, turn }];
  });
  try {
    await networks.restore(
      await Promise.all(running.map(async (one) => ({ ...one, env: await environmentOf(one.session) }))),
    );
  } catch (error) {
    log.error({ error }, "the network proxy cannot be reached");
  }
}

/** A daemon that restarts comes back on its port, so that what a turn was given holds as long as the turn. */
function createAccess(home: HomePaths, session: SessionId, door: AgentDoor | null): TurnEnvironment {
  const address = readDashboardAddress(home);
  if (address === null) return {};
  const key = createSessionTokens(openToken(home.token)).make(session);
  const own = { AO_URL: address, AO_TOKEN: key };
  if (door === null) return own;
  const folder = join(home.sessions, session, "gh");
  return { ...own, ...createAgentEnvironment({ door, folder, key, paths: listSessionPaths(home, session), address }) };
}

function listLiveSessions(store: Store): readonly string[] {
  return store.sessions.page({ live: true, project: null, before: null, limit: LIVE_MAX }).map(({ id }) => id);
}

const LIVE_MAX = 10_000;
