/** The workspace slot over git, for both layouts. */
import { join } from "node:path";
import type { HttpHead } from "../../../domain/change/change.ts";
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import { readPlainRef } from "../../../lib/git/refs/plain-ref.ts";
import { runOneAtATime } from "../../../lib/one-at-a-time.ts";
import type { SlotResult } from "../../../slots/result.ts";
import type { Peek, WorkspacePlugin, WorkspaceSpec } from "../../../slots/workspace.ts";
import { refreshBase } from "./refs/base.ts";
import { commit } from "./commit.ts";
import { create } from "./create/create.ts";
import { dropBranch } from "./refs/drop-branch.ts";
import { resolveSessionPaths, readNote, writeNote } from "./session-paths.ts";
import { tellOfEmptySubmodules } from "./create/fill-submodules.ts";
import { inspect } from "./inspect.ts";
import { isFree } from "./create/is-free.ts";
import type { LayoutStrategy, MadeWorkspace, WorkspaceContext } from "./layout.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { Note } from "./notes/parse-note.ts";
import { rescue } from "./rescue/rescue.ts";
import { endTurn, restoreBranches } from "./refs/resting-branches.ts";
import { settleRefs } from "./refs/settle-refs.ts";
import { setUp } from "./create/setup.ts";
import { createSiteOpener, type RepositorySite } from "./site.ts";
import { finishMoving, moveToTrash } from "./rescue/trash.ts";
import { answerWorkspaceTrouble, needGit, WorkspaceTrouble } from "./trouble.ts";

/** What the daemon asks of it beyond the slot. */
export type GitWorkspace = WorkspacePlugin & {
  /** Which settings of the repository that could start a program nobody has accepted: `+ key=value`, `- key=value`. */
  unaccepted(): Promise<SlotResult<readonly string[]>>;
  /** A person accepts the repository's configuration as it is. */
  accept(): Promise<SlotResult<null>>;
};

export function createGitWorkspace(layout: LayoutStrategy, options: WorkspaceOptions): GitWorkspace {
  const openSite = createSiteOpener(options);
  const placeOf = async (spec: WorkspaceSpec): Promise<WorkspaceContext> => {
    const site = await openSite();
    return { site, desk: resolveSessionPaths(site.options, spec) };
  };
  const madePlace = async (spec: WorkspaceSpec): Promise<MadeWorkspace> => requireIntact(layout, await placeOf(spec));
  const alone = <T>(place: WorkspaceContext, task: () => Promise<T>): Promise<T> =>
    runOneAtATime(place.site.repository.commonDir, task);
  const aloneAt = (spec: WorkspaceSpec, task: (place: WorkspaceContext) => Promise<void>): Promise<SlotResult<null>> =>
    answerWorkspaceTrouble([], async () => {
      const place = await placeOf(spec);
      await alone(place, () => task(place));
      return null;
    });
  return {
    name: layout.name,
    isFree: (spec) => answerWorkspaceTrouble([], async () => isFree(await placeOf(spec))),
    commitOf: (reference) => answerWorkspaceTrouble(["gone"], async () => readCommit(await openSite(), reference)),
    create: (spec) =>
      answerWorkspaceTrouble(["name_taken"], async () => {
        const place = await placeOf(spec);
        await readPresentNote(layout, place);
        const { base } = await alone(place, () => create(layout, place, spec));
        return { path: place.desk.path, base: commitSha(base) };
      }),
    setup: (spec, _path, calledOff) =>
      answerWorkspaceTrouble(["setup_failed"], async () => {
        const place = await placeOf(spec);
        await setUp(layout, place, { spec, calledOff });
        return null;
      }),
    refreshBase: (spec, seen) =>
      answerWorkspaceTrouble(["gone"], async () => {
        const place = await placeOf(spec);
        const repaired = [...(await beginTurn(layout, place)), ...(await tellOfEmptySubmodules(place.desk))];
        return { ...(await showBase(layout, place, seen ?? null)), ...describeRepairs(repaired) };
      }),
    inspect: (spec) =>
      answerWorkspaceTrouble(["gone"], async () => {
        const place = await madePlace(spec);
        const repaired = await settleRefs(layout, place);
        const seen = await inspect(layout, place);
        await endTurn(layout, place, seen.head.commit);
        return { ...seen, ...describeRepairs(repaired) };
      }),
    peek: (spec) => answerWorkspaceTrouble([], async () => peekAt(layout, await placeOf(spec))),
    commit: (spec, subject) =>
      answerWorkspaceTrouble(["gone"], async () => commitAll(layout, await madePlace(spec), subject)),
    rescue: (spec) => answerWorkspaceTrouble([], async () => ({ ref: await saveAll(layout, await placeOf(spec)) })),
    remove: (spec) => aloneAt(spec, (place) => takeAway(layout, place)),
    dropBranch: (spec, landed) => aloneAt(spec, (place) => dropBranch(layout, place, landed)),
    ...createWorkspaceExtras(openSite),
  };
}

