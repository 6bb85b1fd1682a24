/** One project of the world: its repository, forge, tracker, checks, workspaces and the people's desk. */
import type { NoticeTiming } from "../../src/domain/incident/notice-timing.ts";
import type { Author } from "../../src/domain/model/trust.ts";
import type { IssueId, ProjectId } from "../../src/domain/model/ids.ts";
import type { Rules } from "../../src/domain/model/rules.ts";
import type { ProjectSlots } from "../../src/slots/slots.ts";
import { agentPlugin } from "./agent-plugin.ts";
import { Ci } from "./ci.ts";
import { Desk } from "./desk.ts";
import { Errands } from "./errands.ts";
import { Forge } from "./forge.ts";
import { ForgeState } from "./forge-state.ts";
import type { Gateway } from "./gateway.ts";
import { Git } from "./git.ts";
import { groundsOf } from "./grounds.ts";
import { requiredNames } from "./ground-truth.ts";
import { Hands } from "./hands.ts";
import { Hooks } from "./hooks.ts";
import { Judge } from "./judge.ts";
import { LandingTruth } from "./landing-truth.ts";
import type { Machine } from "./machine.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Sessions } from "./sessions.ts";
import { pluginNames } from "./swarm-rules.ts";
import type { AgentTraits, ProjectPlan } from "./swarm.ts";
import { Terminal } from "./terminal.ts";
import { Tracker } from "./tracker.ts";
import { reviewers, stranger, writer, type Visitors } from "./visitors.ts";
import { Workspaces } from "./workspaces.ts";

type ProjectParts = {
  readonly scene: Scene;
  readonly gateway: Gateway;
  readonly machine: Machine;
  readonly sessions: Sessions;
  readonly outgoing: Outgoing;
  readonly traits: AgentTraits;
  readonly launchedMs: Map<string, number>;
  readonly checksMaxMs: number;
  /** When only what is urgent is told. */
  readonly quietHours: NoticeTiming["quiet"];
};

export class WorldProject {
  readonly id: ProjectId;
  readonly rules: Rules;
  readonly plan: ProjectPlan;
  readonly git = new Git();
  readonly judge: Judge;
  readonly ci: Ci;
  readonly forge: Forge;
  readonly tracker: Tracker;
  readonly workspaces: Workspaces;
  readonly hands: Hands;
  readonly desk: Desk;
  readonly hooks: Hooks;
  readonly terminal = new Terminal();
  readonly scene: Scene;
  readonly slots: ProjectSlots;

  constructor(parts: ProjectParts, plan: ProjectPlan) {
    const { scene, gateway, machine, sessions, outgoing, traits, launchedMs, checksMaxMs } = parts;
    this.scene = scene;
    this.id = plan.id;
    this.rules = plan.rules;
    this.plan = plan;
    this.judge = new Judge(this.git, requiredNames(plan.rules));
    this.git.branches.set("main", this.firstCommit(plan.isRedFromTheStart));
    this.ci = new Ci(scene, gateway, this.git, this.judge, checksMaxMs);
    const state = new ForgeState(scene, plan.id, this.git, this.judge);
    state.knowsOwners = plan.rules.policy.codeOwners;
    this.ci.onStarted = (change, tree) => state.noteChecksStarted(change, tree);
    this.ci.onTold = (change, tree, passed) => state.noteToldOfChecks(change, tree, passed);
    const truth = new LandingTruth(scene, state, plan.rules, this.judge, this.ci);
    this.forge = new Forge(scene, gateway, state, truth, outgoing);
    this.tracker = new Tracker(scene, gateway, plan.id, outgoing);
    this.workspaces = new Workspaces(scene, state, sessions, (session) => machine.isAlive(session));
    this.hands = new Hands(scene, this.workspaces, state, traits);
    this.desk = new Desk(scene, plan.id, outgoing, groundsOf(this, sessions), {
      remembers: scene.mood.quiet || scene.random.fork("memory").chance(0.8),
      quiet: parts.quietHours,
    });
    this.hooks = new Hooks(scene);
    const agent = agentPlugin({ scene, machine, project: plan.id, takesFrames: traits.takesFrames, launchedMs });
    const errands = new Errands(scene);
    const [runtime, workspace] = [errands.runtime(machine.plugin), errands.workspace(this.workspaces.plugin)];
    this.slots = {
      runtime: (name) => (name === pluginNames.runtime ? runtime : undefined),
      agent: ({ plugin }) => (plugin === pluginNames.agent ? agent : undefined),
      workspace: (name) => (name === pluginNames.workspace ? workspace : undefined),
      tracker: this.tracker.plugin,
      scm: errands.scm(this.forge.plugin),
      checks: this.ci.plugin,
      notifiers: () => [this.desk.plugin],
      terminal: this.terminal.plugin,
      hooks: [this.hooks.plugin],
    };
  }

  isMainGreen(): boolean {
    return this.judge.isGreen(this.forge.state.baseHead.tree);
  }

  /** One more issue: mostly a colleague's, sometimes a stranger's, sometimes waiting for another. */
  addIssue(random: Random, visitors: Visitors): void {
    const id = this.tracker.nextId();
    const isStrangers = this.plan.strangersWrite && random.chance(0.25);
    const author: Author = isStrangers ? stranger(random) : writer(random.oneOf(reviewers));
    const others = [...this.tracker.issues.keys()];
    const blocker: IssueId | undefined = random.chance(0.2) ? random.pick(others) : undefined;
    this.tracker.create({
      title: `Do task(${id})`,
      text: isStrangers ? `Also ${visitors.word("stranger")}` : "As we said",
      author,
      priority: random.int(1, 4),
      labels: random.chance(0.3) ? ["bug"] : [],
      blockedBy: blocker === undefined ? [] : [blocker],
    });
  }

  private firstCommit(isRed: boolean): ReturnType<Git["commit"]>["sha"] {
    const files = new Map([
      ["readme.txt", "hello"],
      ["shared.txt", "everybody writes here"],
    ]);
    // Two causes: whoever fixes one does not fix the other.
    if (isRed) files.set("legacy.txt", "broken(legacy)").set("old.txt", "ugly(legacy)");
    return this.git.commit({ parents: [], files, by: "person" }).sha;
  }
}
