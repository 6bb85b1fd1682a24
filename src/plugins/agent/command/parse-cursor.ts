/** How far a turn was read. What cannot be read counts as nothing, and is read again: every entry has an id. */
export type CommandCursor = {
  readonly acknowledged: boolean;
  readonly outBytes: number;
  readonly errBytes: number;
  /** When progress was last told. */
  readonly toldAtMs: number;
  readonly ended: boolean;
};

const BEGINNING: CommandCursor = { acknowledged: false, outBytes: 0, errBytes: 0, toldAtMs: 0, ended: false };

export function parseCommandCursor(text: string | null): CommandCursor {
  const parts = /^([01]):(\d+):(\d+):(\d+):([01])$/.exec(text ?? "");
  if (parts === null) return BEGINNING;
  const [, acknowledged, outBytes, errBytes, toldAtMs, ended] = parts;
  return {
    acknowledged: acknowledged === "1",
    outBytes: Number(outBytes),
    errBytes: Number(errBytes),
    toldAtMs: Number(toldAtMs),
    ended: ended === "1",
  };
}

export function formatCommandCursor({ acknowledged, outBytes, errBytes, toldAtMs, ended }: CommandCursor): string {
  return [acknowledged ? 1 : 0, outBytes, errBytes, toldAtMs, ended ? 1 : 0].join(":");
}
