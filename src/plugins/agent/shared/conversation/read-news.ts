/** What a listener heard, as news: each told once behind a cursor, with the frames that the tool waits for. */
import type { TurnId } from "../../../../domain/model/ids.ts";
import type { TurnResult } from "../../../../domain/core/observation.ts";
import type { ConversationEntry } from "../../../../slots/conversation.ts";
import type { AgentFrame, AgentNews, NewsRead } from "../../../../slots/agent.ts";
import { unreachable } from "../../../../domain/model/unreachable.ts";
import { toPlainText } from "../../../../lib/text/plain-text.ts";
import type { ConversationPaths } from "./conversation.ts";
import type { Dialect, EndResult, AgentReport } from "../dialect.ts";
import { listenTo, type ReportItem, type ListeningTurn, type TurnListener } from "../turn/listen-to-turn.ts";
import { addLoginAdvice } from "../login.ts";
import { countRecorded } from "./count-recorded.ts";
import { noMemory, remember, rememberUsage } from "./memory.ts";
import { formatTurnCursor, parseTurnCursor, type TurnCursor } from "./parse-cursor.ts";
import { findLastParagraph } from "./said.ts";

type Parts = { readonly places: ConversationPaths; readonly dialect: Dialect; readonly nowMs: () => number };

const PROGRESS_EVERY_MS = 1_000;
/** A listener of an open turn is kept, so that a long turn is not heard from its beginning every time. */
const EARS_MAX = 256;

export function createNewsReader({ places, dialect, nowMs }: Parts) {
  const ears = new Map<TurnId, TurnListener>();
  const keep = (turn: TurnId, ear: TurnListener | null): void => {
    ears.delete(turn);
    if (ear !== null) ears.set(turn, ear);
    for (const [oldest] of ears) if (ears.size > EARS_MAX) ears.delete(oldest);
  };
  return async (turn: TurnId, text: string | null): Promise<NewsRead> => {
    const before = parseTurnCursor(text);
    const fresh = before.ended ? null : await listenTo(places, dialect, turn);
    if (fresh === null) return { entries: [], frames: [], cursor: formatTurnCursor(before) };
    const kept = ears.get(turn);
    const listening = kept !== undefined && kept.at === before.outBytes ? { ...fresh, ear: kept } : fresh;
    keep(turn, null);
    const heard = (await listening.ear.hear(listening.state)).filter(({ endsAt }) => endsAt > before.outBytes);
    const items = await addRecorded(dialect, listening, heard);
    await rememberAll(places, dialect.name, listening, items);
    const limitMs = listening.state.saidAtMs + dialect.limitRestsMs;
    const read = collectNews(listening, items, { agent: dialect.name, before, nowMs: nowMs(), limitMs });
    if (!read.hasEnded) keep(turn, listening.ear);
    return read.read;
  };
}

/** What an ended turn has not told of what it used. It is counted with this turn, and not with the next. */
async function addRecorded(
  { recordsOf }: Dialect,
  { ear, state }: ListeningTurn,
  items: readonly ReportItem[],
): Promise<readonly ReportItem[]> {
  const end = items.find(({ heard: report }) => report.tell === "ended");
  if (recordsOf === undefined || end?.heard.tell !== "ended" || end.heard.usage.tokens > 0) return items;
  const { session, memory } = ear.begun;
  const used = await countRecorded(recordsOf(session), state.startedAtMs);
  const counted: ReportItem = { ...end, heard: { ...end.heard, usage: { ...end.heard.usage, ...used } } };
  const noted: ReportItem = { ...end, heard: { tell: "remember", memory: rememberUsage(memory, used) } };
  return [...items.filter((item) => item !== end), noted, counted];
}

async function rememberAll(
  places: ConversationPaths,
  agent: string,
  { ear }: ListeningTurn,
  items: readonly ReportItem[],
): Promise<void> {
  for (const { heard: report } of items) {
    if (report.tell !== "remember") continue;
    // What was counted before a conversation began is not part of it.
    const isBeginning = ear.begun.memory.conversation === null && report.memory.conversation !== undefined;
    const memory = isBeginning ? { ...noMemory, ...report.memory } : report.memory;
    remember(places.sessions, ear.begun.session, agent, memory);
  }
}

type At = { readonly agent: string; readonly before: TurnCursor; readonly nowMs: number; readonly limitMs: number };

