/**
 * A linked worktree of the person's repository. Two files tie it to its place there: `.git` in the directory and
 * `gitdir` in `worktrees/<id>`, the folder with its `HEAD` and `index`. The agent can write both.
 */
import { lstat, rename, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { returnNullIfAbsent, readPlainText } from "../../../lib/files/plain-file.ts";
import { sweepOddFiles } from "../../../lib/git/sweep-odd-files.ts";
import { replaceFile, replaceFileTidily } from "../../../lib/files/replace-file.ts";
import type { SessionPaths } from "../shared/session-paths.ts";
import { readGitLink } from "../shared/create/git-link.ts";
import { installIndex } from "../shared/index-file.ts";
import type { WorkspaceCondition, LayoutStrategy, MadeWorkspace, WorkspaceContext } from "../shared/layout.ts";
import type { Note } from "../shared/notes/parse-note.ts";
import { needGit, WorkspaceTrouble } from "../shared/trouble.ts";

export const worktreeLayout: LayoutStrategy = {
  name: "worktree",
  sharesRefs: true,
  headRef: formatHeadRef,
  followers: (paths) => [formatHeadRef(paths)],
  lay: async ({ site, desk: paths }, { isNew, onStart }) => {
    const { path, branch } = paths;
    const { worktrees } = site.repository;
    const how = { path, onStart, timeoutMs: ADD_TIMEOUT_MS };
    needGit(isNew ? await worktrees.addNew({ ...how, branch }) : await worktrees.add({ ...how, at: { branch } }));
    const link = await readGitLink(path);
    if (link === null) throw new WorkspaceTrouble("unavailable", `git made ${path}, but no worktree is there.`);
    return link;
  },
  condition: examineCondition,
  adopt: async () => null,
  mend,
  forget: async ({ site, desk: paths }) => {
    const listed = needGit(await site.repository.worktrees.list());
    const isKnown = listed.some(({ path }) => path === paths.path);
    if (isKnown) needGit(await site.repository.worktrees.remove(paths.path));
  },
  companions: async (place) => ((await isOurs(place, place.note)) ? [formatRegistration(place, place.note)] : []),
  refuseIfElsewhere: async ({ site, desk: paths }) => {
    const listed = needGit(await site.repository.worktrees.list());
    const other = listed.find(({ branch, path }) => branch === formatHeadRef(paths) && path !== paths.path);
    if (other === undefined) return;
    throw new WorkspaceTrouble(
      "refused",
      `The branch ${paths.branch} is checked out at ${other.path}. Switch that to another one.`,
    );
  },
  commonDir: ({ site }) => site.repository.commonDir,
  objects: ({ site }) => site.repository.objects,
  carryOver: async () => {},
  head: async ({ site, desk: paths }) => needGit(await site.repository.readRef(formatHeadRef(paths))),
  moveHead: async ({ site, desk: paths }, { from, to }) => {
    needGit(await site.repository.updateRefs([{ ref: formatHeadRef(paths), from, to }]));
  },
  showBase: async () => {},
  dropHead: async ({ site, desk: paths }, landed) => {
    const gone = { ref: formatHeadRef(paths), to: null, from: landed };
    needGit(await site.repository.updateRefs([gone, { ref: paths.landedRef, to: landed }]));
  },
  sweep: async ({ site, desk: paths }) => {
    const { commonDir, objects } = site.repository;
    const refs = dirname(formatHeadRef(paths));
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

function formatHeadRef(paths: SessionPaths): string {
  return `refs/heads/${paths.branch}`;
}

/** Where the repository, which may have moved since, keeps the worktree's `HEAD` and `index`. */
function formatRegistration({ site, desk: paths }: WorkspaceContext, note: Note): string {
  return join(site.repository.commonDir, "worktrees", basename(note.gitDir === "" ? paths.path : note.gitDir));
}

async function examineCondition(place: WorkspaceContext, note: Note): Promise<WorkspaceCondition> {
  const { path } = place.desk;
  const found = await lstat(path).catch(returnNullIfAbsent);
  if (found === null) return { kind: "absent" };
  if (!found.isDirectory()) return { kind: "foreign", why: `${path} is not a folder` };
  const link = await readGitLink(path);
  if (link === null) return { kind: "broken", why: `${path} has lost its link to the repository` };
  const registration = formatRegistration(place, note);
  if (link !== registration && link !== note.gitDir) {
    return { kind: "foreign", why: `the file .git in ${path} leads to ${link} instead of ${registration}` };
  }
  if (link !== registration) return { kind: "broken", why: `the repository of ${path} has moved` };
  if (await isOurs(place, note)) return examineRegistration(registration);
  return { kind: "broken", why: `the repository does not know ${path}` };
}

async function examineRegistration(registration: string): Promise<WorkspaceCondition> {
  if (!(await lstat(registration)).isDirectory())
    return { kind: "foreign", why: `${registration} leads somewhere else` };
  const shared = await readPlainText(join(registration, "commondir"));
  if (shared?.trim() === "../..") return { kind: "intact" };
  return { kind: "foreign", why: `the file commondir in ${registration} was changed` };
}

/** The repository's folder for the worktree is there, and speaks of this directory. */
async function isOurs(place: WorkspaceContext, note: Note): Promise<boolean> {
  return (await findWorktree(formatRegistration(place, note))) === place.desk.path;
}

async function mend(place: MadeWorkspace): Promise<string> {
  const { site, desk: paths, note } = place;
  const registration = formatRegistration(place, note);
  const registered = await findWorktree(registration);
  if (registered === null || (await isRegisteredElsewhere(registered, place, registration))) return adopt(place);
  replaceFileTidily(join(paths.path, ".git"), `gitdir: ${registration}\n`);
  replaceFile(join(registration, "gitdir"), `${join(paths.path, ".git")}\n`);
  needGit(await site.repository.worktrees.list());
  return registration;
}

/** Somebody's else worktree may have got the same folder after ours was pruned. */
async function isRegisteredElsewhere(
  registered: string,
  { desk: paths }: WorkspaceContext,
  registration: string,
): Promise<boolean> {
  return registered !== paths.path && (await readGitLink(registered)) === registration;
}

/** The directory is whole but unknown to git: an empty worktree is added beside it, and its link moved over. */
async function adopt({ site, desk: paths }: MadeWorkspace): Promise<string> {
  const beside = join(dirname(paths.path), `.${basename(paths.path)}.adopting`);
  needGit(await site.repository.worktrees.add({ path: beside, at: { branch: paths.branch }, isEmpty: true }));
  const registration = await readGitLink(beside);
  if (registration === null) throw new WorkspaceTrouble("unavailable", `git made ${beside}, but no worktree is there.`);
  await rename(join(beside, ".git"), join(paths.path, ".git"));
  replaceFile(join(registration, "gitdir"), `${join(paths.path, ".git")}\n`);
  await rmdir(beside);
  const index = join(paths.folder, "adopted-index");
  const head = needGit(await site.repository.readRef(formatHeadRef(paths)));
  if (head !== null) needGit(await site.own.compute("read-tree", [head], { index }));
  await installIndex(index, registration);
  return registration;
}

/** The directory that a registration speaks of; null when there is no such registration. */
async function findWorktree(registration: string): Promise<string | null> {
  const text = await readPlainText(join(registration, "gitdir"), { maxBytes: 8_192 });
  return text === null ? null : dirname(resolve(registration, text.replace(/\r?\n$/, "")));
}
