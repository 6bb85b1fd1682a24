/** `restored.json`: what `ao restore-backup` did, for the next daemon. */
export type Restored = {
  readonly kind: "backup" | "fresh";
  readonly at: string;
  /** When the backup was made; null when the person began fresh. */
  readonly from: string | null;
  /** Paths below the home. */
  readonly files: readonly string[];
};

/** Null: not there, or not whole. */
export function parseRestored(text: string | null): Restored | null {
  try {
    const { kind, at, from, files } = JSON.parse(text ?? "") as Partial<Restored>;
    if ((kind !== "backup" && kind !== "fresh") || typeof at !== "string" || !Array.isArray(files)) return null;
    return { kind, at, from: from ?? null, files };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
