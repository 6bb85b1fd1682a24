/** What we wrote down about a session's directory, beside git. Lost, it is made again from the refs. */
export type Note = {
  /** `making` until everything is in place: a crash leaves it so. */
  readonly stage: "making" | "ready";
  readonly layout: string;
  readonly session: string;
  readonly branch: string;
  readonly base: string;
  /** Where `HEAD` and `index` of the directory lie; empty while it is being made. */
  readonly gitDir: string;
  /** The git that makes it; another daemon may find it still running. */
  readonly maker: number | null;
  /** The newest commit that we saw the branch at: what it goes back to when nothing whole is left of it. */
  readonly seen: string;
  /** Where the branch was when the last turn ended; null while one is open: then it moves by right. */
  readonly rests: string | null;
  /** When the directory was last taken away: the branch's commit, and the ref with the rest of the work. */
  readonly left: { readonly head: string; readonly rescue: string | null } | null;
};

/** Null when there is none, or it is not whole. */
export function parseNote(text: string | null): Note | null {
  if (text === null) return null;
  try {
    const { stage, maker = null, rests = null, left = null, ...texts } = JSON.parse(text) as Partial<Note>;
    const { layout, session, branch, base, gitDir, seen = findLastSeen({ rests, left, base }) } = texts;
    const areTexts = [layout, session, branch, base, gitDir, seen].every((one) => typeof one === "string");
    const isWhole = (stage === "making" || stage === "ready") && areTexts;
    return isWhole ? ({ stage, layout, session, branch, base, gitDir, maker, seen, rests, left } as Note) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

type LastSeen = Pick<Note, "rests" | "left"> & { readonly base: string | undefined };

/** Of a note that an earlier version wrote. */
function findLastSeen({ rests, left, base }: LastSeen): string | undefined {
  return left?.head ?? rests ?? base;
}
