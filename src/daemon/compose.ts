/** What the engine needs of the world, put together from the store, the projects and their plugins. */
import { join } from "node:path";
import type { Home } from "../config/home.ts";
import type { SessionId } from "../domain/ids.ts";
import { limits } from "../domain/limits.ts";
import type { EngineDeps, Log } from "../engine/deps.ts";
import { hostClient, type HostClient } from "../host/client.ts";
import { agentSocket } from "../host/socket-path.ts";
import { ownProgram } from "../lib/own-program.ts";
import { ulidSource } from "../lib/ulid.ts";
import { runtimes } from "../plugins/index.ts";
import { QuotaBrokers } from "../plugins/remote/quota-broker.ts";
import { usableTmux } from "../plugins/runtime/tmux/usable-tmux.ts";
import type { RuntimePlugin } from "../slots/runtime.ts";
import { settingsEnvironment } from "../plugins/workspace/shared/session-settings.ts";
import type { Store } from "../store/open.ts";
import type { AgentDoor } from "./agent-api/agent-door.ts";
import { AgentDoors } from "./agent-api/agent-doors.ts";
import { agentEnvironment } from "./agent-api/agent-environment.ts";
import { agentPrograms } from "./slots/agent-programs.ts";
import { ChannelHealth } from "./notices/channel-health.ts";
import { environments, type Environment } from "./slots/environment.ts";
import { dashboardAddress } from "./dashboard-address.ts";
import { openToken, sessionTokens } from "./http/secrets.ts";
import { failpointFrom } from "./process/failpoint.ts";
import { fleetOf } from "./fleet.ts";
import type { Ground } from "./ground.ts";
import type { Hints } from "./hints.ts";
import { Ports } from "./slots/ports.ts";
import { variablesFor } from "./slots/project-agents.ts";
import type { RegisteredProject } from "./context.ts";
import { projectNotifiers, type ProjectNotifiers } from "./notices/project-notifiers.ts";
import { Projects } from "./projects/projects.ts";
import { PushBook } from "./notices/push-book.ts";
import { SlotsOfProjects } from "./slots/project-slots.ts";
import { RefWatch } from "./ref-watch.ts";
import { commandRunner } from "./slots/run-command.ts";
import { Sandboxes } from "./slots/sandboxes.ts";
import { TurnWatch } from "./turn-watch.ts";
import { wallClock } from "./process/wall-clock.ts";
import { WorkspacePlaces } from "./slots/workspace-places.ts";

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

/** The engine's world, and what the rest of the daemon needs of it. */
export type Composed = EngineDeps & {
  readonly projects: Projects;
  readonly slots: SlotsOfProjects;
  readonly host: HostClient;
  readonly turnWatch: TurnWatch;
  readonly sandboxes: Sandboxes;
  readonly places: WorkspacePlaces;
  readonly brokers: QuotaBrokers;
  readonly channels: ChannelHealth;
  readonly push: PushBook;
  readonly agentDoors: AgentDoors;
  readonly noticesOf: (project: RegisteredProject) => ProjectNotifiers;
};

