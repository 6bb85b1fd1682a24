/**
 * A whole world from one number: forge, tracker, checks, machine, agents and people behind the real slots, with a truth
 * of its own to hold the daemon against. The driver owns the daemon; the world never looks into it.
 */
import type { ProjectId } from "../../src/domain/model/ids.ts";
import type { Rules } from "../../src/domain/model/rules.ts";
import type { ProjectSlots } from "../../src/slots/slots.ts";
import { Agents } from "./agents.ts";
import { VirtualClock } from "./clock.ts";
import { Duties } from "./duties.ts";
import { Faults } from "./faults.ts";
import { Gateway } from "./gateway.ts";
import { Hints, type Hint } from "./hints.ts";
import { Ledger, type Violation } from "./ledger.ts";
import { Machine } from "./machine.ts";
import { Outgoing } from "./outgoing.ts";
import { People, type Commands } from "./people.ts";
import { WorldProject } from "./project.ts";
import { Provider } from "./provider.ts";
import { Random } from "./random.ts";
import { Receipts } from "./receipts.ts";
import type { Scene } from "./scene.ts";
import { Sessions } from "./sessions.ts";
import { drawSwarm, plainSwarm, type Swarm } from "./swarm.ts";
import { Visitors } from "./visitors.ts";
import { Whims } from "./whims.ts";

export type WorldOptions = {
  readonly seed: number;
  /** Drawn from the seed unless given. */
  readonly swarm?: Swarm;
  /** No faults, no latency, nobody acts by himself. With `quiet` the swarm is the plain one unless given. */
  readonly quiet?: boolean;
};

export type World = {
  readonly seed: number;
  readonly swarm: Swarm;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly projects: readonly WorldProject[];
  readonly machine: Machine;
  readonly agents: Agents;
  readonly people: People;
  readonly visitors: Visitors;
  readonly receipts: Receipts;
  readonly sessions: Sessions;
  readonly ledger: Ledger;
  readonly violations: readonly Violation[];
  readonly counters: Readonly<Record<string, number>>;
  readonly project: (id: ProjectId) => WorldProject;
  readonly slots: (id: ProjectId) => ProjectSlots;
  readonly rules: (id: ProjectId) => Rules;
  /** A daemon is up: it hears hints and takes commands. */
  readonly daemonStarted: (listeners: { readonly onHint: (hint: Hint) => void; readonly commands: Commands }) => void;
  /** It is gone: whatever it was told and had not written down is gone with it. Processes live on. */
  readonly daemonDied: () => void;
  /** The machine went down, and every process with it. Say `daemonDied` too. */
  readonly reboot: () => void;
  /** The chaos is over. */
  readonly calm: () => void;
};

export function createWorld({ seed, swarm: given, quiet = false }: WorldOptions): World {
  const swarm = given ?? (quiet ? plainSwarm() : drawSwarm(seed));
  const scene = setScene(seed, swarm, quiet);
  const { clock, random, ledger } = scene;
  const project = (id: ProjectId): WorldProject => found(projects, id);
  const sessions = new Sessions(scene, (id) => project(id).rules);
  const machine = new Machine(scene);
  machine.turnsMax = swarm.turnsMax;
  machine.turnsMaxOf = (id) => project(id).rules.turnsMax ?? Infinity;
  const outgoing = new Outgoing(ledger);
  const gateways = gatewaysOf(scene, swarm);
  const receipts = new Receipts(scene, outgoing, (id) => ({
    forge: project(id).forge.state,
    rules: project(id).rules,
    baseFlakedMs: () => project(id).ci.baseFlakedMs,
  }));
  const hints = new Hints(scene);
  const agents = new Agents({
    scene,
    machine,
    sessions,
    receipts,
    hints,
    provider: new Provider(scene),
    traits: swarm.agents,
    benchOf: (id) => ({
      directoryAt: (path) => project(id).workspaces.at(path),
      hands: project(id).hands,
      landed: project(id).tracker.landed,
    }),
  });
  const { checksMaxMs, agents: traits } = swarm;
  const { launchedMs } = agents;
  const parts = {
    scene,
    machine,
    sessions,
    outgoing,
    traits,
    launchedMs,
    checksMaxMs,
    quietHours: swarm.notices.quiet,
  };
  const visitors = new Visitors(random.fork("visitors"));
  const projects = swarm.projects.map(
    (plan) => new WorldProject({ ...parts, gateway: gatewayTo(gateways, plan.id) }, plan),
  );
  for (const each of projects) furnish(each, { scene, swarm, hints, visitors, sessions });
  const people = new People({ scene, traits: swarm.people, projects, sessions, agents, receipts, visitors });
  const duties = new Duties(people);
  const whims = new Whims(people);

  return {
    seed,
    swarm,
    clock,
    random,
    projects,
    machine,
    agents,
    people,
    visitors,
    receipts,
    sessions,
    ledger,
    violations: ledger.violations,
    counters: ledger.counters,
    project,
    slots: (id) => project(id).slots,
    rules: (id) => project(id).rules,
    daemonStarted: ({ onHint, commands }) => {
      hints.listen(onHint);
      people.turnTo(commands);
      whims.begin();
    },
    daemonDied: () => {
      scene.daemon.generation += 1;
      hints.listen(null);
      people.turnTo(null);
      for (const gateway of gateways.values()) gateway.forget();
      for (const each of projects) each.forge.state.forgetShown();
      ledger.count("daemon:died");
    },
    reboot: () => {
      machine.reboot();
      ledger.count("machine:rebooted");
    },
    calm: () => {
      scene.mood.calm = true;
      scene.faults.end();
      duties.calm();
    },
  };
}

