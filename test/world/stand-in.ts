/** Somebody who does by hand what a daemon would do, rightly or wrongly, so that the world's judgement can be tested. */
import { turnPathsIn } from "../fixtures/turn-paths.ts";
import type { ChangeSnapshot } from "../../src/domain/change/change.ts";
import {
  candidateId,
  messageId,
  sessionId,
  turnId,
  type CommitSha,
  type SessionId,
  type TurnId,
} from "../../src/domain/model/ids.ts";
import type { SlotResult } from "../../src/slots/result.ts";
import type { WorldProject } from "./project.ts";
import { plainRules, pluginNames } from "./swarm-rules.ts";
import { plainSwarm, type Swarm } from "./swarm.ts";
import { createWorld, type World } from "./world.ts";
import type { Rules } from "../../src/domain/model/rules.ts";

export class StandIn {
  readonly world: World;
  readonly project: WorldProject;
  private turns = 0;

  constructor(world: World) {
    this.world = world;
    const [project] = world.projects;
    if (project === undefined) throw new Error("the world has no project");
    this.project = project;
  }

  /** Waits for an answer and wants it to be a good one. */
  async get<T>(pending: Promise<SlotResult<T, string>>): Promise<T> {
    const answer = await this.world.clock.drive(pending);
    if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
    return answer.value;
  }

  async workspace(name = "s1"): Promise<{ readonly session: SessionId; readonly path: string }> {
    const session = sessionId(name);
    const { path } = await this.get(this.project.workspaces.plugin.create(this.spec(session)));
    return { session, path };
  }

  spec(session: SessionId) {
    return { project: this.project.id, session, branch: `agent/${session}`, base: null };
  }

  /** Starts a turn and returns at once; `message` names the message it carries. */
  async startTurn(
    text: string,
    { name = "s1", message }: { readonly name?: string; readonly message?: string } = {},
  ): Promise<TurnId> {
    const { session, path } = await this.workspace(name);
    this.turns += 1;
    const turn = turnId(`turn-${this.turns}`);
    const agent = this.project.slots.agent({ plugin: pluginNames.agent, specialist: null });
    if (agent === undefined) throw new Error("there is no agent");
    const request = {
      session,
      turn,
      n: this.turns,
      message: messageId(message ?? `message-${this.turns}`),
      text,
      reason: "start",
      env: {},
    };
    const launch = await this.get(
      agent.launch({ ...request, paths: turnPathsIn("/nowhere", { session, turn, workspace: path }) }),
    );
    await this.get(this.world.machine.plugin.start({ ...launch, confinement: null }));
    return turn;
  }

  /** A whole turn: started, read, worked and ended. */
  async turn(text: string, options: { readonly name?: string; readonly message?: string } = {}): Promise<TurnId> {
    const turn = await this.startTurn(text, options);
    while (this.world.machine.turns.get(turn)?.alive === true)
      if (!this.world.clock.step()) throw new Error("the turn never ends");
    return turn;
  }

  async publish(name = "s1"): Promise<ChangeSnapshot> {
    const session = sessionId(name);
    const { head } = await this.get(this.project.workspaces.plugin.inspect(this.spec(session)));
    const { branch } = this.spec(session);
    const request = {
      session,
      branch,
      base: "main",
      head: head.commit,
      replaces: { kind: "ancestors" },
      title: "Work",
      body: "",
    } as const;
    const answer = await this.get(this.project.forge.plugin.publish(request));
    if (answer.kind !== "published") throw new Error("the branch was moved by somebody else");
    return answer.change;
  }

  /** A change whose file holds these words. */
  async change(words: string, name = "s1"): Promise<ChangeSnapshot> {
    const { path } = await this.workspace(name);
    const directory = this.project.workspaces.at(path);
    if (directory === undefined) throw new Error(`${name} has no directory`);
    const more = new Map([[`src/${name}.txt`, words]]);
    this.project.workspaces.commit(directory, { more, parents: [], by: "agent" });
    return this.publish(name);
  }

  async check(change: Pick<ChangeSnapshot, "id" | "head">, runId: string) {
    const of = { kind: "change", change: change.id, tree: change.head.tree } as const;
    const request = { runId, project: this.project.id, of, names: this.project.rules.checks };
    return this.get(this.project.ci.plugin.run(request));
  }

  /** Builds a candidate of the change as it is now, checks it unless told not to, and lands it. */
  async land(
    { id }: Pick<ChangeSnapshot, "id">,
    { isChecked = true, onto }: { readonly isChecked?: boolean; readonly onto?: CommitSha } = {},
  ) {
    const { plugin, state } = this.project.forge;
    const { head, version } = await this.get(plugin.read(id));
    const candidate = candidateId(`candidate-${id}-${version}`);
    const base = { base: state.base, onto: onto ?? state.baseHead.commit };
    const built = await this.get(
      plugin.buildCandidate({ candidate, ...base, changes: [{ id, head: head.commit }], strategy: "squash" }),
    );
    if (built.kind !== "built") return built;
    if (isChecked) await this.check({ id, head: built.made }, candidate);
    return this.get(
      plugin.land({ candidate, ...base, made: built.made, changes: [{ id, head: head.commit, version }] }),
    );
  }

  /** The invariants that were broken so far, each once. */
  broken(): readonly string[] {
    return [...new Set(this.world.violations.map(({ invariant }) => invariant))];
  }
}

/** A quiet world with one project under these rules. */
export function aStandIn(rules: Partial<Rules> = {}): StandIn {
  const plain = plainSwarm();
  const projects = plain.projects.map((plan) => ({ ...plan, rules: { ...plainRules(), ...rules } }));
  const swarm: Swarm = { ...plain, projects };
  return new StandIn(createWorld({ seed: 1, swarm, quiet: true }));
}
