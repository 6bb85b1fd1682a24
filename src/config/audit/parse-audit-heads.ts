/** A line of the file that notes how far the audit log had come. */
export type AuditHead = {
  readonly atMs: number;
  readonly seq: number;
  readonly hash: string;
  /** The database was replaced then: entries noted before and numbered higher are gone with the old one. */
  readonly isRestored: boolean;
};

/** Lines that are no heads are left out: the last one may have been cut off by a power cut. */
export function parseAuditHeads(text: string): readonly AuditHead[] {
  return text.split("\n").flatMap((line) => {
    try {
      const { at, seq, hash, restored } = JSON.parse(line) as Record<string, unknown>;
      const atMs = typeof at === "string" ? Date.parse(at) : NaN;
      if (!Number.isFinite(atMs) || typeof seq !== "number" || typeof hash !== "string") return [];
      return [{ atMs, seq, hash, isRestored: restored === true }];
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return [];
      throw error;
    }
  });
}
