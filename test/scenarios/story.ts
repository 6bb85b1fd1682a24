/**
 * A story of one session, told on the real engine with a real store, in a world where nothing happens by itself and time
 * stands still between two sentences. What agents read, what people are told and what landed is the world's truth.
 */
import { expect, onTestFinished } from "vitest";
import type { Command } from "../../src/domain/core/command.ts";
import { issueId, sessionId, type IssueId, type SessionId, type TreeSha } from "../../src/domain/model/ids.ts";
import { describeReason, type Message } from "../../src/domain/turn/message.ts";
import type { TurnResult } from "../../src/domain/core/observation.ts";
import type { IssueState } from "../../src/domain/issue/issue.ts";
import type { Author } from "../../src/domain/model/trust.ts";
import { Home } from "../simulation/home.ts";
import { headOf, type ForgeChange } from "../world/forge-state.ts";
import type { WorldProject } from "../world/project.ts";
import type { NewIssue } from "../world/tracker.ts";
import { createWorld, type World } from "../world/world.ts";
import { StoryAgent, type TurnEnding } from "./story-agent.ts";
import { StoryChecks, type Ending } from "./story-checks.ts";
import { StoryDaemon } from "./story-daemon.ts";
import { swarmOf, type Setting } from "./story-setting.ts";
import { colleague, linesOf, stranger, StoryPerson } from "./story-people.ts";

const MINUTE_MS = 60_000;
/** Hints and effects follow each other faster than this; the next look at the clock comes later. */
const CALM_MS = 2_000;
const STEPS_MAX = 20_000;
/** The file that the agent works in. */
const MAIN_FILE = "main.txt";
export const WORK_FILE = "src/work.txt";

type Work = {
  /** What the checks will complain of. */
  readonly broken?: readonly string[];
  /** What else is in the file. */
  readonly file?: string;
  /** Whether it puts right what `mainMoves` wrote. */
  readonly mendsMain?: boolean;
} & TurnEnding;

type StoryIssue = Partial<Omit<NewIssue, "title" | "author">> & { readonly by?: Author };

export async function aStory(setting: Setting = {}): Promise<Story> {
  const story = new Story(setting);
  onTestFinished(() => story.end());
  await story.begin();
  return story;
}

export class Story {
  readonly world: World;
  readonly checks: StoryChecks;
  readonly agent: StoryAgent;
  private readonly project: WorldProject;
  private readonly home: Home;
  private daemon: StoryDaemon;
  private lives = 1;
  private commits = 0;
  private question = "";

  constructor(setting: Setting) {
    this.world = createWorld({ seed: 1, quiet: true, swarm: swarmOf(setting) });
    const [project] = this.world.projects;
    if (project === undefined) throw new Error("the world has no project");
    this.project = project;
    this.home = new Home(this.world);
    this.checks = new StoryChecks(project.ci);
    this.agent = new StoryAgent({
      world: this.world,
      project,
      onOutput: (session) => this.daemon.lookAtTurn(session),
    });
    this.daemon = this.newDaemon();
  }

  /** The daemon comes up and has its first look at the base. */
  async begin(): Promise<void> {
    await this.daemon.start();
    await this.settle();
    await this.checksSettle();
  }

  /** Whatever the world holds against the daemon fails the story, also where the story did not look. */
  end(): void {
    this.daemon.kill();
    this.project.workspaces.judgeNothingLost();
    this.home.close();
    expect(this.world.violations).toEqual([]);
  }

  // Time and the daemon

  /** Lets everything happen that follows from what was done, without waiting for anybody. */
  async settle(): Promise<void> {
    const { clock } = this.world;
    for (let step = 0; step < STEPS_MAX; step += 1) {
      await letPromisesRun();
      const nextMs = clock.nextMs();
      if (nextMs === null || nextMs - clock.awakeMs > CALM_MS) return;
      clock.step();
    }
    throw new Error("the story does not come to rest");
  }

  async passes(minutes: number): Promise<void> {
    const { clock } = this.world;
    let isOver = false;
    clock.after(minutes * MINUTE_MS, () => (isOver = true));
    while (!isOver) {
      await letPromisesRun();
      clock.step();
    }
    await this.settle();
  }

  /** Killed where it stands, and started again. */
  async restartDaemon(): Promise<void> {
    this.daemon.kill();
    this.checks.forget();
    await this.startAgain();
  }

