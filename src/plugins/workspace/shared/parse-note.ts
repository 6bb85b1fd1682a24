/** What we wrote down about a session's directory, beside git. Lost, it is made again from the refs. */
export type Note = {
  /** `making` until everything is in place: a crash leaves it so. */
  readonly stage: "making" | "ready";
  readonly base: string;
  /** Where `HEAD` and `index` of the directory lie; empty while it is being made. */
  readonly gitDir: string;
  /** The git that makes it; another daemon may find it still running. */
  readonly maker: number | null;
  /** When the directory was last taken away: the branch's commit, and the ref with the rest of the work. */
  readonly left: { readonly head: string; readonly rescue: string | null } | null;
};

/** Null when there is none, or it is not whole. */
export function parseNote(text: string | null): Note | null {
  if (text === null) return null;
  try {
    const { stage, base, gitDir, maker = null, left = null } = JSON.parse(text) as Partial<Note>;
    const isWhole = (stage === "making" || stage === "ready") && typeof base === "string" && typeof gitDir === "string";
    return isWhole ? { stage, base, gitDir, maker, left } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
