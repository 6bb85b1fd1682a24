/**
 * The conversation of a session, for agents that remember nothing themselves. Before a turn begins it is noted with its
 * message (`begun/<turn>.json`), and every earlier turn that really ran is written to `conversation.jsonl` with what it said.
 * Both lie outside the workspace and outlive the output of the turns.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { turnId, type MessageId, type TurnId } from "../../../domain/model/ids.ts";
import { textIfThere } from "../../../lib/if-there.ts";
import { plainText } from "../../../lib/plain-text.ts";
import { readTextTail } from "../../../lib/byte-source.ts";
import { replaceFile } from "../../../lib/replace-file.ts";
import { readTurnSession } from "../../../lib/turn-folder/turn-folders.ts";
import { readTurnState, turnOutput } from "../../../lib/turn-folder/turn-output.ts";
import type { TurnRequest } from "../../../slots/agent.ts";
import type { Memory } from "./memory.ts";
import { parseBegun, parseSpoken, type Begun, type Spoken } from "./parse-turn-files.ts";

export type Places = {
  /** `turns/<turn>/` of the home: what runtimes leave. */
  readonly turns: string;
  /** `sessions/<session>/` of the home. */
  readonly sessions: string;
};

const SAID_BYTES_MAX = 64 * 1024;
/** Older turns are left out; the newest say what matters, and the task is part of every message. */
const TURNS_MAX = 200;

export const conversationFile = ({ sessions }: Places, session: string): string =>
  join(sessions, session, "conversation.jsonl");

const begunFolder = ({ sessions }: Places, session: string): string => join(sessions, session, "begun");

export type Noted = { readonly program: string; readonly takesFrames: boolean; readonly memory: Memory };

/** What a turn is begun with. Called again for the same turn, it changes nothing. */
export function noteBegun(places: Places, request: TurnRequest, noted: Partial<Noted> = {}): void {
  const { session, turn, n, reason, message, text, paths } = request;
  const begun = { n, reason, message, text, workspacePath: paths.workspace, ...noted };
  replaceFile(join(begunFolder(places, session), `${turn}.json`), `${JSON.stringify(begun)}\n`);
}

/** Beside that, what all turns before it have said. */
export async function noteTurn(places: Places, request: TurnRequest, noted: Partial<Noted> = {}): Promise<void> {
  const { session, turn } = request;
  noteBegun(places, request, noted);
  const folder = begunFolder(places, session);
  const others = (await readdir(folder)).filter((name) => name.endsWith(".json") && name !== `${turn}.json`);
  const file = conversationFile(places, session);
  const told = parseSpoken(textIfThere(file) ?? "");
  const known = new Set(told.map(({ id }) => `${id}.json`));
  const added: Spoken[] = [];
  for (const name of others.filter((other) => !known.has(other))) {
    const spoken = await spokenIn(places, session, turnId(name.slice(0, -".json".length)));
    if (spoken !== null) added.push(spoken);
  }
  const all = [...told, ...added].sort((a, b) => a.turn - b.turn).slice(-TURNS_MAX);
  replaceFile(file, all.map((spoken) => `${JSON.stringify(spoken)}\n`).join(""));
}

/** Null: it never began, so its message was not part of the conversation. */
async function spokenIn(places: Places, session: string, id: TurnId): Promise<Spoken | null> {
  const begun = begunWith(places, session, id);
  const { started, exit = null } = readTurnState(places.turns, id);
  if (begun === null || !started || exit === 126 || exit === 127) return null;
  const { text, cut } = await readTextTail(turnOutput(places.turns, id).out, SAID_BYTES_MAX);
  const said = plainText(text);
  return { id, turn: begun.n, reason: begun.reason, message: begun.text, said: cut ? `…${said}` : said, exit };
}

/** Which message a turn began with; null when nobody noted it. */
export function messageOfTurn(places: Places, turn: TurnId): MessageId | null {
  return begunOfTurn(places, turn)?.message ?? null;
}

/** Null while the turn has not begun, or when nobody noted it. */
export function begunOfTurn(places: Places, turn: TurnId): (Begun & { readonly session: string }) | null {
  const session = readTurnSession(places.turns, turn);
  if (session === null) return null;
  const begun = begunWith(places, session, turn);
  return begun === null ? null : { ...begun, session };
}

function begunWith(places: Places, session: string, turn: TurnId): Begun | null {
  const text = textIfThere(join(begunFolder(places, session), `${turn}.json`));
  return text === null ? null : parseBegun(text);
}
