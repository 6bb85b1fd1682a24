/** What a session's agent wrote, turn by turn, and on as it writes. Read from the files of its turns; redacted as it is read. */
import { join } from "node:path";
import type { SessionId } from "../../../domain/model/ids.ts";
import { isLiveSession, getOpenTurn } from "../../../domain/session/session.ts";
import { fileSource } from "../../../lib/byte-source.ts";
import { toPlainText } from "../../../lib/text/plain-text.ts";
import { turnOutput } from "../../../lib/turn-folder/turn-output.ts";
import { makeVisible } from "../../../lib/text/visible-text.ts";
import { hasTurnScreen } from "../../screens/turn-screen.ts";
import type { BegunTurn } from "../../../store/turns.ts";
import type { DaemonContext } from "../../context.ts";
import { findSessionAgent, readTurnEvents } from "../sessions/conversation.ts";
import { formatConversationEvent, findEventsTail } from "../events/event-text.ts";
import { findTail, LogReader } from "./log-file.ts";
import type { LogPosition } from "./log-position.ts";
import { FolderWatcher } from "./folder-watcher.ts";
import type { WakeUps } from "../events/wake-ups.ts";

export type LogQuestion = {
  readonly session: SessionId;
  /** Only this turn, by its number. */
  readonly turn: number | null;
  readonly follow: boolean;
  readonly raw: boolean;
  readonly from: LogPosition;
};

export type LogPiece = { readonly text: string; readonly position: LogPosition };

export type LogSource = {
  readonly context: Pick<DaemonContext, "store" | "home" | "redact" | "slotsOf">;
  readonly wakeUps: WakeUps;
  readonly signal: AbortSignal;
};

const NEW_TURN_WITHIN_MS = 1_000;

/** Ends when all is told; with `follow` when the session has ended, too. */
export async function* readLogs(source: LogSource, asked: LogQuestion): AsyncGenerator<LogPiece, void, undefined> {
  if (asked.turn === null && asked.from.n === 0) yield* readSetup(source, asked);
  for (let at = asked.from; !source.signal.aborted;) {
    // Asked before the turns are read: whatever was begun until it ended is among them.
    const isOver = isFinished(source, asked);
    const turn = listTurns(source, asked).find(({ n }) => n >= at.n);
    if (turn === undefined) {
      if (isOver) return;
      await source.wakeUps.next(NEW_TURN_WITHIN_MS, source.signal);
      continue;
    }
    const from = turn.n === at.n ? at : { n: turn.n, out: 0, err: 0 };
    yield* asked.raw || !isProtocolTurn(source, turn)
      ? readTurn(source, asked, turn, from)
      : readEvents(source, asked, turn, from);
    at = { n: turn.n + 1, out: 0, err: 0 };
  }
}

/** What the set-up commands printed, as long as no turn has begun: it is why none does, or what is waited for. */
async function* readSetup(
  { context, wakeUps, signal }: LogSource,
  { session, raw, follow, from }: LogQuestion,
): AsyncGenerator<LogPiece, void, undefined> {
  if (context.store.turns.ofSession(session).length > 0) return;
  const log = new LogReader(setupLog(context, session), from.out, context.redact);
  const piece = (text: string) => createPieces(raw ? text : makeVisible(text), { n: 0, out: log.shown(), err: 0 });
  try {
    while (!signal.aborted) {
      const isRunning = context.store.sessions.get(session)?.phase.kind === "preparing";
      const said = await log.next();
      yield* piece(said ?? "");
      if (said !== null) continue;
      if (!isRunning || !follow) return yield* piece(log.rest());
      await wakeUps.next(NEW_TURN_WITHIN_MS, signal);
    }
  } finally {
    await log.close();
  }
}

function listTurns({ context }: LogSource, { session, turn }: LogQuestion): readonly BegunTurn[] {
  return context.store.turns.ofSession(session).filter(({ n }) => turn === null || n === turn);
}

function isFinished({ context }: LogSource, { session, turn, follow }: LogQuestion): boolean {
  const found = context.store.sessions.get(session);
  return !follow || turn !== null || found === null || !isLiveSession(found);
}

