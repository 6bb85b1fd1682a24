/**
 * Worktrees share the refs of their repository, and no mount can keep an agent from moving those of its siblings. So they
 * are written down before its turn, compared after it, and put back. Where one was moved to is kept, too.
 */
import { asRefPart } from "../../../lib/git-ref-name.ts";
import type { RefUpdate } from "../../../lib/git.ts";
import { wallMsOf } from "./options.ts";
import type { Site } from "./site.ts";
import { stampOf } from "./trash.ts";
import { need } from "./trouble.ts";

export type RefsSnapshot = ReadonlyMap<string, string>;

export type RestoredRef = {
  readonly ref: string;
  /** Where it was put back to. */
  readonly to: string;
  /** What it was found at; null: it was deleted. Kept at `keptAt`. */
  readonly found: string | null;
  readonly keptAt: string | null;
};

export async function snapshotRefs({ repository }: Site): Promise<RefsSnapshot> {
  return need(await repository.listRefs("refs/heads/", "refs/tags/", "refs/ao/"));
}

/**
 * `isHeld` says which refs nobody but us may have moved since the snapshot: branches of sessions without an open turn,
 * and all of `refs/ao/` that we did not move ourselves. New refs are left alone.
 */
export async function restoreRefs(
  site: Site,
  { before, isHeld }: { readonly before: RefsSnapshot; readonly isHeld: (ref: string) => boolean },
): Promise<readonly RestoredRef[]> {
  const now = await snapshotRefs(site);
  const stamp = stampOf(wallMsOf(site.options));
  const moved = [...before].filter(([ref, to]) => isHeld(ref) && now.get(ref) !== to);
  const restored = moved.map(([ref, to]): RestoredRef => {
    const found = now.get(ref) ?? null;
    return { ref, to, found, keptAt: found === null ? null : `refs/ao/displaced/${stamp}/${asRefPart(ref)}` };
  });
  need(await site.repository.updateRefs(restored.flatMap(updatesOf)));
  return restored;
}

function updatesOf({ ref, to, found, keptAt }: RestoredRef): readonly RefUpdate[] {
  const back: RefUpdate = { ref, to, from: found };
  return keptAt === null ? [back] : [{ ref: keptAt, to: found, from: null }, back];
}
