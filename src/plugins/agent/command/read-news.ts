/**
 * What a turn's folder tells. Only the end of its output is ever read, so that an agent which prints a gigabyte costs no
 * more than a quiet one, and progress is told at most once a second.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { TurnId } from "../../../domain/model/ids.ts";
import type { TurnResult } from "../../../domain/core/observation.ts";
import { readTextTail } from "../../../lib/byte-source.ts";
import { readTurnState, turnOutput, type TurnState } from "../../../lib/turn-folder/turn-output.ts";
import type { AgentNews, NewsRead } from "../../../slots/agent.ts";
import { findBegunTurn, readMessageId, type ConversationPaths } from "../shared/conversation/conversation.ts";
import { hasBegun } from "../shared/turn/has-begun.ts";
import { endOfProcess, NEVER_STARTED } from "../shared/turn/end-of-process.ts";
import { findLastLine, findLastParagraph, parseQuestion } from "../shared/conversation/said.ts";
import { formatCommandCursor, parseCommandCursor, type CommandCursor } from "./parse-cursor.ts";

type Reading = {
  readonly places: ConversationPaths;
  readonly turn: TurnId;
  readonly cursor: string | null;
  readonly nowMs: () => number;
};

const TAIL_BYTES = 64 * 1024;
const PROGRESS_EVERY_MS = 1_000;
/** How long a program is waited for that may yet turn out not to be one; shorter where nobody can tell. */
const BEGUN_WITHIN_MS = 2_000;
const SETTLED_AFTER_MS = 40;
const SETTLING_POLL_MS = 2;

const ASKS = 10;

export async function readNews(reading: Reading): Promise<NewsRead> {
  const before = parseCommandCursor(reading.cursor);
  const state = before.acknowledged
    ? readTurnState(reading.places.turns, reading.turn)
    : await readSettledState(reading);
  if (!state.started || before.ended) return { entries: [], frames: [], cursor: formatCommandCursor(before) };
  const acknowledged = before.acknowledged ? [] : await reportAcknowledgement(reading, state);
  const progressed = await reportProgress(reading, state, before);
  const ended = state.exit === undefined ? [] : [await reportEnd(reading, state)];
  const after: CommandCursor = {
    acknowledged: before.acknowledged || acknowledged.length > 0,
    outBytes: progressed.length > 0 ? state.outBytes : before.outBytes,
    errBytes: progressed.length > 0 ? state.errBytes : before.errBytes,
    toldAtMs: progressed.length > 0 ? reading.nowMs() : before.toldAtMs,
    ended: ended.length > 0,
  };
  return { entries: [...acknowledged, ...progressed, ...ended], frames: [], cursor: formatCommandCursor(after) };
}

/** A message counts as read when the program runs; that a turn was begun does not prove that there is one. */
async function readSettledState({ places, turn, nowMs }: Reading): Promise<TurnState> {
  for (let waitedMs = 0; ; waitedMs += SETTLING_POLL_MS) {
    const state = readTurnState(places.turns, turn);
    if (!state.started || state.exit !== undefined) return state;
    // The clock may have been set back meanwhile.
    const ageMs = Math.max(waitedMs, nowMs() - state.startedAtMs);
    const begun = hasBegun(state.holder);
    if (begun === true) return state;
    // Nobody to be seen may also mean that it has ended since: then it says how.
    if (ageMs > (begun === null ? SETTLED_AFTER_MS : BEGUN_WITHIN_MS)) return readTurnState(places.turns, turn);
    await delay(SETTLING_POLL_MS);
  }
}

async function reportAcknowledgement({ places, turn }: Reading, { exit }: TurnState): Promise<readonly AgentNews[]> {
  if (NEVER_STARTED.includes(exit)) return [];
  const message = readMessageId(places, turn);
  return message === null ? [] : [{ id: "acknowledged", kind: "acknowledged", message }];
}

/** A ring that was cut is smaller than before; that is news, too. */
async function reportProgress(
  { places, turn, nowMs }: Reading,
  state: TurnState,
  before: CommandCursor,
): Promise<readonly AgentNews[]> {
  const { outBytes, errBytes } = state;
  if (outBytes === before.outBytes && errBytes === before.errBytes) return [];
  if (state.exit === undefined && nowMs() - before.toldAtMs < PROGRESS_EVERY_MS) return [];
  const { text, cut } = await readTextTail(turnOutput(places.turns, turn).out, TAIL_BYTES);
  return [{ id: `said:${outBytes}:${errBytes}`, kind: "progressed", words: findLastLine(text, cut) }];
}

async function reportEnd({ places, turn }: Reading, state: TurnState): Promise<AgentNews> {
  const { text, cut } = await readTextTail(turnOutput(places.turns, turn).out, TAIL_BYTES);
  const result = state.exit === ASKS ? toQuestion(turn, text, cut) : await endOfTurn(places, turn, state);
  return { id: "ended", kind: "ended", result, usage: { usd: 0, tokens: 0 }, words: findLastParagraph(text, cut) };
}

async function endOfTurn(places: ConversationPaths, turn: TurnId, state: TurnState): Promise<TurnResult> {
  const program = findBegunTurn(places, turn)?.program ?? "";
  return endOfProcess(places.turns, { turn, program }, state);
}

function toQuestion(turn: TurnId, text: string, cut: boolean): TurnResult {
  return { kind: "asked", questionId: `${turn}.question`, ...parseQuestion(text, cut) };
}