async function* readTurn(
  source: LogSource,
  { raw, follow }: LogQuestion,
  turn: BegunTurn,
  from: LogPosition,
): AsyncGenerator<LogPiece, void, undefined> {
  const { context, signal } = source;
  const output = turnOutput(context.home.turns, turn.id);
  const [out, err] = [
    new LogReader(output.out, from.out, context.redact),
    new LogReader(output.err, from.err, context.redact),
  ];
  const isDrawn = !raw && hasTurnScreen(context.home.turns, turn.id) === true;
  const shown = raw ? (text: string): string => text : isDrawn ? readAsText(context.redact) : makeVisible;
  const pieces = (...texts: readonly (string | null)[]): readonly LogPiece[] => {
    const text = texts.join("");
    const position = { n: turn.n, out: out.shown(), err: err.shown() };
    return text === "" ? [] : [{ text: shown(text), position }];
  };
  const watcher = new FolderWatcher(output);
  try {
    if (!raw && from.out === 0 && from.err === 0) yield* createPieces(await readPrompt(context, turn), from);
    while (!signal.aborted) {
      const isOver = hasEnded(source, turn);
      const [said, complained] = [await out.next(), await err.next()];
      yield* pieces(said, complained);
      if (said !== null || complained !== null) continue;
      if (isOver || !follow) return yield* pieces(out.rest(), err.rest());
      await watcher.next(source);
    }
  } finally {
    watcher.close();
    await Promise.all([out.close(), err.close()]);
  }
}

/** What the agent was told, before anything that it says. */
async function readPrompt(context: LogSource["context"], turn: BegunTurn): Promise<string> {
  const events = await readTurnEvents(context, turn, null);
  return events.flatMap((event) => (event.kind === "told" ? formatConversationEvent(event) : [])).join("");
}

/** What a terminal was told to draw, without the drawing; a secret may have been drawn in several colours. */
function readAsText(redact: (text: string) => string): (text: string) => string {
  return (text) => redact(toPlainText(text));
}

/** The same for a turn whose output only its agent can read. */
async function* readEvents(
  source: LogSource,
  { follow }: LogQuestion,
  turn: BegunTurn,
  from: LogPosition,
): AsyncGenerator<LogPiece, void, undefined> {
  const { context, signal } = source;
  const output = turnOutput(context.home.turns, turn.id);
  const err = new LogReader(output.err, from.err, context.redact);
  const watcher = new FolderWatcher(output);
  // Null: from its first word, which comes before any output.
  let out = from.out > 0 ? from.out : null;
  const piece = (text: string) => createPieces(text, { n: turn.n, out: out ?? 0, err: err.shown() });
  try {
    while (!signal.aborted) {
      const isLast = hasEnded(source, turn) || !follow;
      const events = await readTurnEvents(context, turn, out);
      const complained = await err.next();
      out = events.at(-1)?.outBytes ?? out;
      const text = events.map(formatConversationEvent).join("") + makeVisible(complained ?? "");
      yield* piece(text);
      if (events.length > 0 || complained !== null) continue;
      if (isLast) return yield* piece(makeVisible(err.rest()));
      await watcher.next(source);
    }
  } finally {
    watcher.close();
    await err.close();
  }
}

const createPieces = (text: string, position: LogPosition): readonly LogPiece[] =>
  text === "" ? [] : [{ text, position }];

function isProtocolTurn({ context }: LogSource, turn: BegunTurn): boolean {
  return findSessionAgent(context, turn.session)?.output === "protocol";
}

/** Its end is on disk, or the engine has heard of it. */
function hasEnded({ context }: LogSource, turn: BegunTurn): boolean {
  const session = context.store.sessions.get(turn.session);
  const isOpen = session !== null && getOpenTurn(session)?.id === turn.id;
  return !isOpen || turnOutput(context.home.turns, turn.id).exit() !== undefined;
}

/** Where the last lines begin, over as many turns as it takes. */
export async function findTailPosition(
  source: LogSource,
  asked: Omit<LogQuestion, "from">,
  lines: number,
): Promise<LogPosition> {
  let left = lines;
  const setup = await findTail(setupLog(source.context, asked.session), Math.max(left, 1));
  let position: LogPosition = { n: 0, out: setup.from, err: 0 };
  for (const turn of listTurns(source, { ...asked, from: position }).toReversed()) {
    const { id, n } = turn;
    const output = turnOutput(source.context.home.turns, id);
    const out =
      asked.raw || !isProtocolTurn(source, turn)
        ? await findTail(output.out, Math.max(left, 1))
        : findEventsTail(await readTurnEvents(source.context, turn, null), Math.max(left, 1));
    const err = await findTail(output.err, Math.max(left, 1));
    position = { n, out: out.from, err: err.from };
    left -= out.lines + err.lines;
    if (left <= 0) return position;
  }
  return position;
}

const setupLog = ({ home }: LogSource["context"], session: SessionId) =>
  fileSource(join(home.sessions, session, "logs", "setup.log"));
