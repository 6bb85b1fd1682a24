/** What a listener heard, as news: each told once behind a cursor, with the frames that the tool waits for. */
import type { TurnId } from "../../../domain/model/ids.ts";
import type { TurnResult } from "../../../domain/core/observation.ts";
import type { Spoken } from "../../../slots/conversation.ts";
import type { AgentFrame, AgentNews, NewsRead } from "../../../slots/agent.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import { plainText } from "../../../lib/plain-text.ts";
import type { Places } from "./conversation.ts";
import type { Dialect, EndResult, Heard } from "./dialect.ts";
import { listenTo, type Item, type Listening, type TurnEar } from "./hear-turn.ts";
import { withLoginAdvice } from "./login.ts";
import { countRecorded } from "./count-recorded.ts";
import { noMemory, remember, rememberedWith } from "./memory.ts";
import { cursorText, parseCursor, type Cursor } from "./parse-cursor.ts";
import { lastParagraph } from "./said.ts";

type Parts = { readonly places: Places; readonly dialect: Dialect; readonly nowMs: () => number };

const PROGRESS_EVERY_MS = 1_000;
/** A listener of an open turn is kept, so that a long turn is not heard from its beginning every time. */
const EARS_MAX = 256;

export function newsReader({ places, dialect, nowMs }: Parts) {
  const ears = new Map<TurnId, TurnEar>();
  const keep = (turn: TurnId, ear: TurnEar | null): void => {
    ears.delete(turn);
    if (ear !== null) ears.set(turn, ear);
    for (const [oldest] of ears) if (ears.size > EARS_MAX) ears.delete(oldest);
  };
  return async (turn: TurnId, text: string | null): Promise<NewsRead> => {
    const before = parseCursor(text);
    const fresh = before.ended ? null : await listenTo(places, dialect, turn);
    if (fresh === null) return { entries: [], frames: [], cursor: cursorText(before) };
    const kept = ears.get(turn);
    const listening = kept !== undefined && kept.at === before.outBytes ? { ...fresh, ear: kept } : fresh;
    keep(turn, null);
    const heard = (await listening.ear.hear(listening.state)).filter(({ endsAt }) => endsAt > before.outBytes);
    const items = await withRecorded(dialect, listening, heard);
    await rememberAll(places, dialect.name, listening, items);
    const limitMs = listening.state.saidAtMs + dialect.limitRestsMs;
    const read = newsOf(listening, items, { agent: dialect.name, before, nowMs: nowMs(), limitMs });
    if (!read.hasEnded) keep(turn, listening.ear);
    return read.read;
  };
}

/** What an ended turn has not told of what it used. It is counted with this turn, and not with the next. */
async function withRecorded(
  { recordsOf }: Dialect,
  { ear, state }: Listening,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const end = items.find(({ heard }) => heard.tell === "ended");
  if (recordsOf === undefined || end?.heard.tell !== "ended" || end.heard.usage.tokens > 0) return items;
  const { session, memory } = ear.begun;
  const used = await countRecorded(recordsOf(session), state.startedAtMs);
  const counted: Item = { ...end, heard: { ...end.heard, usage: { ...end.heard.usage, ...used } } };
  const noted: Item = { ...end, heard: { tell: "remember", memory: rememberedWith(memory, used) } };
  return [...items.filter((item) => item !== end), noted, counted];
}

async function rememberAll(places: Places, agent: string, { ear }: Listening, items: readonly Item[]): Promise<void> {
  for (const { heard } of items) {
    if (heard.tell !== "remember") continue;
    // What was counted before a conversation began is not part of it.
    const isBeginning = ear.begun.memory.conversation === null && heard.memory.conversation !== undefined;
    const memory = isBeginning ? { ...noMemory, ...heard.memory } : heard.memory;
    remember(places.sessions, ear.begun.session, agent, memory);
  }
}

type At = { readonly agent: string; readonly before: Cursor; readonly nowMs: number; readonly limitMs: number };

