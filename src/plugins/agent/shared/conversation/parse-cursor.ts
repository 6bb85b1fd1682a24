/** How far a turn was heard. What cannot be read counts as nothing, and is heard again: every entry has an id. */
export type TurnCursor = {
  readonly outBytes: number;
  /** When progress was last told. */
  readonly toldAtMs: number;
  readonly ended: boolean;
};

export function parseTurnCursor(text: string | null): TurnCursor {
  const parts = /^(\d+):(\d+):([01])$/.exec(text ?? "");
  if (parts === null) return { outBytes: 0, toldAtMs: 0, ended: false };
  return { outBytes: Number(parts[1]), toldAtMs: Number(parts[2]), ended: parts[3] === "1" };
}

export const formatTurnCursor = ({ outBytes, toldAtMs, ended }: TurnCursor): string =>
  `${outBytes}:${toldAtMs}:${ended ? 1 : 0}`;