function createWorkspaceExtras(openSite: () => Promise<RepositorySite>): Omit<GitWorkspace, keyof WorkspacePlugin> {
  return {
    unaccepted: () =>
      answerWorkspaceTrouble([], async () => needGit(await (await openSite()).repository.guard.differences())),
    accept: () => answerWorkspaceTrouble([], async () => needGit(await (await openSite()).repository.guard.accept())),
  };
}

async function commitAll(layout: LayoutStrategy, place: MadeWorkspace, subject: string): Promise<HttpHead> {
  await settleRefs(layout, place);
  const head = await commit(layout, place, subject);
  writeNote(place.desk, { ...place.note, rests: head.commit, seen: head.commit });
  return head;
}

async function peekAt(layout: LayoutStrategy, place: WorkspaceContext): Promise<Peek> {
  const [folder, ref] = [layout.commonDir(place), `refs/heads/${place.desk.branch}`];
  const found = await readPlainRef(folder, ref);
  return { refFile: join(folder, ref), commit: found.kind === "commit" ? commitSha(found.commit) : null };
}

async function readCommit({ repository }: RepositorySite, reference: string): Promise<CommitSha> {
  const commit = needGit(await repository.findCommit(reference));
  if (commit === null) throw new WorkspaceTrouble("gone", `There is no commit "${reference}" in the repository.`);
  return commitSha(commit);
}

const describeRepairs = (repaired: readonly string[]): { readonly repaired?: readonly string[] } =>
  repaired.length === 0 ? {} : { repaired };

/** What we noted; a directory that an earlier version made is brought to the present layout first. */
async function readPresentNote(layout: LayoutStrategy, place: WorkspaceContext): Promise<Note | null> {
  const note = await readNote(place.desk);
  if (note === null || note.stage !== "ready") return note;
  const gitDir = await layout.adopt({ ...place, note });
  if (gitDir === null) return note;
  const adopted = { ...note, gitDir };
  writeNote(place.desk, adopted);
  return adopted;
}

/** Nothing runs in a directory whose links lead somewhere else than we left them: as our workspace it is gone. */
async function requireIntact(layout: LayoutStrategy, place: WorkspaceContext): Promise<MadeWorkspace> {
  const { desk: paths } = place;
  const note = await readPresentNote(layout, place);
  if (note === null) throw new WorkspaceTrouble("gone", `There is no workspace at ${paths.path}.`);
  const condition = await layout.condition(place, note);
  if (condition.kind === "absent") throw new WorkspaceTrouble("gone", `There is no workspace at ${paths.path}.`);
  if (condition.kind === "intact") return { ...place, note };
  throw new WorkspaceTrouble(
    "gone",
    `git was not run in the workspace of ${paths.session}: ${condition.why}. \`ao stop ${paths.session}\` saves its files.`,
  );
}

/** Before a turn: what the last one left is put right; what is missing is for `create` to make again. */
async function beginTurn(layout: LayoutStrategy, place: WorkspaceContext): Promise<readonly string[]> {
  const note = await readPresentNote(layout, place);
  if (note === null || note.stage !== "ready" || note.left !== null) return [];
  const condition = await layout.condition(place, note);
  if (condition.kind === "absent") throw new WorkspaceTrouble("gone", `The folder ${place.desk.path} is gone.`);
  if (condition.kind === "broken") throw new WorkspaceTrouble("gone", `The workspace is not whole: ${condition.why}.`);
  const repaired = condition.kind === "intact" ? await settleRefs(layout, { ...place, note }) : [];
  await restoreBranches(layout, place);
  return repaired;
}

async function showBase(layout: LayoutStrategy, place: WorkspaceContext, seen: CommitSha | null) {
  const base = await refreshBase(place.site, place.desk, seen);
  const note = await readNote(place.desk);
  if (note !== null) await layout.showBase({ ...place, note }, base.commit);
  return base;
}

async function saveAll(layout: LayoutStrategy, place: WorkspaceContext): Promise<string | null> {
  const note = await readPresentNote(layout, place);
  if (note === null) return null;
  const made = { ...place, note };
  const { kind } = await layout.condition(place, note);
  if (kind === "absent") return note.left?.rescue ?? null;
  await settleRefs(layout, made);
  const { ref, head } = await rescue(layout, made);
  writeNote(place.desk, { ...note, seen: head, left: { head, rescue: ref } });
  return ref;
}

async function takeAway(layout: LayoutStrategy, place: WorkspaceContext): Promise<void> {
  const note = await readNote(place.desk);
  if (note === null) return;
  const { options } = place.site;
  if ((await layout.condition(place, note)).kind === "absent") return finishMoving(options, place.desk.session);
  await moveToTrash(options, place.desk, await layout.companions({ ...place, note }));
}