  /** What people do meanwhile is found when it comes up again. */
  async whileDaemonIsDown(act: () => Promise<void>): Promise<void> {
    this.daemon.kill();
    this.checks.forget();
    await act();
    await this.startAgain();
  }

  // The tracker

  async issue(
    title: string,
    { text = "As we said.", by = colleague("ann"), ...more }: StoryIssue = {},
  ): Promise<IssueId> {
    const { id } = this.project.tracker.create({ title, text, author: by, ...more });
    await this.settle();
    return id;
  }

  /** Somebody takes away, or gives, what the tracker's settings ask for. */
  async issueIsWanted(issue: IssueId, isWanted: boolean): Promise<void> {
    this.project.tracker.setWanted(issue, isWanted);
    await this.settle();
  }

  async issueBecomes(issue: IssueId, state: IssueState): Promise<void> {
    this.project.tracker.setState(issue, state);
    await this.settle();
  }

  async issueIsEdited(edit: string | { readonly title: string }, by: Author = colleague("ann")): Promise<void> {
    this.project.tracker.edit(issueId("p1-i1"), typeof edit === "string" ? { text: edit } : edit, by);
    await this.settle();
  }

  async issueIsClosed(): Promise<void> {
    await this.issueBecomes(issueId("p1-i1"), { kind: "closed", as: "not_planned" });
  }

  async issueIsReopened(): Promise<void> {
    await this.issueBecomes(issueId("p1-i1"), { kind: "open" });
  }

  // The agent, in the turn that is open now

  /** Writes its file anew, commits, and ends the turn. What was broken before and is not named again is fixed. */
  async agentCommits({ broken = [], file = "", mendsMain = false, ...ending }: Work = {}): Promise<void> {
    this.commits += 1;
    const more = new Map([[WORK_FILE, linesOf(`work ${this.commits} ${file}`, broken)]]);
    if (mendsMain) more.set(MAIN_FILE, "mended");
    this.project.workspaces.commit(this.directory(), { more, parents: [], by: "agent" });
    await this.agentEnds({ kind: "done" }, ending);
  }

  /** Merges main into its branch, keeps its own file, and ends the turn. */
  async agentMergesMain(): Promise<void> {
    this.commits += 1;
    const { git, forge } = this.project;
    const theirs = git.get(forge.state.baseHead.commit);
    const more = new Map(theirs.files).set(WORK_FILE, `merged ${this.commits}`);
    this.project.workspaces.commit(this.directory(), { more, parents: [theirs.sha], by: "agent" });
    await this.agentEnds({ kind: "done" });
  }

  /** Ends the turn without a commit. */
  async agentEnds(result: TurnResult = { kind: "done" }, ending: TurnEnding = {}): Promise<void> {
    this.agent.end(this.agent.turnOf(this.session), result, { words: "Done.", usd: 0.1, ...ending });
    await this.settle();
  }

  /** Leaves a file in the workspace that is in no commit. */
  agentScribbles(): void {
    this.project.hands.scribble(this.directory());
  }

  async agentShowsLife(): Promise<void> {
    this.agent.progress(this.agent.turnOf(this.session), "at it");
    await this.settle();
  }

  async agentDies(): Promise<void> {
    this.agent.die(this.agent.turnOf(this.session));
    await this.settle();
  }

  async agentAsks(text: string): Promise<void> {
    this.question = this.agent.ask(this.agent.turnOf(this.session), text);
    await this.settle();
  }

  async agentEndsAsking(text: string): Promise<void> {
    this.question = this.agent.endAsking(this.agent.turnOf(this.session), text);
    await this.settle();
  }

  // People

  reviewer(name: string): StoryPerson {
    return this.person(colleague(name));
  }

  stranger(name: string): StoryPerson {
    return this.person(stranger(name));
  }

  private person(author: Author): StoryPerson {
    const change = () => this.change;
    return new StoryPerson(this.project, change, author, () => this.settle());
  }

  /** Somebody commits to main: to a file of their own, or to this one. */
  async mainMoves({ file = MAIN_FILE, text = "moved" } = {}): Promise<void> {
    const { git, forge } = this.project;
    const head = git.get(forge.state.baseHead.commit);
    const files = new Map(head.files).set(file, text);
    forge.state.moveBase(git.commit({ parents: [head.sha], files, by: "person" }).sha);
    await this.settle();
  }

