/**
 * Makes a session's directory, or finds it, or brings it back. The refs are the truth about whose a branch is: the base
 * is pinned before the branch is made, so a branch of ours always has one. Our note only says how far we came. A crash
 * may fall between any two lines; the next call looks where things stand and goes on from there.
 */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { findBranchNameProblem } from "../../../../lib/git/refs/ref-name.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import { isDraft } from "../../../../lib/files/replace-file.ts";
import type { WorkspaceSpec } from "../../../../slots/workspace.ts";
import { readFreshTip } from "../refs/base.ts";
import { bringIn, refuseOutsiders } from "./bring-in.ts";
import { createNote, readNote, writeNote } from "../session-paths.ts";
import { findObstacle } from "./is-free.ts";
import { clearLeftLock } from "../index-file.ts";
import type { LayoutStrategy, WorkspaceContext } from "../layout.ts";
import { endLeftover } from "../rescue/leftover.ts";
import type { Note } from "../notes/parse-note.ts";
import { fillSubmodules } from "./fill-submodules.ts";
import { putBack } from "../refs/put-back.ts";
import { findReachableHead } from "../rescue/rescue.ts";
import { bringBackFromTrash, findInTrash, moveToTrash, returnLeftCompanions } from "../rescue/trash.ts";
import { needGit, WorkspaceTrouble, toTrouble } from "../trouble.ts";

export async function create(layout: LayoutStrategy, place: WorkspaceContext, spec: WorkspaceSpec): Promise<Note> {
  const { site, desk: paths } = place;
  const note = await readNote(paths);
  if (note?.stage === "ready" && (await layout.condition(place, note)).kind === "intact") {
    await clearLeftLock(join(note.gitDir, "index.lock"));
    return note;
  }
  const base = needGit(await site.repository.readRef(paths.baseRef));
  if (base === null) return begin(layout, place, spec);
  return goOn(layout, place, note ?? { ...createNote(layout.name, paths, base), stage: "ready" });
}

async function begin(layout: LayoutStrategy, place: WorkspaceContext, { base: wanted }: WorkspaceSpec): Promise<Note> {
  const { site, desk: paths } = place;
  refuseBadName(paths.branch);
  refuseOutsiders(site.options);
  const inTheWay = await findObstacle(place);
  if (inTheWay !== null) throw new WorkspaceTrouble("name_taken", `No workspace was made: ${inTheWay}.`);
  const base = wanted ?? (await readFreshTip(site));
  const note = createNote(layout.name, paths, base);
  writeNote(paths, note);
  // Git checks all of them before it writes the first, but a full disk or a kill may leave the later ones unwritten.
  const made = await site.repository.updateRefs(
    [paths.baseRef, ...layout.followers(paths)].map((ref) => ({ ref, to: base, from: null })),
  );
  if (!made.ok) {
    await rm(paths.folder, { recursive: true });
    if (isTaken(made.error.stderr))
      throw new WorkspaceTrouble("name_taken", `There is a branch ${paths.branch} that is not ours.`);
    throw /nonexistent object/.test(made.error.stderr) ? await reportMissing(place, base) : toTrouble(made.error);
  }
  return lay(layout, place, note, { isNew: true });
}

function refuseBadName(branch: string): void {
  const problem = findBranchNameProblem(branch);
  if (problem !== null)
    throw new WorkspaceTrouble("refused", `"${branch}" cannot be the name of a branch: ${problem}.`);
}

/** Git's words for a ref that is there, and for one in whose place a folder of refs stands. */
const isTaken = (stderr: string): boolean => /reference already exists|exists; cannot create/.test(stderr);

/** A repository that cannot read its own branch has lost objects (a pack that was moved away, a disk); they may come back. */
async function reportMissing({ site }: WorkspaceContext, base: string): Promise<WorkspaceTrouble> {
  const tip = await readFreshTip(site);
  const read = await site.own.compute("rev-parse", ["--verify", "--quiet", `${tip}^{tree}`]);
  if (read.ok) return new WorkspaceTrouble("refused", `No workspace was made: the repository has no commit ${base}.`);
  const branch = site.options.defaultBranch;
  return new WorkspaceTrouble(
    "unavailable",
    `No workspace was made: objects of ${branch} are missing in the repository.`,
  );
}

