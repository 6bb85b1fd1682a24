/** What we noted about the submodules of a session's directory, as it stands in `submodules.json`. */
export type SubmoduleNote = {
  readonly laid: readonly NotedSubmodule[];
  /** A sentence about those that are empty, until it was told. */
  readonly told: string | null;
};

/** `commit`: the one that was laid out; `store`: the person's git folder that it came from. */
export type NotedSubmodule = { readonly path: string; readonly commit: string; readonly store: string };

/** A note that is not whole is as good as none. */
export function parseSubmoduleNote(text: string | null): SubmoduleNote {
  if (text === null) return NONE;
  try {
    const { laid, told = null } = JSON.parse(text) as Partial<Record<keyof SubmoduleNote, unknown>>;
    const isWhole = Array.isArray(laid) && laid.every(isNoted) && (told === null || typeof told === "string");
    return isWhole ? { laid, told } : NONE;
  } catch (error) {
    if (error instanceof SyntaxError) return NONE;
    throw error;
  }
}

const NONE: SubmoduleNote = { laid: [], told: null };

function isNoted(one: unknown): one is NotedSubmodule {
  const { path, commit, store } = one as Partial<Record<keyof NotedSubmodule, unknown>>;
  return [path, commit, store].every((part) => typeof part === "string");
}
