/**
 * An agent plugin for a tool that is driven by its own screen, for people who want to watch and type. Hooks tell what it
 * does; we look at the screen only to type into it, and to see a dialog, which goes to a person.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { TurnId } from "../../../../domain/model/ids.ts";
import { fileSource, readTextTail } from "../../../../lib/byte-source.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import { readTurnState, type TurnState } from "../../../../lib/turn-folder/turn-output.ts";
import type { AgentFrame, AgentNews, AgentPlugin, NewsRead } from "../../../../slots/agent.ts";
import { failed, ok, type SlotResult } from "../../../../slots/result.ts";
import { findBegunTurn, type ConversationPaths } from "../conversation/conversation.ts";
import { countRecorded } from "../conversation/count-recorded.ts";
import { parseJsonLine, getTextAt, type Json } from "../parse-json.ts";
import type { BegunRecord } from "../turn/parse-turn-files.ts";
import { createProtocolAgent, type ProtocolAgentOptions } from "../protocol-agent.ts";
import { readTextIfExists } from "../../../../lib/files/if-there.ts";
import { parseTerminalCursor, parseTyped } from "./parse-typed.ts";
import { createScreenReader, type LookAtScreen } from "./read-screen.ts";
import { seeScreen } from "./see-screen.ts";
import { wasInterrupted } from "./transcript.ts";
import { repeatAnswerKey, noteAnswer, toKeyBytes, findChoiceKey, continueTyping, type Typed } from "./typist.ts";

export type TerminalAgentOptions = Omit<ProtocolAgentOptions, "dialect"> & {
  readonly dialect: Omit<ProtocolAgentOptions["dialect"], "spoolOf">;
};

type Scene = {
  readonly begun: BegunRecord & { readonly session: string };
  readonly state: TurnState;
  /** Of the tool: settings, conversations, hooks. */
  readonly folder: string;
};

/** Settings come before the screen is there, which asks about everything it was not told. */
export const NO_RULES =
  "`agentConfig.allow` and `deny` are not supported by `drive: terminal`: remove them, or choose `turns`";

const ESCAPE = "\u001b";
const QUIT = "\u0003\u0003";

export const formatHooksFile = (folder: string, turn: string): string => join(folder, "hooks", `${turn}.jsonl`);

export function formatToolFolder(sessions: string, session: string, agent: string): string {
  return join(sessions, session, "agent", agent);
}

export function createTerminalAgent({ dialect, nowMs = Date.now, ...places }: TerminalAgentOptions): AgentPlugin {
  const spoolOf = (session: string, turn: string): string =>
    formatHooksFile(formatToolFolder(places.sessions, session, dialect.name), turn);
  const heard = createProtocolAgent({ ...places, nowMs, dialect: { ...dialect, spoolOf } });
  const look = createScreenReader(places.turns);
  const inTurn = createTurnSerial();
  const sceneOf = async (turn: TurnId): Promise<Scene | null> => {
    const state = readTurnState(places.turns, turn);
    const begun = state.started ? findBegunTurn(places, turn) : null;
    if (begun === null || !isPlainFile(spoolOf(begun.session, turn))) return null;
    return { begun, state, folder: formatToolFolder(places.sessions, begun.session, dialect.name) };
  };
  return {
    ...heard,
    // Its records tell tokens alone.
    tellsNoMoney: true,
    launch: async (request) => {
      const made = await heard.launch(request);
      return made.ok ? ok({ ...made.value, hasScreen: true }) : made;
    },
    interrupt: async () => ok(ESCAPE),
    answer: (turn, questionId, text) =>
      guardAgainstErrors(() =>
        inTurn(turn, () => answerDialog({ places, look, nowMs, sceneOf }, turn, questionId, text)),
      ),
    news: (turn, cursor) =>
      guardAgainstErrors(() =>
        inTurn(turn, async () => {
          const at = parseTerminalCursor(cursor);
          const scene = await sceneOf(turn);
          const read = scene === null ? null : await heard.news(turn, at.heard);
          if (read === null || scene === null) return ok({ entries: [], frames: [], cursor: JSON.stringify(at) });
          return read.ok ? ok(await addTyping({ places, look, nowMs }, turn, scene, read.value, at.told)) : read;
        }),
      ),
  };
}

/** One at a time for each turn: what was typed is read, gone on with and written down again. */
function createTurnSerial() {
  const last = new Map<TurnId, Promise<unknown>>();
  return async <T>(turn: TurnId, work: () => Promise<T>): Promise<T> => {
    const before = last.get(turn) ?? Promise.resolve();
    const ours = before.then(work, work);
    last.set(turn, ours);
    try {
      return await ours;
    } finally {
      if (last.get(turn) === ours) last.delete(turn);
    }
  };
}

type Parts = { readonly places: ConversationPaths; readonly look: LookAtScreen; readonly nowMs: () => number };

async function addTyping(
  { places, look, nowMs }: Parts,
  turn: TurnId,
  scene: Scene,
  read: NewsRead,
  told: number,
): Promise<NewsRead> {
  const { begun, state } = scene;
  const file = formatTypedFile(places, begun.session, turn);
  const before = parseTyped(readTextIfExists(file));
  const isRead = before.isRead || read.entries.some(({ kind }) => kind === "acknowledged");
  const hooks = await readHooks(scene.folder, turn);
  const ended = await endIn(scene, hooks, read.entries, isRead);
  const seen = state.exit === undefined ? seeScreen(await look(turn, state)) : ({ kind: "other" } as const);
  const isOver = before.isOver || ended !== null;
  const after = continueTyping({ ...before, isRead, isOver }, { seen, heard: hooks.lastTool }, begun.text, nowMs());
  // On the disk before the deed: whoever comes next asks for the same key by the same name.
  if (JSON.stringify(after) !== JSON.stringify(before)) replaceFile(file, JSON.stringify(after));
  const raised = after.told.slice(told).map((entry): AgentNews => reportTyped(after, turn, entry));
  const others = read.entries.filter(({ kind }) => kind !== "ended");
  return {
    entries: [...others, ...raised, ...(ended === null ? [] : [ended])],
    frames: isOver ? frameLeaving(turn, state) : frameTyping(after, turn, begun.text),
    cursor: JSON.stringify({ heard: read.cursor, told: after.told.length }),
  };
}

