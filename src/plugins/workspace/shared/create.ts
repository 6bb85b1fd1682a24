/**
 * Makes a session's directory, or finds it, or brings it back. The refs are the truth about whose a branch is: the base
 * is pinned in the same step that makes the branch, so both are there or none. Our note only says how far we came. A
 * crash may fall between any two lines; the next call looks where things stand and goes on from there.
 */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { branchNameProblem } from "../../../lib/git/ref-name.ts";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import type { WorkspaceSpec } from "../../../slots/workspace.ts";
import { freshTip } from "./base.ts";
import { bringIn, refuseOutsiders } from "./bring-in.ts";
import { newNote, readNote, writeNote } from "./desk.ts";
import { whatIsInTheWay } from "./is-free.ts";
import { clearLeftLock } from "./index-file.ts";
import type { Layout, Place } from "./layout.ts";
import { endLeftover } from "./leftover.ts";
import type { Note } from "./parse-note.ts";
import { putBack } from "./put-back.ts";
import { bringBackFromTrash, findInTrash, moveToTrash, returnLeftCompanions } from "./trash.ts";
import { need, Trouble, troubleOf } from "./trouble.ts";

export async function create(layout: Layout, place: Place, spec: WorkspaceSpec): Promise<Note> {
  const { site, desk } = place;
  const note = await readNote(desk);
  if (note?.stage === "ready" && (await layout.condition(place, note)).kind === "intact") {
    await clearLeftLock(join(note.gitDir, "index.lock"));
    return note;
  }
  const base = need(await site.repository.readRef(desk.baseRef));
  if (base === null) return begin(layout, place, spec);
  return goOn(layout, place, note ?? { ...newNote(layout.name, desk, base), stage: "ready" });
}

async function begin(layout: Layout, place: Place, { base: wanted }: WorkspaceSpec): Promise<Note> {
  const { site, desk } = place;
  refuseBadName(desk.branch);
  refuseOutsiders(site.options);
  const inTheWay = await whatIsInTheWay(place);
  if (inTheWay !== null) throw new Trouble("name_taken", `No workspace was made: ${inTheWay}.`);
  const base = wanted ?? (await freshTip(site));
  const note = newNote(layout.name, desk, base);
  writeNote(desk, note);
  const made = await site.repository.updateRefs([
    { ref: layout.headRef(desk), to: base, from: null },
    { ref: desk.baseRef, to: base, from: null },
  ]);
  if (!made.ok) {
    await rm(desk.folder, { recursive: true });
    if (isTaken(made.error.stderr))
      throw new Trouble("name_taken", `There is a branch ${desk.branch} that is not ours.`);
    throw /nonexistent object/.test(made.error.stderr) ? noSuchCommit(base) : troubleOf(made.error);
  }
  return lay(layout, place, note, { isNew: true });
}

function refuseBadName(branch: string): void {
  const problem = branchNameProblem(branch);
  if (problem !== null) throw new Trouble("refused", `"${branch}" cannot be the name of a branch: ${problem}.`);
}

/** Git's words for a ref that is there, and for one in whose place a folder of refs stands. */
const isTaken = (stderr: string): boolean => /reference already exists|exists; cannot create/.test(stderr);

const noSuchCommit = (base: string): Trouble =>
  new Trouble("refused", `No workspace was made: the repository has no commit ${base}.`);

/** The branch is there; the directory is not. */
async function lay(layout: Layout, place: Place, note: Note, { isNew = false } = {}): Promise<Note> {
  const { site, desk } = place;
  const commit =
    need(await site.repository.readRef(layout.headRef(desk))) ?? (await bringBranchBack(layout, place, note));
  const gitDir = await layNoted(layout, place, { note, commit, isNew });
  await bringIn(place);
  const ready: Note = { ...note, stage: "ready", gitDir, maker: null, rests: commit, left: null };
  const rescued = note.left?.rescue ?? null;
  if (rescued !== null) await putBack(layout, { ...place, note: ready }, rescued);
  writeNote(desk, ready);
  return ready;
}

/** Writes down which process makes it, in case we do not live to see it end. */
async function layNoted(
  layout: Layout,
  place: Place,
  { note, commit, isNew }: { readonly note: Note; readonly commit: string; readonly isNew: boolean },
): Promise<string> {
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

/** A branch that was deleted while the session was stopped begins again where it was left. */
async function bringBranchBack(layout: Layout, { site, desk }: Place, note: Note): Promise<string> {
  const commit = note.left?.head ?? note.base;
  need(await site.repository.updateRefs([{ ref: layout.headRef(desk), to: commit, from: null }]));
  return commit;
}

async function goOn(layout: Layout, place: Place, note: Note): Promise<Note> {
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
      throw new Trouble("refused", `The workspace of ${place.desk.session} was left alone: ${condition.why}.`);
  }
}

async function settle({ desk }: Place, note: Note, gitDir: string): Promise<Note> {
  const ready: Note = { ...note, stage: "ready", gitDir, maker: null, rests: null, left: null };
  writeNote(desk, ready);
  return ready;
}

/** No agent has been in it, so no work is lost with it; it goes to the trash all the same. */
async function clearHalfMade(layout: Layout, place: Place, note: Note): Promise<void> {
  const { site, desk } = place;
  await endLeftover(note.maker, desk.path);
  const names = await readdir(desk.path).catch(nullIfAbsent);
  // Git puts `.git` in first. A folder with files but without it is somebody's who was quicker.
  if (names !== null && names.length > 0 && !names.includes(".git")) {
    throw new Trouble("name_taken", `${desk.path} exists and is not ours.`);
  }
  if (names !== null) await moveToTrash(site.options, desk, []);
  await layout.forget(place);
}

async function bringBack(layout: Layout, place: Place, note: Note): Promise<Note> {
  const { site, desk } = place;
  const entry = await findInTrash(site.options, desk.session);
  const branch = need(await site.repository.readRef(layout.headRef(desk)));
  const hasMoved = branch !== null && note.left !== null && branch !== note.left.head;
  if (entry !== null && !(hasMoved && note.left?.rescue === null)) {
    if (hasMoved) throw movedMeanwhile(place, note.left?.head ?? "");
    if (branch === null) await bringBranchBack(layout, place, note);
    await layout.refuseIfElsewhere(place);
    await bringBackFromTrash(entry, desk.path);
    return settle(place, note, note.gitDir);
  }
  await layout.forget(place);
  return lay(layout, place, note);
}

const movedMeanwhile = ({ desk }: Place, head: string): Trouble =>
  new Trouble(
    "refused",
    `${desk.path} was not brought back: the branch ${desk.branch} has moved since, and the files saved belong to ${head}. ` +
      `Move it back with \`git branch -f ${desk.branch} ${head}\` and try again.`,
  );
