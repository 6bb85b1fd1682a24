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
import { begunOfTurn, messageOfTurn, type Places } from "../shared/conversation.ts";
import { hasBegun } from "../shared/has-begun.ts";
import { endOfProcess, NEVER_STARTED } from "../shared/end-of-process.ts";
import { lastLine, lastParagraph, questionIn } from "../shared/said.ts";
import { cursorText, parseCursor, type Cursor } from "./parse-cursor.ts";

type Reading = {
  readonly places: Places;
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
  const before = parseCursor(reading.cursor);
  const state = before.acknowledged ? readTurnState(reading.places.turns, reading.turn) : await settledState(reading);
  if (!state.started || before.ended) return { entries: [], frames: [], cursor: cursorText(before) };
  const acknowledged = before.acknowledged ? [] : await acknowledgement(reading, state);
  const progressed = await progress(reading, state, before);
  const ended = state.exit === undefined ? [] : [await ending(reading, state)];
  const after: Cursor = {
    acknowledged: before.acknowledged || acknowledged.length > 0,
    outBytes: progressed.length > 0 ? state.outBytes : before.outBytes,
    errBytes: progressed.length > 0 ? state.errBytes : before.errBytes,
    toldAtMs: progressed.length > 0 ? reading.nowMs() : before.toldAtMs,
    ended: ended.length > 0,
  };
  return { entries: [...acknowledged, ...progressed, ...ended], frames: [], cursor: cursorText(after) };
}

/** A message counts as read when the program runs; that a turn was begun does not prove that there is one. */
async function settledState({ places, turn, nowMs }: Reading): Promise<TurnState> {
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

async function acknowledgement({ places, turn }: Reading, { exit }: TurnState): Promise<readonly AgentNews[]> {
  if (NEVER_STARTED.includes(exit)) return [];
  const message = messageOfTurn(places, turn);
  return message === null ? [] : [{ id: "acknowledged", kind: "acknowledged", message }];
}

/** A ring that was cut is smaller than before; that is news, too. */
async function progress(
  { places, turn, nowMs }: Reading,
  state: TurnState,
  before: Cursor,
): Promise<readonly AgentNews[]> {
  const { outBytes, errBytes } = state;
  if (outBytes === before.outBytes && errBytes === before.errBytes) return [];
  if (state.exit === undefined && nowMs() - before.toldAtMs < PROGRESS_EVERY_MS) return [];
  const { text, cut } = await readTextTail(turnOutput(places.turns, turn).out, TAIL_BYTES);
  return [{ id: `said:${outBytes}:${errBytes}`, kind: "progressed", words: lastLine(text, cut) }];
}

async function ending({ places, turn }: Reading, state: TurnState): Promise<AgentNews> {
  const { text, cut } = await readTextTail(turnOutput(places.turns, turn).out, TAIL_BYTES);
  const result = state.exit === ASKS ? asked(turn, text, cut) : await endOfTurn(places, turn, state);
  return { id: "ended", kind: "ended", result, usage: { usd: 0, tokens: 0 }, words: lastParagraph(text, cut) };
}

async function endOfTurn(places: Places, turn: TurnId, state: TurnState): Promise<TurnResult> {
  const program = begunOfTurn(places, turn)?.program ?? "";
  return endOfProcess(places.turns, { turn, program }, state);
}

function asked(turn: TurnId, text: string, cut: boolean): TurnResult {
  return { kind: "asked", questionId: `${turn}.question`, ...questionIn(text, cut) };
}
