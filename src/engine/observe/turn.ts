/**
 * Reads what an open turn has said since the last look. Called when its output stirs and, since hints get lost, at every
 * sweep; each entry is taken once by its id. A process that is gone without having ended its turn is reported only after
 * its output was read once more, because it may have ended between the two looks.
 */
import { known, unknown } from "../../domain/model/known.ts";
import type { TurnId } from "../../domain/model/ids.ts";
import type { News } from "../../domain/core/observation.ts";
import type { Session } from "../../domain/session/session.ts";
import type { Sign } from "../../domain/model/usage.ts";
import type { AgentFrame, AgentNews } from "../../slots/agent.ts";
import type { Arrival } from "../inbox/arrival.ts";
import type { EngineDeps } from "../deps.ts";
import { tellHooks } from "../outbox/hooks.ts";
import { findPlugins } from "../perform/context.ts";
import { waitUntilGone } from "../perform/session/gone.ts";

/** How far each open turn was read; lost at a restart, which then reads it from the beginning. */
export type TurnCursors = Map<TurnId, string>;

type OpenTurn = { readonly session: Session; readonly turn: TurnId };
/** `notSeen`: why the turn's state cannot be told now; null when it can. */
type Reading = { readonly arrivals: readonly Arrival[]; readonly notSeen: string | null };

export async function observeTurn(deps: EngineDeps, open: OpenTurn, cursors: TurnCursors): Promise<Reading> {
  const first = await readTurn(deps, open, cursors);
  if (first.ended || !wasStarted(deps, open.turn)) return { arrivals: first.arrivals, notSeen: first.cut };
  const { runtime } = findPlugins(deps, open.session);
  const sight = await runtime.look(open.turn);
  if (!sight.ok) return { arrivals: first.arrivals, notSeen: sight.error.message };
  if (sight.value.kind === "running") return { arrivals: first.arrivals, notSeen: first.cut };
  const again = await readTurn(deps, open, cursors);
  const arrivals = [...first.arrivals, ...again.arrivals];
  const isGone = !again.ended && again.cut === null;
  return { arrivals: isGone ? [...arrivals, reportGone(open)] : arrivals, notSeen: again.cut };
}

export function reportGone({ session, turn }: OpenTurn): Arrival {
  return {
    news: { kind: "turn_probed", session: session.id, turn: turn, alive: known(false) },
    dedupKey: `gone:${turn}`,
  };
}

/** While its `start_turn` is pending the performer looks after the turn; only after that may it be missing. */
function wasStarted(deps: EngineDeps, turn: TurnId): boolean {
  return deps.store.outbox.byKey(`start_turn:${turn}`)?.outcome === "done";
}

/** `cut`: why not all could be read now; what is missing comes with the next look. */
type Read = { readonly arrivals: readonly Arrival[]; readonly ended: boolean; readonly cut: string | null };

export async function readTurn(deps: EngineDeps, open: OpenTurn, cursors: TurnCursors): Promise<Read> {
  const { agent } = findPlugins(deps, open.session);
  const read = await agent.news(open.turn, cursors.get(open.turn) ?? null);
  if (!read.ok) return { arrivals: [], ended: false, cut: read.error.message };
  const unsaid = await sayFrames(deps, open, read.value.frames);
  if (unsaid !== null) return { arrivals: [], ended: false, cut: unsaid };
  const arrivals: Arrival[] = [];
  for (const entry of dropStaleProgress(read.value.entries)) {
    const news = await translate(deps, open, entry);
    if (typeof news === "string")
      return { arrivals, ended: false, cut: `it has ended, and its workspace cannot be read: ${news}` };
    arrivals.push({ news, dedupKey: `turn:${open.turn}:${entry.id}` });
  }
  cursors.set(open.turn, read.value.cursor);
  return { arrivals, ended: arrivals.some(({ news }) => news.kind === "turn_ended"), cut: null };
}

/**
 * Says what the tool waits for. A frame is written once whoever asks, so it is safe to read, and say, everything again.
 * After the last one the process has nothing left to do: it is gone before its end is told. Returns why something could
 * not be said now; null when all is said.
 */
async function sayFrames(
  deps: EngineDeps,
  { session, turn }: OpenTurn,
  frames: readonly AgentFrame[],
): Promise<string | null> {
  const { runtime } = findPlugins(deps, session);
  for (const { id, bytes, ends } of frames) {
    const written = await runtime.write({ turn, frameId: id, bytes, ends });
    if (!written.ok && written.error.code !== "gone") return written.error.message;
    const stays = ends ? await waitUntilGone(deps, runtime, turn) : null;
    if (stays !== null) deps.log.warn({ sessionId: session.id, turn, stays }, "a turn has ended, its process has not");
  }
  return null;
}

/** Of many signs of life in one reading only the last one matters: a chatty agent costs no more than a quiet one. */
function dropStaleProgress(entries: readonly AgentNews[]): readonly AgentNews[] {
  const last = entries.findLast((entry) => entry.kind === "progressed" && entry.steps === undefined);
  const plan = entries.findLast((entry) => entry.kind === "progressed" && entry.steps !== undefined);
  return entries.filter((entry) => entry.kind !== "progressed" || entry === last || entry === plan);
}

/** A text: why it cannot be told now. */
async function translate(deps: EngineDeps, open: OpenTurn, entry: AgentNews): Promise<News | string> {
  const about = { session: open.session.id, turn: open.turn };
  switch (entry.kind) {
    case "acknowledged":
      return { kind: "turn_acknowledged", ...about, message: entry.message };
    case "progressed":
      return { kind: "turn_progressed", ...about, words: entry.words, ...pickPlan(entry) };
    case "asked":
      return {
        kind: "question_asked",
        ...about,
        questionId: entry.questionId,
        text: entry.text,
        choices: entry.choices,
      };
    case "answered":
      return { kind: "question_answered", ...about, questionId: entry.questionId };
    case "ended":
      return reportTurnEnd(deps, open, entry);
  }
}

const pickPlan = ({ steps, plan }: Sign): Pick<Sign, "steps" | "plan"> => ({
  ...(steps === undefined ? {} : { steps }),
  ...(plan === undefined ? {} : { plan }),
});

/** The end of a turn is told together with what it left behind; until that can be read, it is not told. */
async function reportTurnEnd(
  deps: EngineDeps,
  { session, turn }: OpenTurn,
  entry: Extract<AgentNews, { kind: "ended" }>,
): Promise<News | string> {
  const { workspace, spec } = findPlugins(deps, session);
  const inspected = await workspace.inspect(spec);
  if (!inspected.ok && inspected.error.code !== "gone") return inspected.error.message;
  const { result, usage, context, words } = entry;
  await tellHooks(deps, session.project, { hook: "turn-ended", key: turn, session: session.id, changes: [] });
  const left = inspected.ok
    ? { ...inspected.value, head: known(inspected.value.head) }
    : { head: unknown(inspected.error.message), dirty: false };
  return {
    kind: "turn_ended",
    session: session.id,
    turn: turn,
    result,
    usage,
    words,
    ...left,
    ...(context === undefined ? {} : { context }),
  };
}