function collectNews(
  { ear, state }: ListeningTurn,
  items: readonly ReportItem[],
  { agent, before, nowMs, limitMs }: At,
) {
  const hasEnded = items.some(({ heard: report }) => report.tell === "ended");
  const lastProgress = items.findLast(({ heard: report }) => report.tell === "progressed");
  const lastPlan = items.findLast(({ heard: report }) => report.tell === "event" && report.event.kind === "plan");
  const mayTell = hasEnded || nowMs - before.toldAtMs >= PROGRESS_EVERY_MS;
  const isTold = (item: ReportItem): boolean =>
    item.heard.tell === "progressed"
      ? mayTell && item === lastProgress
      : item.heard.tell !== "event" || item === lastPlan;
  const entries = items.filter(isTold).flatMap((item) => collectEntries(ear, item, { agent, limitMs }));
  const hasTold = entries.some(({ kind }) => kind === "progressed");
  const cursor = formatTurnCursor({
    outBytes: hasEnded ? Math.max(ear.at, ...items.map(({ endsAt }) => endsAt)) : ear.at,
    toldAtMs: hasTold ? nowMs : before.toldAtMs,
    ended: hasEnded,
  });
  const frames = items.flatMap((item) => collectFrames(ear, item));
  const isOver = hasEnded && ear.begun.takesFrames && state.exit === undefined;
  const end: AgentFrame = { id: `${ear.begun.turn}.end`, bytes: "", ends: true };
  return { hasEnded, read: { entries, frames: isOver ? [...frames, end] : frames, cursor } };
}

function collectFrames({ begun }: TurnListener, { heard: report }: ReportItem): readonly AgentFrame[] {
  if (report.tell !== "frame") return [];
  return [{ id: `${begun.turn}.${report.name}`, bytes: report.bytes, ends: report.ends ?? false }];
}

/** Whose turn it is, and until when a limit lasts that nobody gave an end. */
type Ending = Pick<At, "agent" | "limitMs">;

function collectEntries(
  ear: TurnListener,
  { heard: report, endsAt, n }: ReportItem,
  ending: Ending,
): readonly AgentNews[] {
  switch (report.tell) {
    case "acknowledged":
      return [{ id: "acknowledged", kind: "acknowledged", message: ear.begun.message }];
    case "progressed":
      return [{ id: `said:${endsAt}.${n}`, kind: "progressed", words: toLine(report.words) }];
    case "asked":
      return [reportQuestion(report)];
    case "answered":
      return [{ id: `answered:${report.questionId}`, kind: "answered", questionId: report.questionId }];
    case "ended":
      return [reportEnd(ear, report, ending)];
    case "event":
      return planIn(report.event, `plan:${endsAt}.${n}`);
    case "frame":
    case "remember":
      return [];
    default:
      return unreachable(report);
  }
}

function reportEnd(
  ear: TurnListener,
  { result, usage, words }: Extract<AgentReport, { tell: "ended" }>,
  ending: Ending,
): AgentNews {
  const context = ear.context();
  return {
    ...{ id: "ended", kind: "ended", result: toTurnResult(result, ending), usage },
    ...(context === null ? {} : { context }),
    words: findLastParagraph(words, false),
  };
}

function planIn(event: ConversationEntry, id: string): readonly AgentNews[] {
  if (event.kind !== "plan") return [];
  const done = event.steps.filter(({ state }) => state === "done").length;
  const plan = event.steps.slice(0, STEPS_MAX).map(({ text, state }) => `- [${MARKS[state]}] ${toLine(text)}`);
  return [{ id, kind: "progressed", words: "", steps: { done, of: event.steps.length }, plan: plan.join("\n") }];
}

/** A plan that is longer is no plan; it is kept with the session. */
const STEPS_MAX = 50;
const MARKS = { open: " ", doing: "~", done: "x" } as const;

function reportQuestion({ questionId, text, choices }: Extract<AgentReport, { tell: "asked" }>): AgentNews {
  return {
    id: `asked:${questionId}`,
    kind: "asked",
    questionId,
    text: toPlainText(text),
    choices: choices.map(toPlainText),
  };
}

function toTurnResult(ended: EndResult, { agent, limitMs }: Ending): TurnResult {
  const result = addLoginAdvice(agent, ended);
  if (result.kind !== "limit_reached") return result;
  return { kind: "limit_reached", untilWallMs: result.untilWallMs ?? limitMs };
}

const WORDS_MAX = 200;

function toLine(words: string): string {
  const line = toPlainText(words)
    .split("\n")
    .findLast((text) => text.trim() !== "");
  return [...(line ?? "").trim()].slice(0, WORDS_MAX).join("");
}