/** The branch is there; the directory is not. */
async function lay(layout: LayoutStrategy, place: WorkspaceContext, note: Note, { isNew = false } = {}): Promise<Note> {
  const { desk: paths } = place;
  const commit = isNew ? note.base : await bringBranchBack(layout, place, note);
  const gitDir = await layNoted(layout, place, { note, commit, isNew });
  await fillSubmodules(place, commit);
  await bringIn(place);
  const ready: Note = { ...note, stage: "ready", gitDir, maker: null, seen: commit, rests: commit, left: null };
  const rescued = note.left?.rescue ?? null;
  if (rescued !== null) await putBack(layout, { ...place, note: ready }, rescued);
  writeNote(paths, ready);
  return ready;
}

/** Writes down that it is being made, before there is anything to be taken for a whole workspace, and by which process. */
async function layNoted(
  layout: LayoutStrategy,
  place: WorkspaceContext,
  { note, commit, isNew }: { readonly note: Note; readonly commit: string; readonly isNew: boolean },
): Promise<string> {
  writeNote(place.desk, { ...note, stage: "making", maker: null });
  let noted = Promise.resolve();
  const onStart = (maker: number): void => {
    noted = noted.then(() => writeNote(place.desk, { ...note, stage: "making", maker }));
  };
  try {
    return await layout.lay(place, { commit, isNew, onStart });
  } finally {
    await noted;
  }
}

/** The branch's newest commit. One that was deleted meanwhile begins again where it was left. */
async function bringBranchBack(
  layout: LayoutStrategy,
  { site, desk: paths }: WorkspaceContext,
  note: Note,
): Promise<string> {
  const { head } = await findReachableHead(layout, { site, desk: paths, note });
  const ref = layout.headRef(paths);
  const found = needGit(await site.repository.readRef(ref));
  if (found === null) needGit(await site.repository.updateRefs([{ ref, to: head, from: null }]));
  return head;
}

async function goOn(layout: LayoutStrategy, place: WorkspaceContext, note: Note): Promise<Note> {
  if (note.stage === "making") {
    await clearHalfMade(layout, place, note);
    return lay(layout, place, note);
  }
  await returnLeftCompanions(place.site.options, place.desk.session);
  const condition = await layout.condition(place, note);
  switch (condition.kind) {
    case "intact":
      return settle(place, note, note.gitDir);
    case "absent":
      return bringBack(layout, place, note);
    case "broken":
      return settle(place, note, await layout.mend({ ...place, note }));
    case "foreign":
      throw new WorkspaceTrouble("refused", `The workspace of ${place.desk.session} was left alone: ${condition.why}.`);
  }
}

async function settle({ desk: paths }: WorkspaceContext, note: Note, gitDir: string): Promise<Note> {
  const ready: Note = { ...note, stage: "ready", gitDir, maker: null, rests: null, left: null };
  writeNote(paths, ready);
  return ready;
}

/** No agent has been in it, so no work is lost with it; it goes to the trash all the same. */
async function clearHalfMade(layout: LayoutStrategy, place: WorkspaceContext, note: Note): Promise<void> {
  const { site, desk: paths } = place;
  await endLeftover(note.maker, paths.path);
  const names = await readdir(paths.path).catch(returnNullIfAbsent);
  // `.git` comes first, or a draft of it. A folder with files but without it is somebody's who was quicker.
  const isOurs = names === null || names.includes(".git") || names.every((name) => isDraft(".git", name));
  if (!isOurs) {
    throw new WorkspaceTrouble("name_taken", `${paths.path} exists and is not ours.`);
  }
  if (names !== null) await moveToTrash(site.options, paths, []);
  await layout.forget(place);
}

async function bringBack(layout: LayoutStrategy, place: WorkspaceContext, note: Note): Promise<Note> {
  const { site, desk: paths } = place;
  const entry = await findInTrash(site.options, paths.session);
  const branch = needGit(await site.repository.readRef(layout.headRef(paths)));
  const hasMoved = branch !== null && note.left !== null && branch !== note.left.head;
  if (entry !== null && !(hasMoved && note.left?.rescue === null)) {
    if (hasMoved) throw reportMoved(place, note.left?.head ?? "");
    if (branch === null) await bringBranchBack(layout, place, note);
    await layout.refuseIfElsewhere(place);
    await bringBackFromTrash(entry, paths.path);
    return settle(place, note, note.gitDir);
  }
  await layout.forget(place);
  return lay(layout, place, note);
}

const reportMoved = ({ desk: paths }: WorkspaceContext, head: string): WorkspaceTrouble =>
  new WorkspaceTrouble(
    "refused",
    `${paths.path} was not brought back: the branch ${paths.branch} has moved since, and the files saved belong to ${head}. ` +
      `Move it back with \`git branch -f ${paths.branch} ${head}\` and try again.`,
  );
