/** Draws what a turn's program has said on its screen. A drawing is gone on with, and begun anew when the file is another. */
import type { TurnId } from "../../../../domain/model/ids.ts";
import type { ByteSource } from "../../../../lib/byte-source.ts";
import { openScreenDrawing, type DrawnScreen, type ScreenDrawing } from "../../../../lib/text/drawn-screen.ts";
import { turnOutput, type TurnState } from "../../../../lib/turn-folder/turn-output.ts";

/** As the host opens it; a person's terminal may have made it another size. */
const SIZE = { cols: 120, rows: 40 };
const DRAWINGS_MAX = 64;
const PIECE_BYTES = 256 * 1024;

type Kept = { readonly drawing: ScreenDrawing; at: number };

export type LookAtScreen = (turn: TurnId, state: TurnState) => Promise<DrawnScreen>;

export function createScreenReader(turns: string): LookAtScreen {
  const kept = new Map<TurnId, Kept>();
  return async (turn, { outBytes }) => {
    const found = kept.get(turn);
    const ours = found !== undefined && found.at <= outBytes ? found : { drawing: openScreenDrawing(SIZE), at: 0 };
    kept.delete(turn);
    kept.set(turn, ours);
    for (const [oldest] of kept) if (kept.size > DRAWINGS_MAX) kept.delete(oldest);
    if (ours.at < outBytes) await drawRest(turnOutput(turns, turn).out, ours, outBytes);
    return ours.drawing.look();
  };
}

async function drawRest(source: ByteSource, ours: Kept, until: number): Promise<void> {
  const reader = await source();
  if (reader === null) return;
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    while (ours.at < until) {
      const bytesRead = await reader.read(piece.subarray(0, Math.min(piece.length, until - ours.at)), ours.at);
      if (bytesRead === 0) return;
      await ours.drawing.draw(piece.subarray(0, bytesRead));
      ours.at += bytesRead;
    }
  } finally {
    await reader.close();
  }
}