/** Its own word, or its record's where a person pressed Escape, of which no hook tells. */
async function endIn(
  { begun, folder, state }: Scene,
  { transcript }: Hooked,
  entries: readonly AgentNews[],
  isRead: boolean,
): Promise<AgentNews | null> {
  const end = entries.find((entry) => entry.kind === "ended");
  if (!isRead && end === undefined) return null;
  if (end === undefined && !(await wasInterrupted(folder, transcript, state.startedAtMs))) return null;
  const usage = { usd: 0, ...(await countRecorded(folder, state.startedAtMs)) };
  if (end !== undefined) return { ...end, usage: begun.takesFrames ? usage : end.usage };
  return { id: "ended", kind: "ended", result: { kind: "interrupted" }, usage, words: "" };
}

const TAIL_BYTES = 64 * 1024;

/** `lastTool`: which tool it began or ended to use last. */
type Hooked = { readonly transcript: string | null; readonly lastTool: string };

async function readHooks(folder: string, turn: TurnId): Promise<Hooked> {
  const { text } = await readTextTail(fileSource(formatHooksFile(folder, turn)), TAIL_BYTES);
  const lines = text.split("\n").map(parseJsonLine);
  const at = (line: Json | null, key: string): string => getTextAt(line, key) ?? "";
  const used = lines.findLast((line) => /^(Pre|Post)ToolUse/.test(at(line, "hook_event_name")));
  return {
    transcript: lines.flatMap((line) => getTextAt(line, "transcript_path") ?? []).at(-1) ?? null,
    lastTool: used === undefined ? "" : `${at(used, "hook_event_name")} ${at(used, "tool_use_id")}`,
  };
}

/** The last key only: those before it have shown what they did. */
function frameTyping(typed: Typed, turn: TurnId, text: string): readonly AgentFrame[] {
  const { keys, isRead } = typed;
  const answered = repeatAnswerKey(typed);
  if (answered !== null) return [{ id: `${turn}.${answered.name}`, bytes: answered.key, ends: false }];
  const last = keys.at(-1);
  if (last === undefined || isRead) return [];
  return [{ id: `${turn}.${last.name}`, bytes: toKeyBytes(last.name, text), ends: false }];
}

function frameLeaving(turn: TurnId, { exit }: TurnState): readonly AgentFrame[] {
  return exit === undefined ? [{ id: `${turn}.quit`, bytes: QUIT, ends: true }] : [];
}

const SHOWS = "Its screen shows:";
const formatFrameId = (turn: TurnId, id: string): string => `${turn}.${id}`;

function reportTyped({ dialogs }: Typed, turn: TurnId, { kind, id }: Typed["told"][number]): AgentNews {
  const questionId = formatFrameId(turn, id);
  if (kind === "answered") return { id: `answered:${id}`, kind, questionId };
  const { text = "", choices = [], isRepeated = false } = dialogs.find((dialog) => dialog.id === id) ?? {};
  const shows = isRepeated ? "Your answer was typed several times and changed nothing. Its screen still shows:" : SHOWS;
  return { id: `asked:${id}`, kind, questionId, text: `${shows}\n${text}`, choices };
}

type AnswerParts = Parts & { readonly sceneOf: (turn: TurnId) => Promise<Scene | null> };

/** Typed only while the very dialog that was asked about is on the screen. */
async function answerDialog(
  { places, look, nowMs, sceneOf }: AnswerParts,
  turn: TurnId,
  questionId: string,
  text: string,
): Promise<SlotResult<string | null>> {
  const scene = await sceneOf(turn);
  if (scene === null) return ok(null);
  const file = formatTypedFile(places, scene.begun.session, turn);
  const typed = parseTyped(readTextIfExists(file));
  const asked = typed.dialogs.find(({ id, isOpen }) => isOpen && formatFrameId(turn, id) === questionId);
  const seen = seeScreen(await look(turn, scene.state));
  if (asked === undefined || seen.kind !== "dialog" || seen.text !== asked.text) return ok(null);
  const key = findChoiceKey(asked, text);
  if (key === null) return ok(null);
  // Whether it arrived is seen on the screen; until then `news` presses it again.
  const { lastTool } = await readHooks(scene.folder, turn);
  replaceFile(file, JSON.stringify(noteAnswer(typed, asked.id, key, { heard: lastTool, nowMs: nowMs() })));
  return ok(key);
}

const formatTypedFile = ({ sessions }: ConversationPaths, session: string, turn: TurnId): string =>
  join(sessions, session, "typed", `${turn}.json`);

/** The agent can write there: a pipe in its place would hold whoever reads it. */
function isPlainFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined || found.isFile();
}

async function guardAgainstErrors<T>(work: () => Promise<SlotResult<T>>): Promise<SlotResult<T>> {
  try {
    return await work();
  } catch (error) {
    return failed("unavailable", `The agent's screen could not be read: ${String(error)}`);
  }
}