export async function compose(surroundings: Surroundings): Promise<Composed> {
  const { env, home, store, log, redact, hints, later } = surroundings;
  const host = hostClient({ home: home.path, hostProgram: ownProgram("host") });
  later(() => host.close());
  const turnWatch = new TurnWatch({ turns: home.turns, look: hints.turn, log });
  later(() => turnWatch.closeAll());
  const sandboxes = new Sandboxes();
  const onMachine = await runtimesOn(home, env, host);
  const runtime = onMachine.has("tmux") ? "tmux" : "process";
  const projects = new Projects({ home, env, store, log, nowMs: wallClock.wallMs, sandboxes, runtime });
  later(() => projects.close());
  // What agents are given is asked for only when projects have their plugins.
  const agentDoors = new AgentDoors((id) => slots.get(id)?.agents ?? null);
  const ground = groundOf(surroundings, { turnWatch, projects, sandboxes, runtimes: onMachine, agentDoors });
  const slots: SlotsOfProjects = new SlotsOfProjects(ground, (id) => projects.open(id));
  later(() => slots.close());
  const refWatch = new RefWatch(hints.project, log);
  later(() => refWatch.closeAll());
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
  await projects.restore();
  for (const { session, turn } of store.sessions.openTurns()) turnWatch.watch(turn, session);
  return {
    ...{ projects, slots, host, turnWatch, sandboxes, store, redact, log, places: ground.places },
    ...{ brokers: ground.brokers, channels: ground.channels, push: ground.push, agentDoors },
    noticesOf: (project) => projectNotifiers(ground, project),
    slotsOf: slots.slotsOf,
    rulesOf: (id) => projects.rulesOf(id),
    whyNoAgent: agentPrograms({ env, slotsOf: slots.slotsOf, nowMs: wallClock.wallMs }),
    fleet: fleetOf({
      ...{ folder: home.path, env, nowMs: wallClock.wallMs },
      turnsMax: () => projects.settings().turnsMax,
    }),
    clock: wallClock,
    newId: ulidSource(wallClock.wallMs),
    environmentOf: ground.environmentOf,
    runCommand: commandRunner(ground, (id) => slots.get(id)?.site),
    sweepMs: limits.sweepMs,
    failpoint: failpointFrom(env),
  };
}

/** By name; tmux only where there is one that can be used. */
async function runtimesOn(
  { path: home }: Home,
  env: NodeJS.ProcessEnv,
  host: HostClient,
): Promise<ReadonlyMap<string, RuntimePlugin>> {
  const tmux = await usableTmux(env["PATH"]);
  return new Map([
    ["process", runtimes.process({ home, host })],
    ...(tmux.ok ? [["tmux", runtimes.tmux({ home, host, tmux: tmux.program })] as const] : []),
  ]);
}

type GroundParts = Pick<Composed, "turnWatch" | "projects" | "sandboxes" | "agentDoors"> & Pick<Ground, "runtimes">;

function groundOf(surroundings: Surroundings, parts: GroundParts): Ground {
  const { turnWatch, projects } = parts;
  const { env, home, store, log, redact } = surroundings;
  const folderOf = (session: string): string => join(home.sessions, session);
  const ports = new Ports({ folderOf, live: () => liveSessions(store) });
  return {
    ...{ home, env, store, log, redact, sandboxes: parts.sandboxes, runtimes: parts.runtimes },
    daemonSettings: () => projects.settings(),
    dashboard: () => dashboardAddress(home),
    push: new PushBook({ file: home.push, nowMs: wallClock.wallMs }),
    places: new WorkspacePlaces(folderOf),
    brokers: new QuotaBrokers(wallClock),
    channels: new ChannelHealth(redact),
    logDirOf: (session) => join(folderOf(session), "logs"),
    turnStarted: (turn, session) => turnWatch.watch(turn, session),
    forgeHasNews: surroundings.hints.project,
    environmentOf: environments({
      ...{ env, folderOf },
      settingsOf: ({ project, id }) => settingsEnvironment(join(home.projects, project, "git"), id),
      accessOf: ({ id, project }) => accessOf(home, id, parts.agentDoors.use(project)),
      portsOf: (session) => ports.of(session),
      namesFor: ({ project, agent }) => variablesFor(projects.registry.get(project), agent),
    }),
  };
}

/** A daemon that restarts comes back on its port, so that what a turn was given holds as long as the turn. */
function accessOf(home: Home, session: SessionId, door: AgentDoor | null): Environment {
  const address = dashboardAddress(home);
  if (address === null) return {};
  const key = sessionTokens(openToken(home.token)).make(session);
  const own = { AO_URL: address, AO_TOKEN: key };
  if (door === null) return own;
  const folder = join(home.sessions, session);
  return { ...own, ...agentEnvironment({ door, folder, key, socket: agentSocket(home.path), address }) };
}

function liveSessions(store: Store): readonly string[] {
  return store.sessions.page({ live: true, project: null, before: null, limit: LIVE_MAX }).map(({ id }) => id);
}

const LIVE_MAX = 10_000;
