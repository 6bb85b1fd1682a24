/** The demo from its first commit to its last: sets the stage, lets agents work, acts as the person, counts what happened. */
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { EventView } from "../../protocol/daemon/event.ts";
import type { StatusView } from "../../protocol/session/status.ts";
import type { Io } from "../render/io.ts";
import { formatStopwatch } from "../render/quantity.ts";
import { endDaemon } from "../daemon/stop-daemon.ts";
import { openAudience, type DemoAudience } from "./audience.ts";
import {
  readAllEvents,
  countReactions,
  findFirstRed,
  listLandedCommits,
  reactionTo,
  type DemoOutcome,
} from "./outcome.ts";
import { createPerson } from "./person.ts";
import { createGit } from "./repository.ts";
import { setStage, type DemoOptions, type Stage } from "./stage.ts";
import type { Scene } from "./view.ts";

export type Played = {
  /** Null: somebody left before the end, or goes on by hand. */
  readonly outcome: DemoOutcome | null;
  /** What went wrong, in one sentence. */
  readonly wrong: string | null;
  readonly events: readonly EventView[];
};

const LOOK_EVERY_MS = 250;
/** A slow machine takes its time; one that stands still is not waited for. */
const LIMIT_MS = 5 * 60_000;

export async function playDemo(io: Io, options: DemoOptions): Promise<Played> {
  const startedAt = io.now();
  // From the beginning: whoever leaves while the stage is set would leave a daemon behind.
  const stopped = stopSignal();
  const stage = await setStage(io, options);
  if (options.byHand && !io.answer.isTerminal) return handOver(io, stage);
  let left = false;
  try {
    const audience = openAudience(io, stopped);
    const ended = await watch(stage, options, audience, startedAt).finally(audience.end);
    left = ended.left;
    if (left) return { outcome: null, wrong: explainEarlyLeave(stage, options), events: [] };
    return await judge(stage, { seconds: Math.round((io.now() - startedAt) / 1_000), late: ended.late });
  } finally {
    stage.close();
    if (!options.keep) await strike(stage);
    if (!options.keep && left) rmSync(stage.folder, { recursive: true, force: true });
  }
}

function explainEarlyLeave({ home }: Stage, { keep }: DemoOptions): string {
  const rest = keep ? `its daemon runs on: AO_HOME=${home} ao list` : "its agents, daemon and files are removed";
  return `the demo was stopped before its end; ${rest}`;
}

/** No process is left behind: first the agents, what they ran in (tmux) with the clean-up, then the daemon. */
async function strike(stage: Stage): Promise<void> {
  const { client, io } = stage;
  await stopAll(stage);
  await client.cleanup({});
  await endDaemon({ ...io, redraw: () => undefined, tell: () => undefined });
}

/** Nobody watches: the person has what is needed to go on, and time. */
function handOver(io: Io, { home, repo, url, close }: Stage): Played {
  close();
  io.print(
    io.json
      ? JSON.stringify({ repo, home, url })
      : `export AO_HOME=${home}\ncd ${repo}\n# ${url}; ao list says who needs you`,
  );
  return { outcome: null, wrong: null, events: [] };
}

