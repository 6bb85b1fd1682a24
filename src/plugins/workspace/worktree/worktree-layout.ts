/**
 * A linked worktree of the person's repository. Two files tie it to its place there: `.git` in the directory and
 * `gitdir` in `worktrees/<id>`, the folder with its `HEAD` and `index`. The agent can write both.
 */
import { lstat, rename, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { nullIfAbsent, readPlainText } from "../../../lib/plain-file.ts";
import { sweepOddFiles } from "../../../lib/git/sweep-odd-files.ts";
import { replaceFile, replaceFileTidily } from "../../../lib/replace-file.ts";
import type { Desk } from "../shared/desk.ts";
import { readGitLink } from "../shared/git-link.ts";
import { installIndex } from "../shared/index-file.ts";
import type { Condition, Layout, MadePlace, Place } from "../shared/layout.ts";
import type { Note } from "../shared/parse-note.ts";
import { need, Trouble } from "../shared/trouble.ts";

export const worktreeLayout: Layout = {
  name: "worktree",
  sharesRefs: true,
  headRef,
  followers: (desk) => [headRef(desk)],
  lay: async ({ site, desk }, { isNew, onStart }) => {
    const { path, branch } = desk;
    const { worktrees } = site.repository;
    const how = { path, onStart, timeoutMs: ADD_TIMEOUT_MS };
    need(isNew ? await worktrees.addNew({ ...how, branch }) : await worktrees.add({ ...how, at: { branch } }));
    const link = await readGitLink(path);
    if (link === null) throw new Trouble("unavailable", `git made ${path}, but no worktree is there.`);
    return link;
  },
  condition,
  adopt: async () => null,
  mend,
  forget: async ({ site, desk }) => {
    const listed = need(await site.repository.worktrees.list());
    const isKnown = listed.some(({ path }) => path === desk.path);
    if (isKnown) need(await site.repository.worktrees.remove(desk.path));
  },
  companions: async (place) => ((await isOurs(place, place.note)) ? [registrationOf(place, place.note)] : []),
  refuseIfElsewhere: async ({ site, desk }) => {
    const listed = need(await site.repository.worktrees.list());
    const other = listed.find(({ branch, path }) => branch === headRef(desk) && path !== desk.path);
    if (other === undefined) return;
    throw new Trouble(
      "refused",
      `The branch ${desk.branch} is checked out at ${other.path}. Switch that to another one.`,
    );
  },
  commonDir: ({ site }) => site.repository.commonDir,
  objects: ({ site }) => site.repository.objects,
  carryOver: async () => {},
  head: async ({ site, desk }) => need(await site.repository.readRef(headRef(desk))),
  moveHead: async ({ site, desk }, { from, to }) => {
    need(await site.repository.updateRefs([{ ref: headRef(desk), from, to }]));
  },
  showBase: async () => {},
  dropHead: async ({ site, desk }, landed) => {
    const gone = { ref: headRef(desk), to: null, from: landed };
    need(await site.repository.updateRefs([gone, { ref: desk.landedRef, to: landed }]));
  },
  sweep: async ({ site, desk }) => {
    const { commonDir, objects } = site.repository;
    const refs = dirname(headRef(desk));
    const swept = await Promise.all([
      ...[refs, join("logs", refs)].map((folder) => sweepOddFiles(join(commonDir, folder), "not_refs")),
      sweepOddFiles(objects, "none"),
    ]);
    return swept.flat();
  },
  // A branch beside its own, not one of the person's.
  mayBeOn: ({ branch }, other) => {
    const folder = dirname(branch);
    return other === branch || (folder !== "." && other.startsWith(`${folder}/`));
  },
};

/** Fifty thousand files on a slow disk take half a minute. */
const ADD_TIMEOUT_MS = 15 * 60_000;

function headRef(desk: Desk): string {
  return `refs/heads/${desk.branch}`;
}

/** Where the repository, which may have moved since, keeps the worktree's `HEAD` and `index`. */
function registrationOf({ site, desk }: Place, note: Note): string {
  return join(site.repository.commonDir, "worktrees", basename(note.gitDir === "" ? desk.path : note.gitDir));
}

async function condition(place: Place, note: Note): Promise<Condition> {
  const { path } = place.desk;
  const found = await lstat(path).catch(nullIfAbsent);
  if (found === null) return { kind: "absent" };
  if (!found.isDirectory()) return { kind: "foreign", why: `${path} is no folder` };
  const link = await readGitLink(path);
  if (link === null) return { kind: "broken", why: `${path} has lost its link to the repository` };
  const registration = registrationOf(place, note);
  if (link !== registration && link !== note.gitDir) {
    return { kind: "foreign", why: `the file .git in ${path} leads to ${link} instead of ${registration}` };
  }
  if (link !== registration) return { kind: "broken", why: `the repository of ${path} has moved` };
  if (await isOurs(place, note)) return whole(registration);
  return { kind: "broken", why: `the repository does not know ${path}` };
}

async function whole(registration: string): Promise<Condition> {
  if (!(await lstat(registration)).isDirectory())
    return { kind: "foreign", why: `${registration} leads somewhere else` };
  const shared = await readPlainText(join(registration, "commondir"));
  if (shared?.trim() === "../..") return { kind: "intact" };
  return { kind: "foreign", why: `the file commondir in ${registration} was changed` };
}

/** The repository's folder for the worktree is there, and speaks of this directory. */
async function isOurs(place: Place, note: Note): Promise<boolean> {
  return (await worktreeAt(registrationOf(place, note))) === place.desk.path;
}

async function mend(place: MadePlace): Promise<string> {
  const { site, desk, note } = place;
  const registration = registrationOf(place, note);
  const registered = await worktreeAt(registration);
  if (registered === null || (await belongsElsewhere(registered, place, registration))) return adopt(place);
  replaceFileTidily(join(desk.path, ".git"), `gitdir: ${registration}\n`);
  replaceFile(join(registration, "gitdir"), `${join(desk.path, ".git")}\n`);
  need(await site.repository.worktrees.list());
  return registration;
}

/** Somebody's else worktree may have got the same folder after ours was pruned. */
async function belongsElsewhere(registered: string, { desk }: Place, registration: string): Promise<boolean> {
  return registered !== desk.path && (await readGitLink(registered)) === registration;
}

/** The directory is whole but unknown to git: an empty worktree is added beside it, and its link moved over. */
async function adopt({ site, desk }: MadePlace): Promise<string> {
  const beside = join(dirname(desk.path), `.${basename(desk.path)}.adopting`);
  need(await site.repository.worktrees.add({ path: beside, at: { branch: desk.branch }, isEmpty: true }));
  const registration = await readGitLink(beside);
  if (registration === null) throw new Trouble("unavailable", `git made ${beside}, but no worktree is there.`);
  await rename(join(beside, ".git"), join(desk.path, ".git"));
  replaceFile(join(registration, "gitdir"), `${join(desk.path, ".git")}\n`);
  await rmdir(beside);
  const index = join(desk.folder, "adopted-index");
  const head = need(await site.repository.readRef(headRef(desk)));
  if (head !== null) need(await site.own.compute("read-tree", [head], { index }));
  await installIndex(index, registration);
  return registration;
}

/** The directory that a registration speaks of; null when there is no such registration. */
async function worktreeAt(registration: string): Promise<string | null> {
  const text = await readPlainText(join(registration, "gitdir"), { maxBytes: 8_192 });
  return text === null ? null : dirname(resolve(registration, text.replace(/\r?\n$/, "")));
}
