/** The conversation of a turn whose program only prints: each paragraph of its output is something it said. */
import type { TurnId } from "../../../domain/model/ids.ts";
import type { ByteSource } from "../../../lib/byte-source.ts";
import { readTurnState, turnOutput } from "../../../lib/turn-folder/turn-output.ts";
import type { ConversationEvent } from "../../../slots/conversation.ts";
import { findBegunTurn, type ConversationPaths } from "../shared/conversation/conversation.ts";
import { shortenSpoken } from "../shared/conversation/read-conversation.ts";

/** Of a program that prints more, the end. */
const READ_BYTES_MAX = 2 * 1024 * 1024;

export async function readConversation(
  places: ConversationPaths,
  turn: TurnId,
  outBytes: number | null,
): Promise<readonly ConversationEvent[]> {
  const state = readTurnState(places.turns, turn);
  const begun = state.started ? findBegunTurn(places, turn) : null;
  if (begun === null) return [];
  const told: ConversationEvent = { id: "told", outBytes: 0, ...shortenSpoken({ kind: "told", text: begun.text }) };
  const from = Math.max(0, state.outBytes - READ_BYTES_MAX);
  const bytes = state.outBytes === 0 ? Buffer.alloc(0) : await readFrom(turnOutput(places.turns, turn).out, from);
  const said = splitParagraphs(bytes, state.exit !== undefined).map(({ text, endsAt }): ConversationEvent => ({
    id: String(from + endsAt),
    outBytes: from + endsAt,
    ...shortenSpoken({ kind: "message", text }),
  }));
  return [told, ...said].filter((event) => outBytes === null || event.outBytes > outBytes);
}

type Paragraph = { readonly text: string; readonly endsAt: number };

/** The last one is only whole when an empty line follows it, or nothing will. */
function splitParagraphs(bytes: Buffer, isWhole: boolean): readonly Paragraph[] {
  const found: Paragraph[] = [];
  for (let start = 0; start < bytes.length;) {
    const gap = bytes.indexOf("\n\n", start);
    if (gap === -1 && !isWhole) return found;
    const end = gap === -1 ? bytes.length : gap + 2;
    const text = bytes.toString("utf8", start, end).trim();
    if (text !== "") found.push({ text, endsAt: end });
    start = end;
  }
  return found;
}

async function readFrom(source: ByteSource, from: number): Promise<Buffer> {
  const reader = await source();
  if (reader === null) return Buffer.alloc(0);
  try {
    const buffer = Buffer.alloc(READ_BYTES_MAX);
    return buffer.subarray(0, await reader.read(buffer, from));
  } finally {
    await reader.close();
  }
}
