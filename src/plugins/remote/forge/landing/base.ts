/** Where the base is. A replica that lags behind shows where it was: a move is believed when the branch itself is there. */
import type { GitContext } from "../../../shared/git/git-context.ts";
import type { BaseTip } from "../changes/change-source.ts";
import { readRemoteTip } from "./objects.ts";
import type { ForgeParts } from "../parts.ts";

const BASES = "base";

/** Null: it was never seen. */
export const getKnownBase = ({ kept, defaultBranch }: Pick<ForgeParts, "kept" | "defaultBranch">): BaseTip =>
  kept.get<NonNullable<BaseTip>>(BASES, defaultBranch)?.doc ?? null;

/** One that is not believed is where it was known to be. */
export async function findTrueBase(parts: ForgeParts, git: GitContext, shown: BaseTip): Promise<BaseTip> {
  if (shown === null) return null;
  const { kept, client, defaultBranch } = parts;
  const before = getKnownBase(parts);
  if (before?.commit === shown.commit) return shown;
  if ((await readRemoteTip(git, client, defaultBranch)) !== shown.commit) return before;
  return kept.put(BASES, defaultBranch, shown).doc;
}