function setScene(seed: number, swarm: Swarm, quiet: boolean): Scene {
  const clock = new VirtualClock();
  const random = new Random(seed);
  const ledger = new Ledger(clock);
  const faults = new Faults(swarm.rates, random.fork("faults"), ledger);
  return { clock, random, faults, ledger, mood: { quiet, calm: false }, daemon: { generation: 1 } };
}

function gatewaysOf(scene: Scene, swarm: Swarm): ReadonlyMap<ProjectId, Gateway> {
  const shared = new Gateway(scene, "forge");
  return new Map(
    swarm.projects.map(({ id }) => [id, swarm.sharesCredential ? shared : new Gateway(scene, `forge ${id}`)]),
  );
}

type Furniture = {
  readonly scene: Scene;
  readonly swarm: Swarm;
  readonly hints: Hints;
  readonly visitors: Visitors;
  readonly sessions: Sessions;
};

/** Issues, pairs that clash, and webhooks. */
function furnish(project: WorldProject, { scene, swarm, hints, visitors, sessions }: Furniture): void {
  const random = scene.random.fork(`issues ${project.id}`);
  project.forge.ownAnswersAreThreads = swarm.people.ownAnswersAreThreads;
  for (let n = 0; n < project.plan.issues; n += 1) project.addIssue(random, visitors);
  const ids = [...project.tracker.issues.keys()];
  for (let pair = 0; pair < project.plan.pairs; pair += 1) {
    const [left, right] = [ids[2 * pair], ids[2 * pair + 1]];
    if (left === undefined || right === undefined) break;
    project.hands.sideOf.set(left, `left(${pair})`);
    project.hands.sideOf.set(right, `right(${pair})`);
  }
  project.forge.onLanded = ({ session: id }) => {
    const session = id === null ? undefined : sessions.all.get(id);
    // What a session left behind when it landed says nothing of an issue that was opened again since.
    if (session === undefined || session.hasLanded) return;
    session.hasLanded = true;
    if (session.issue !== null) project.tracker.landed.add(session.issue);
  };
  project.forge.state.onTouched = () => hints.give({ kind: "scm", project: project.id });
  project.tracker.onTouched = () => hints.give({ kind: "tracker", project: project.id });
}

function found(projects: readonly WorldProject[], id: ProjectId): WorldProject {
  const project = projects.find((other) => other.id === id);
  if (project === undefined) throw new Error(`there is no project ${id} in this world`);
  return project;
}

function gatewayTo(gateways: ReadonlyMap<ProjectId, Gateway>, id: ProjectId): Gateway {
  const gateway = gateways.get(id);
  if (gateway === undefined) throw new Error(`${id} has no way to its forge`);
  return gateway;
}
