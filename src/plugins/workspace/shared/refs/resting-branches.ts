/**
 * Worktrees share the refs of their repository, and no mount keeps an agent from moving the branch of its neighbour. So
 * where each branch rests between its own turns is written down; after every turn, and before the next of its own, it is
 * compared and put back. What a person does in the workspace itself is theirs: git logs it where no other agent can write.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sessionId } from "../../../../domain/model/ids.ts";
import { encodeRefName } from "../../../../lib/git/refs/ref-name.ts";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import { resolveSessionPaths, readNote, writeNote, type SessionPaths } from "../session-paths.ts";
import { clearLockBetweenTurns } from "../index-file.ts";
import type { LayoutStrategy, MadeWorkspace, WorkspaceContext } from "../layout.ts";
import { getWallMs } from "../options.ts";
import type { Note } from "../notes/parse-note.ts";
import { listSessionNotes } from "../notes/session-notes.ts";
import type { RepositorySite } from "../site.ts";
import { formatTrashStamp } from "../rescue/trash.ts";
import { needGit } from "../trouble.ts";

/** From now on its own agent moves the branch. */
export async function restoreBranches(layout: LayoutStrategy, place: WorkspaceContext): Promise<void> {
  const { site, desk: paths } = place;
  const note = await readNote(paths);
  if (note === null) return;
  await clearLocks(layout, place, note);
  if (note.rests === null) return;
  await putBackIfMoved(layout, site, note);
  writeNote(paths, { ...note, rests: null });
}

/** A turn that was cut off may have left them, and the next could not commit. */
async function clearLocks(layout: LayoutStrategy, place: WorkspaceContext, note: Note): Promise<void> {
  const branchLock = join(layout.commonDir(place), "refs/heads", `${place.desk.branch}.lock`);
  const locks = [...["index.lock", "HEAD.lock"].map((name) => join(note.gitDir, name)), branchLock];
  const left = locks.filter((lock) => existsSync(lock));
  if (left.length === 0 || (await layout.condition(place, note)).kind !== "intact") return;
  for (const lock of left) await clearLockBetweenTurns(lock, place.desk.path);
}

/** It rests at `head`; and the turn may have moved what rested elsewhere. */
export async function endTurn(
  layout: LayoutStrategy,
  { site, desk: paths, note }: MadeWorkspace,
  head: string,
): Promise<void> {
  if (note.rests !== head) writeNote(paths, { ...note, rests: head, seen: head });
  if (!layout.sharesRefs) return;
  for (const other of await listSessionNotes(site)) {
    if (other.session !== paths.session && other.layout === layout.name) await putBackIfMoved(layout, site, other);
  }
}

async function putBackIfMoved(layout: LayoutStrategy, site: RepositorySite, note: Note): Promise<void> {
  const { session, branch, rests, left, stage } = note;
  if (!layout.sharesRefs || rests === null || left !== null || stage !== "ready") return;
  const { repository, options } = site;
  const paths: SessionPaths = resolveSessionPaths(options, { session: sessionId(session), branch });
  const ref = layout.headRef(paths);
  const found = needGit(await repository.readRef(ref));
  if (found === rests || (found !== null && found === (await readLastLogged(note.gitDir)))) return;
  const keptAt =
    found === null ? null : `refs/ao/displaced/${encodeRefName(session)}/${formatTrashStamp(getWallMs(options))}`;
  needGit(
    await repository.updateRefs([
      { ref, to: rests, from: found },
      ...(keptAt === null ? [] : [{ ref: keptAt, to: found, from: null }]),
    ]),
  );
  options.onRestored?.({ session, branch, to: rests, keptAt });
}

/** The commit that the workspace's own `HEAD` moved to last. */
async function readLastLogged(gitDir: string): Promise<string | null> {
  const log = (await readPlainText(join(gitDir, "logs/HEAD")))?.trimEnd() ?? "";
  const [, commit = null] = log.slice(log.lastIndexOf("\n") + 1).split(" ");
  return commit;
}