  async order(command: Command): Promise<void> {
    this.daemon.take("ann", command);
    await this.settle();
  }

  async answer(text: string): Promise<void> {
    await this.order({ kind: "answer", session: this.session, questionId: this.question, text });
  }

  /** The one key for the message that is prepared. */
  async approvesTheReaction(): Promise<void> {
    const { cause } = this.prepared();
    if (cause.kind !== "incident") throw new Error("what is prepared is not a reaction");
    this.change.ci.approved += 1;
    await this.order({ kind: "approve_reaction", session: this.session, incident: cause.incident });
  }

  async asksToLand(): Promise<void> {
    this.project.forge.truth.askedByPerson(this.change.id);
    await this.order({ kind: "land", change: this.change.id });
  }

  async approvesTheText(issue: IssueId): Promise<void> {
    const { title, text } = this.project.tracker.issues.get(issue) ?? { title: "", text: "" };
    await this.order({ kind: "approve_text", issue, text: `${title}\n\n${text}` });
  }

  // Checks

  /** All runs end, and those that they cause, until none is left. */
  async checksSettle(how: Ending = "truly"): Promise<void> {
    for (let round = 0; this.checks.running.length > 0; round += 1) {
      if (round > 20) throw new Error("the checks are run again and again");
      await this.checksFinish(how);
    }
  }

  /** The runs that wait now end; what they cause to be run waits. */
  async checksFinish(how: Ending = "truly", tree?: TreeSha): Promise<void> {
    this.checks.finish(how, tree);
    await this.settle();
  }

  // The truth

  /** What the agent has read, oldest first. */
  said(session: SessionId = this.session): readonly string[] {
    return this.world.receipts.log.filter((receipt) => receipt.session === session).map(({ text }) => text);
  }

  /** What people were told of, oldest first: `ci`, `question`, `ready to land`. */
  told(): readonly string[] {
    return this.project.desk.log.map(({ kind }) => kind);
  }

  /** How many candidates were made so far. */
  triedToLand(): number {
    return this.world.ledger.counters["candidates:built"] ?? 0;
  }

  landed(): readonly string[] {
    return this.project.forge.truth.log.flatMap(({ changes }) => changes);
  }

  /** Every message to the agent and what became of it: `ci-failed acknowledged`. */
  messages(): readonly string[] {
    return this.allMessages().map(({ cause, state }) => `${describeReason(cause)} ${state.kind}`);
  }

  prepared(): Message {
    const found = this.allMessages().find(({ state }) => state.kind === "prepared");
    if (found === undefined) throw new Error("nothing is prepared");
    return found;
  }

  /** The reasons that `ao why` shows for a subject. */
  why(subject: string): string {
    return JSON.stringify(this.home.store.events.ofSubject(subject, { before: null, limit: 1_000 }));
  }

  rescued(session: SessionId = this.session): number {
    return this.project.workspaces.rescues.get(session)?.length ?? 0;
  }

  hasWorkspace(session: SessionId = this.session): boolean {
    return this.project.workspaces.directories.has(session);
  }

  isWorking(session: SessionId = this.session): boolean {
    return this.world.machine.isAlive(session);
  }

  turns(): number {
    return this.world.sessions.all.get(this.session)?.turns ?? 0;
  }

  /** The session of the story. */
  get session(): SessionId {
    const [first] = this.world.sessions.all.keys();
    return first ?? sessionId("nobody");
  }

  get change(): ForgeChange {
    const change = [...this.project.forge.state.changes.values()].at(-1);
    if (change === undefined) throw new Error("there is no change");
    return change;
  }

  get tree(): TreeSha {
    return headOf(this.change).tree;
  }

  private allMessages(): readonly Message[] {
    return this.home.store.messages.ofSession(this.session, 1_000).toReversed();
  }

  private directory() {
    return this.agent.directoryOf(this.session);
  }

  private async startAgain(): Promise<void> {
    this.lives += 1;
    this.daemon = this.newDaemon();
    await this.daemon.start();
    await this.settle();
  }

  private newDaemon(): StoryDaemon {
    const { world, home, checks, project } = this;
    return new StoryDaemon({ world, home, slots: { ...project.slots, checks: checks.plugin } }, this.lives);
  }
}

function letPromisesRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
