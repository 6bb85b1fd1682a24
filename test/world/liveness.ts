/** When all is quiet: was everybody told what they had to be told, and is nothing left hanging? */
import type { MessageId, SessionId, TurnId } from "../../src/domain/model/ids.ts";
import type { Notice } from "../../src/slots/notifier.ts";
import { noticeKinds } from "./desk.ts";
import { headOf, lastReviews, type ForgeChange } from "./forge-state.ts";
import { hasSay, landsUnasked, requiredNames } from "./ground-truth.ts";
import { approversOf, ownersMissing, protectedAmong, wasFrozen } from "./policy-truth.ts";
import type { WorldProject } from "./project.ts";
import type { World } from "./world.ts";

/** What the driver looks up in the daemon for the last questions. */
export type Lookups = {
  readonly sessions: readonly {
    readonly id: SessionId;
    readonly isLive: boolean;
    readonly openTurn: TurnId | null;
    readonly spentUsd: number;
  }[];
  /** What became of the newest message with this word in it: its state's kind, or null when there is none. */
  readonly messageWith: (word: string) => string | null;
  /** Every message the daemon holds for acknowledged. */
  readonly acknowledged: Iterable<MessageId>;
  readonly queues: readonly { readonly name: string; readonly length: number; readonly max: number }[];
};

export function checkQuiet(world: World, lookups: Lookups): void {
  for (const project of world.projects) {
    project.workspaces.judgeNothingLost();
    for (const change of project.forge.state.openChanges()) {
      if (!hasSettled(world, project, change)) continue;
      if (isLeftAlone(project, change, lookups)) continue;
      checkRed(world, project, change);
      checkUnlanded(world, project, change);
    }
    checkMain(world, project);
  }
  checkQuestions(world, lookups);
  checkBudgets(world, lookups);
  checkProcesses(world, lookups);
  checkDirectories(world, lookups);
  checkOwed(world, lookups);
  checkReceipts(world, lookups);
  checkCosts(world, lookups);
  for (const { name, length, max } of lookups.queues) {
    if (length > max) world.ledger.violate("I17", `${name} holds ${length}, more than ${max}`);
  }
}

/** Whoever has just been touched may still be on the way. */
const SETTLING_MS = 2 * 3_600_000;

function hasSettled(world: World, project: WorldProject, change: ForgeChange): boolean {
  return world.clock.awakeMs - Math.max(change.touchedMs, project.forge.state.baseMovedMs) > SETTLING_MS;
}

/** Its session ended before its checks had spoken: they do not run until somebody asks. */
function isLeftAlone({ ci }: WorldProject, change: ForgeChange, { sessions }: Lookups): boolean {
  const hasEnded = sessions.some(({ id, isLive }) => id === change.session && !isLive);
  const { tree } = headOf(change);
  return hasEnded && (ci.wasCalledOff(tree) || !ci.hasRun(tree));
}

/** L1: a change that is red was told to its agent or to a person, or a person knows what the telling waits for. */
function checkRed(world: World, project: WorldProject, change: ForgeChange): void {
  const { tree } = headOf(change);
  if (project.judge.isGreen(tree) || project.forge.state.isExcused(change)) return;
  if (change.ci.toldSinceGreen || wasTold(project, change, change.ci.greenMs)) return;
  if (change.session !== null && isExplained(world, change.session)) return;
  world.ledger.violate("L1", `${change.id} is red (${JSON.stringify(project.judge.of(tree))}), and nobody was told`);
}

/** L2: what may land by itself has landed, or somebody knows why not. */
function checkUnlanded(world: World, project: WorldProject, change: ForgeChange): void {
  if (!landsUnasked(project.rules) || !isReady(project, change)) return;
  // Where a base once failed for no reason, what was tried on it then may rightly wait for the next one.
  if (!project.isMainGreen() && project.ci.baseFlakedMs >= 0) return;
  if (wasFrozen(project.rules.policy, world.clock, SETTLING_MS)) return;
  // Two flakes in a row look like a failure: whoever was never told of green cannot land it.
  const { tree } = headOf(change);
  const passing = requiredNames(project.rules).filter((name) => project.judge.of(tree)[name].length === 0);
  if (project.ci.hasRun(tree) && !project.ci.hasPassed(tree, passing)) return;
  if (isExplainedAtHead(project, change)) return;
  // Of a base that it never saw fail the daemon cannot know that the failure came from there.
  const isBlamed = change.ci.toldSinceGreen || wasTold(project, change, change.ci.greenMs);
  if (!project.judge.isGreen(tree) && isBlamed) return;
  world.ledger.violate("L2", `${change.id} is green, approved and clean, and did not land`);
}

