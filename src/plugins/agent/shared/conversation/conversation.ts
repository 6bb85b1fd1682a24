/**
 * The conversation of a session, for agents that remember nothing themselves. Before a turn begins it is noted with its
 * message (`begun/<turn>.json`), and every earlier turn that really ran is written to `conversation.jsonl` with what it said.
 * Both lie outside the workspace and outlive the output of the turns.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { turnId, type MessageId, type TurnId } from "../../../../domain/model/ids.ts";
import { readTextIfExists } from "../../../../lib/files/if-there.ts";
import { toPlainText } from "../../../../lib/text/plain-text.ts";
import { readTextTail } from "../../../../lib/byte-source.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import { readTurnSession } from "../../../../lib/turn-folder/turn-folders.ts";
import { readTurnState, turnOutput } from "../../../../lib/turn-folder/turn-output.ts";
import type { TurnRequest } from "../../../../slots/agent.ts";
import type { Memory } from "./memory.ts";
import { parseBegun, parseSpoken, type BegunRecord, type ConversationTurn } from "../turn/parse-turn-files.ts";

export type ConversationPaths = {
  /** `turns/<turn>/` of the home: what runtimes leave. */
  readonly turns: string;
  /** `sessions/<session>/` of the home. */
  readonly sessions: string;
};

const SAID_BYTES_MAX = 64 * 1024;
/** Older turns are left out; the newest say what matters, and the task is part of every message. */
const TURNS_MAX = 200;

export const formatConversationFile = ({ sessions }: ConversationPaths, session: string): string =>
  join(sessions, session, "conversation.jsonl");

const formatBegunFolder = ({ sessions }: ConversationPaths, session: string): string =>
  join(sessions, session, "begun");

export type Noted = { readonly program: string; readonly takesFrames: boolean; readonly memory: Memory };

/** What a turn is begun with. Called again for the same turn, it changes nothing. */
export function noteBegun(places: ConversationPaths, request: TurnRequest, noted: Partial<Noted> = {}): void {
  const { session, turn, n, reason, message, text, paths } = request;
  const begun = { n, reason, message, text, workspacePath: paths.workspace, ...noted };
  replaceFile(join(formatBegunFolder(places, session), `${turn}.json`), `${JSON.stringify(begun)}\n`);
}

/** Beside that, what all turns before it have said. */
export async function noteTurn(
  places: ConversationPaths,
  request: TurnRequest,
  noted: Partial<Noted> = {},
): Promise<void> {
  const { session, turn } = request;
  noteBegun(places, request, noted);
  const folder = formatBegunFolder(places, session);
  const others = (await readdir(folder)).filter((name) => name.endsWith(".json") && name !== `${turn}.json`);
  const file = formatConversationFile(places, session);
  const told = parseSpoken(readTextIfExists(file) ?? "");
  const known = new Set(told.map(({ id }) => `${id}.json`));
  const added: ConversationTurn[] = [];
  for (const name of others.filter((other) => !known.has(other))) {
    const spoken = await readSpoken(places, session, turnId(name.slice(0, -".json".length)));
    if (spoken !== null) added.push(spoken);
  }
  const all = [...told, ...added].sort((a, b) => a.turn - b.turn).slice(-TURNS_MAX);
  replaceFile(file, all.map((spoken) => `${JSON.stringify(spoken)}\n`).join(""));
}

/** Null: it never began, so its message was not part of the conversation. */
async function readSpoken(places: ConversationPaths, session: string, id: TurnId): Promise<ConversationTurn | null> {
  const begun = readBegun(places, session, id);
  const { started, exit = null } = readTurnState(places.turns, id);
  if (begun === null || !started || exit === 126 || exit === 127) return null;
  const { text, cut } = await readTextTail(turnOutput(places.turns, id).out, SAID_BYTES_MAX);
  const said = toPlainText(text);
  return { id, turn: begun.n, reason: begun.reason, message: begun.text, said: cut ? `…${said}` : said, exit };
}

/** Which message a turn began with; null when nobody noted it. */
export function readMessageId(places: ConversationPaths, turn: TurnId): MessageId | null {
  return findBegunTurn(places, turn)?.message ?? null;
}

/** Null while the turn has not begun, or when nobody noted it. */
export function findBegunTurn(
  places: ConversationPaths,
  turn: TurnId,
): (BegunRecord & { readonly session: string }) | null {
  const session = readTurnSession(places.turns, turn);
  if (session === null) return null;
  const begun = readBegun(places, session, turn);
  return begun === null ? null : { ...begun, session };
}

function readBegun(places: ConversationPaths, session: string, turn: TurnId): BegunRecord | null {
  const text = readTextIfExists(join(formatBegunFolder(places, session), `${turn}.json`));
  return text === null ? null : parseBegun(text);
}