/** Whoever ends us by a signal, or closes the terminal, leaves no daemon and no agent behind either. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

type Watched = { readonly left: boolean; readonly late: readonly StatusView[] | null };

async function watch(stage: Stage, options: DemoOptions, audience: DemoAudience, startedAt: number): Promise<Watched> {
  const { client, issues, io } = stage;
  const person = createPerson(client, issues);
  const log = followLog(stage);
  for (;;) {
    const sessions = await client.listSessions({ all: true });
    const elapsedMs = io.now() - startedAt;
    const landed = sessions.filter(({ change }) => change?.state === "landed").length;
    const notStarted = await readReasonsToWait(stage, sessions);
    const isOver = landed === issues.length && sessions.every(({ phase }) => phase === "ended");
    const over = isOver ? (options.keep ? "kept" : "ended") : null;
    const { byHand } = options;
    audience.show(createScene(stage, { sessions, notStarted, landed, elapsedMs, byHand, over, events: await log() }));
    if (audience.hasLeft()) return { left: true, late: null };
    if (isOver) return { left: false, late: null };
    if (elapsedMs > LIMIT_MS && !options.byHand) return { left: false, late: sessions };
    if (!options.byHand) await person.look(sessions);
    await pause(LOOK_EVERY_MS);
  }
}

/** All events so far; only new ones are asked for. */
function followLog({ client }: Stage): () => Promise<readonly EventView[]> {
  const events: EventView[] = [];
  let after = 0;
  return async () => {
    const page = await client.eventPage({ after, limit: 500 });
    events.push(...page.events);
    after = page.next;
    return events;
  };
}

/** By the title of the issue; nobody is asked once all have begun. */
async function readReasonsToWait(
  { client, issues }: Stage,
  sessions: readonly StatusView[],
): Promise<Scene["notStarted"]> {
  if (sessions.length >= issues.length) return new Map();
  const listed = await client.listIssues({});
  return new Map(listed.flatMap(({ title, notStarted }) => (notStarted === null ? [] : [[title, notStarted]])));
}

type Seen = Pick<Scene, "sessions" | "notStarted" | "landed" | "elapsedMs" | "byHand" | "over"> & {
  readonly events: readonly EventView[];
};

function createScene({ issues, url, home }: Stage, { events, ...seen }: Seen): Scene {
  return { ...seen, issues, url, home, reactions: countReactions(events) };
}

/** Nothing that was seen while it ran counts: everything is read again. */
async function judge(
  { io, repo, home, client, issues }: Stage,
  { seconds, late }: { readonly seconds: number; readonly late: readonly StatusView[] | null },
): Promise<Played> {
  const events = await readAllEvents(client);
  const reactions = countReactions(events);
  const landed = (await listLandedCommits(createGit(repo, io.env))).length;
  const red = await findFirstRed(repo, io.env);
  const missing = [...new Set(issues.map(({ trouble }) => trouble))]
    .flatMap((trouble) => (trouble === "none" || trouble === "question" ? [] : [reactionTo[trouble]]))
    .filter((name) => reactions[name] === 0);
  const wrong = explainWrong({ late, red, missing, landed, issues: issues.length });
  const outcome = { ok: wrong === null, issues: issues.length, landed, mainGreen: red === null };
  return { outcome: { ...outcome, reactions, seconds, repo, home }, wrong, events };
}

type Findings = {
  readonly late: readonly StatusView[] | null;
  readonly red: string | null;
  readonly missing: readonly string[];
  readonly landed: number;
  readonly issues: number;
};

function explainWrong({ late, red, missing, landed, issues }: Findings): string | null {
  const stuck = late?.find(({ change }) => change?.state !== "landed");
  if (stuck !== undefined)
    return `demo failed at ${formatStopwatch(LIMIT_MS)}: ${stuck.id} did not land. ${stuck.attention.why}`;
  if (landed !== issues) return `demo failed: ${landed} of ${issues} changes landed`;
  if (red !== null) return `demo failed: the tests fail at ${red} of main`;
  const [first] = missing;
  return first === undefined ? null : `demo failed: all landed, but ${first} was never seen`;
}

const STOPPED_WITHIN_MS = 60_000;

/** Nothing begins any more: issues that nobody is at would be given out at once. */
async function stopAll({ client, io }: Stage): Promise<void> {
  for (const { id } of await client.listProjects({})) await client.pauseProject({ id });
  const sessions = await client.listSessions({});
  await Promise.all(sessions.map(({ id }) => client.stopSession({ id })));
  const untilMs = io.now() + STOPPED_WITHIN_MS;
  while ((await client.listSessions({})).length > 0 && io.now() < untilMs) await pause(LOOK_EVERY_MS);
}