function isReady(project: WorldProject, change: ForgeChange): boolean {
  const { policy } = project.rules;
  const reviews = [...lastReviews(change).values()];
  const approvals = approversOf(change).length;
  return (
    change.state.kind === "open" &&
    approvals >= policy.approvals &&
    ownersMissing(policy, change).length === 0 &&
    (approvals > 0 || protectedAmong(policy, change).length === 0) &&
    !reviews.some((review) => review.kind === "changes_requested") &&
    !change.labels.some((label) => policy.holdLabels.includes(label)) &&
    !change.threads.some((thread) => thread.open && hasSay(thread.author)) &&
    landsWell(project, change)
  );
}

/** Together with the base it is green, or better than the base. */
function landsWell(project: WorldProject, change: ForgeChange): boolean {
  const { git, forge, judge } = project;
  const head = headOf(change);
  if (!judge.isGreen(head.tree) && !forge.state.isExcused(change)) return false;
  const { files, conflicts } = git.merge(forge.state.baseHead.commit, head.commit);
  if (conflicts.length > 0) return false;
  const { tree } = git.commit({ parents: [forge.state.baseHead.commit], files, by: "daemon" });
  return judge.isGreen(tree) || judge.improves(tree, forge.state.baseHead.tree);
}

/** A person was told something of the head that stands there, or knows why it stands there. */
function isExplainedAtHead(project: WorldProject, change: ForgeChange): boolean {
  return wasTold(project, change, change.headSinceMs) || isKnownToDiverge(project, change);
}

/** Somebody else moved the branch, so the agent's newer commits cannot go up. A person is told of that once, until it is over. */
function isKnownToDiverge({ workspaces, desk }: WorldProject, change: ForgeChange): boolean {
  if (!workspaces.isAheadOf(change.branch, headOf(change).commit)) return false;
  return desk.log.some(
    ({ kind, subject }) => kind === "conflict" && (subject === change.id || subject === change.session),
  );
}

/** Has a person been told anything about this change or its session since then, or that its budget is used up? */
function wasTold(project: WorldProject, change: ForgeChange, sinceMs: number): boolean {
  return project.desk.log.some(({ kind, subject, awakeMs }) => {
    const isAbout = subject === change.id || subject === change.session;
    return isAbout && (awakeMs >= sinceMs || kind === "budget");
  });
}

function checkMain(world: World, project: WorldProject): void {
  // Where a green base once seemed red, the daemon may rightly think that people know already.
  if (project.isMainGreen() || project.ci.baseFlakedMs > 0) return;
  const { baseRedSinceMs, baseMovedMs } = project.forge.state;
  if (world.clock.awakeMs - baseMovedMs < SETTLING_MS || !isMainNeeded(project)) return;
  const isTold = project.desk.log.some(
    ({ kind, awakeMs }) =>
      (kind === noticeKinds.baseRed || kind === noticeKinds.baseUnknown) && awakeMs >= baseRedSinceMs,
  );
  if (!isTold) world.ledger.violate("L2", `main of ${project.id} is red, and nobody was told`);
}

/** Somebody set it to be watched, or it matters for something that the daemon was told is red. */
function isMainNeeded({ rules, ci, forge }: WorldProject): boolean {
  if (rules.watchesBase) return true;
  return [...forge.state.openChanges()].some((change) =>
    [headOf(change).tree, ...change.candidateTrees.keys()].some((tree) => ci.redToldOf(tree) !== undefined),
  );
}

/** An agent that waits for an answer waits for somebody who knows. */
function checkQuestions(world: World, { sessions }: Lookups): void {
  for (const { session, questionId, comebacks } of world.agents.questions.values()) {
    if (sessions.find(({ id }) => id === session.id)?.isLive !== true) continue;
    // To be stopped ended the question: whoever is brought back is told to go on, and waits for no answer.
    if (session.comebacks > comebacks) continue;
    // Answered before anybody had to be told: whoever did that knows what the answer waits for.
    if (world.people.answered.has(questionId) && isExplained(world, session.id, BUDGET)) continue;
    const told = world.projects.some(({ desk }) =>
      desk.log.some(({ kind, notice }) => kind === "question" && notice.message.includes(`(${questionId})`)),
    );
    if (!told) world.ledger.violate("L2", `${session.id} asks (${questionId}), and nobody was told`);
  }
}