function newsOf({ ear, state }: Listening, items: readonly Item[], { agent, before, nowMs, limitMs }: At) {
  const hasEnded = items.some(({ heard }) => heard.tell === "ended");
  const lastProgress = items.findLast(({ heard }) => heard.tell === "progressed");
  const lastPlan = items.findLast(({ heard }) => heard.tell === "event" && heard.event.kind === "plan");
  const mayTell = hasEnded || nowMs - before.toldAtMs >= PROGRESS_EVERY_MS;
  const isTold = (item: Item): boolean =>
    item.heard.tell === "progressed"
      ? mayTell && item === lastProgress
      : item.heard.tell !== "event" || item === lastPlan;
  const entries = items.filter(isTold).flatMap((item) => entryOf(ear, item, { agent, limitMs }));
  const hasTold = entries.some(({ kind }) => kind === "progressed");
  const cursor = cursorText({
    outBytes: hasEnded ? Math.max(ear.at, ...items.map(({ endsAt }) => endsAt)) : ear.at,
    toldAtMs: hasTold ? nowMs : before.toldAtMs,
    ended: hasEnded,
  });
  const frames = items.flatMap((item) => frameOf(ear, item));
  const isOver = hasEnded && ear.begun.takesFrames && state.exit === undefined;
  const end: AgentFrame = { id: `${ear.begun.turn}.end`, bytes: "", ends: true };
  return { hasEnded, read: { entries, frames: isOver ? [...frames, end] : frames, cursor } };
}

function frameOf({ begun }: TurnEar, { heard }: Item): readonly AgentFrame[] {
  if (heard.tell !== "frame") return [];
  return [{ id: `${begun.turn}.${heard.name}`, bytes: heard.bytes, ends: heard.ends ?? false }];
}

/** Whose turn it is, and until when a limit lasts that nobody gave an end. */
type Ending = Pick<At, "agent" | "limitMs">;

function entryOf(ear: TurnEar, { heard, endsAt, n }: Item, ending: Ending): readonly AgentNews[] {
  switch (heard.tell) {
    case "acknowledged":
      return [{ id: "acknowledged", kind: "acknowledged", message: ear.begun.message }];
    case "progressed":
      return [{ id: `said:${endsAt}.${n}`, kind: "progressed", words: lineOf(heard.words) }];
    case "asked":
      return [asked(heard)];
    case "answered":
      return [{ id: `answered:${heard.questionId}`, kind: "answered", questionId: heard.questionId }];
    case "ended":
      return [endOf(ear, heard, ending)];
    case "event":
      return planIn(heard.event, `plan:${endsAt}.${n}`);
    case "frame":
    case "remember":
      return [];
    default:
      return unreachable(heard);
  }
}

function endOf(ear: TurnEar, { result, usage, words }: Extract<Heard, { tell: "ended" }>, ending: Ending): AgentNews {
  const context = ear.context();
  return {
    ...{ id: "ended", kind: "ended", result: resultOf(result, ending), usage },
    ...(context === null ? {} : { context }),
    words: lastParagraph(words, false),
  };
}

function planIn(event: Spoken, id: string): readonly AgentNews[] {
  if (event.kind !== "plan") return [];
  const done = event.steps.filter(({ state }) => state === "done").length;
  const plan = event.steps.slice(0, STEPS_MAX).map(({ text, state }) => `- [${MARKS[state]}] ${lineOf(text)}`);
  return [{ id, kind: "progressed", words: "", steps: { done, of: event.steps.length }, plan: plan.join("\n") }];
}

/** A plan that is longer is no plan; it is kept with the session. */
const STEPS_MAX = 50;
const MARKS = { open: " ", doing: "~", done: "x" } as const;

function asked({ questionId, text, choices }: Extract<Heard, { tell: "asked" }>): AgentNews {
  return {
    id: `asked:${questionId}`,
    kind: "asked",
    questionId,
    text: plainText(text),
    choices: choices.map(plainText),
  };
}

function resultOf(ended: EndResult, { agent, limitMs }: Ending): TurnResult {
  const result = withLoginAdvice(agent, ended);
  if (result.kind !== "limit_reached") return result;
  return { kind: "limit_reached", untilWallMs: result.untilWallMs ?? limitMs };
}

const WORDS_MAX = 200;

function lineOf(words: string): string {
  const line = plainText(words)
    .split("\n")
    .findLast((text) => text.trim() !== "");
  return [...(line ?? "").trim()].slice(0, WORDS_MAX).join("");
}