/** A session that may spend nothing more begins no turn: somebody knows why it stands still. */
function checkBudgets(world: World, { sessions }: Lookups): void {
  for (const { id, isLive } of sessions) {
    const truth = world.sessions.all.get(id);
    const project = world.projects.find((other) => other.id === truth?.project);
    if (!isLive || truth === undefined || project === undefined) continue;
    const { usd } = project.rules.perSession;
    if (usd === null || truth.spentUsd < usd) continue;
    if (project.desk.log.some(({ kind, subject }) => kind === "budget" && subject === id)) continue;
    world.ledger.violate("L2", `${id} has spent $${truth.spentUsd.toFixed(2)} of ${usd}, and nobody was told`);
  }
}

function checkProcesses(world: World, { sessions }: Lookups): void {
  for (const { id, openTurn } of sessions) {
    if (openTurn !== null && world.machine.turns.get(openTurn)?.alive !== true) {
      world.ledger.violate("L3", `${id} has turn ${openTurn} open, which has no process`);
    }
  }
  for (const process of world.machine.living()) {
    if (!sessions.some(({ id, openTurn }) => id === process.session && openTurn === process.turn)) {
      world.ledger.violate("L3", `turn ${process.turn} of ${process.session} runs, and the daemon does not know it`);
    }
  }
}

/** L3: a session that has ended leaves no directory behind, unless somebody asked for that. */
function checkDirectories(world: World, { sessions }: Lookups): void {
  for (const { workspaces } of world.projects) {
    for (const id of workspaces.directories.keys()) {
      const hasEnded = sessions.find((session) => session.id === id)?.isLive === false;
      if (hasEnded && !world.people.keeping.has(id))
        world.ledger.violate("L3", `${id} has ended, and its directory is still there`);
    }
  }
}

const SETTLED: ReadonlySet<string> = new Set(["dropped", "failed", "unknown"]);

/** A person's accepted words were read, or somebody can see why not. */
function checkOwed(world: World, { sessions, messageWith }: Lookups): void {
  for (const { word, session } of world.people.owed) {
    if ((world.receipts.said.get(word) ?? 0) > 0) continue;
    if (sessions.find(({ id }) => id === session)?.isLive !== true) continue;
    const state = messageWith(word);
    if (state !== null && SETTLED.has(state)) continue;
    if (state !== null && isExplained(world, session)) continue;
    world.ledger.violate("I11", `${word} for ${session} was accepted, and is ${state ?? "nowhere"}`);
  }
}

/** Trouble that keeps a person's words waiting, and only a person can end. */
const BLOCKING: ReadonlySet<string> = new Set(["budget", "question", "stuck", "effect"]);
/** All that keeps an answer waiting, which goes before every other message. */
const BUDGET: ReadonlySet<string> = new Set(["budget"]);
/** A day's budget, and the hours it takes to work off what waited for the next one. */
const BUDGET_MS = 36 * 3_600_000;

/** It still waits, and a person was told what it waits for: an answer, a stuck agent, a budget, tomorrow. */
function isExplained(world: World, session: SessionId, kinds = BLOCKING): boolean {
  const project = world.sessions.all.get(session)?.project;
  return world.projects.some(({ desk }) =>
    desk.log.some(({ subject, kind, notice, atMs }) => {
      if (subject === session) return kinds.has(kind);
      const isItsBudget = kind === "budget" && (subject === project || isOfAllProjects(notice));
      return isItsBudget && world.clock.wallMs - atMs < BUDGET_MS;
    }),
  );
}

/** The daemon's own budget is told once, in the project whose turn used it up, and stops the others as well. */
const isOfAllProjects = ({ message }: Notice): boolean => message.startsWith("Today's budget of all projects");

/** I10: acknowledged means that an agent has read it. */
function checkReceipts(world: World, { acknowledged }: Lookups): void {
  for (const message of acknowledged) {
    if (!world.receipts.messages.has(message))
      world.ledger.violate("I10", `${message} counts as acknowledged, and nobody read it`);
  }
}

/** I25: what a turn says it cost is counted once, however often and in whatever order its news arrive. */
function checkCosts(world: World, { sessions }: Lookups): void {
  for (const { id, spentUsd } of sessions) {
    const truly = world.sessions.all.get(id)?.spentUsd ?? 0;
    if (Math.abs(spentUsd - truly) > 1e-6)
      world.ledger.violate("I25", `${id} spent $${truly.toFixed(2)}, and counts as $${spentUsd.toFixed(2)}`);
  }
}
