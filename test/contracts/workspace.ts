/** What every workspace promises: found again, never shared, and nothing with work in it is lost. */
import { expect } from "vitest";
import { sessionId, type CommitSha, type ProjectId } from "../../src/domain/model/ids.ts";
import type { WorkspacePlugin, WorkspaceSpec } from "../../src/slots/workspace.ts";
import { describeContract, refusal, value, type Arranged, type Clause, type MakeSubject } from "./clause.ts";

export type WorkspaceSubject = Arranged & {
  readonly plugin: WorkspacePlugin;
  /** The plugin of the next daemon: it shares the disk with the first, and no memory. */
  readonly afterDaemonDeath: () => Promise<WorkspacePlugin>;
  readonly project: ProjectId;
  /** Where the base branch is. */
  readonly base: () => Promise<CommitSha>;
  /** The agent writes a file in the workspace at `path`, and commits nothing. */
  readonly write: (path: string, file: { readonly name: string; readonly content: string }) => Promise<void>;
  /** The agent commits all that is there. */
  readonly commitInside: (path: string) => Promise<CommitSha>;
  /** The file's content, or null. */
  readonly readFile: (path: string, name: string) => Promise<string | null>;
  readonly exists: (path: string) => Promise<boolean>;
};

export function describeWorkspaceContract(name: string, makeSubject: MakeSubject<WorkspaceSubject>): void {
  describeContract(`${name} keeps the workspace contract`, workspaceClauses, makeSubject);
}

const note = { name: "note.txt", content: "not yet committed" };

const makingClauses: readonly Clause<WorkspaceSubject>[] = [
  {
    says: "a new workspace is on the base, and clean",
    holds: async (subject) => {
      const { path, base } = await create(subject);
      expect(base).toBe(await subject.base());
      expect(await subject.exists(path)).toBe(true);
      expect(await inspect(subject)).toMatchObject({ head: { commit: base }, dirty: false });
    },
  },
  {
    says: "made twice it is found, with the work in it",
    holds: async (subject) => {
      const first = await create(subject);
      await subject.write(first.path, note);
      expect(await create(subject)).toEqual(first);
      expect(await subject.readFile(first.path, note.name)).toBe(note.content);
    },
  },
  {
    says: "the next daemon finds it as it was",
    holds: async (subject) => {
      const first = await create(subject);
      await subject.write(first.path, note);
      const plugin = await subject.afterDaemonDeath();
      expect(await value(subject, plugin.create(specOf(subject)))).toEqual(first);
      expect((await value(subject, plugin.inspect(specOf(subject)))).dirty).toBe(true);
    },
  },
  {
    says: "the base is told as it is now, as often as it is asked",
    holds: async (subject) => {
      await create(subject);
      const told = await value(subject, subject.plugin.refreshBase(specOf(subject)));
      expect(told.commit).toBe(await subject.base());
      expect(await value(subject, subject.plugin.refreshBase(specOf(subject)))).toEqual(told);
    },
  },
  {
    says: "a name is free until a workspace was made under it, and not again when that is removed",
    holds: async (subject) => {
      const isFree = () => value(subject, subject.plugin.isFree(specOf(subject)));
      expect(await isFree()).toBe(true);
      await create(subject);
      expect(await isFree()).toBe(false);
      await value(subject, subject.plugin.remove(specOf(subject)));
      expect(await isFree()).toBe(false);
    },
  },
  {
    says: "a commit is found by its name and by its branch; what is nowhere is gone",
    holds: async (subject) => {
      const { branch, commit } = await value(subject, subject.plugin.refreshBase(specOf(subject)));
      expect(await value(subject, subject.plugin.commitOf(branch))).toBe(commit);
      expect(await value(subject, subject.plugin.commitOf(commit))).toBe(commit);
      for (const name of ["no-such-branch", "--all", ""]) await refusal(subject, subject.plugin.commitOf(name), "gone");
    },
  },
  {
    says: "two sessions share nothing",
    holds: async (subject) => {
      const mine = await create(subject);
      const theirs = await create(subject, "other");
      await subject.write(mine.path, note);
      expect(theirs.path).not.toBe(mine.path);
      expect(await subject.readFile(theirs.path, note.name)).toBeNull();
      expect((await inspect(subject, "other")).dirty).toBe(false);
    },
  },
  {
    says: "another session's branch is taken",
    holds: async (subject) => {
      await create(subject);
      const thief = { ...specOf(subject, "thief"), branch: specOf(subject).branch };
      await refusal(subject, subject.plugin.create(thief), "name_taken");
    },
  },
  {
    says: "uncommitted files are seen, and so are commits",
    holds: async (subject) => {
      const { path, base } = await create(subject);
      await subject.write(path, note);
      expect(await inspect(subject)).toMatchObject({ head: { commit: base }, dirty: true });
      const commit = await subject.commitInside(path);
      const peeked = await subject.plugin.peek?.(specOf(subject));
      if (peeked !== undefined) expect(peeked).toMatchObject({ ok: true, value: { commit } });
      expect(await inspect(subject)).toMatchObject({ head: { commit }, dirty: false });
    },
  },
  {
    says: "committing takes all that is there; with nothing left it answers the same head",
    holds: async (subject) => {
      const { path } = await create(subject);
      await subject.write(path, note);
      const head = await value(subject, subject.plugin.commit(specOf(subject), "Left over"));
      expect(await inspect(subject)).toEqual({ head, dirty: false });
      expect(await value(subject, subject.plugin.commit(specOf(subject), "Left over"))).toEqual(head);
    },
  },
];

const keepingClauses: readonly Clause<WorkspaceSubject>[] = [
  {
    says: "there is nothing to rescue in a clean workspace",
    holds: async (subject) => {
      await create(subject);
      expect(await value(subject, subject.plugin.rescue(specOf(subject)))).toEqual({ ref: null });
    },
  },
  {
    says: "rescuing twice saves once, and takes nothing away",
    holds: async (subject) => {
      const { path } = await create(subject);
      await subject.write(path, note);
      const first = await value(subject, subject.plugin.rescue(specOf(subject)));
      expect(first.ref).not.toBeNull();
      expect(await value(subject, subject.plugin.rescue(specOf(subject)))).toEqual(first);
      expect(await subject.readFile(path, note.name)).toBe(note.content);
    },
  },
  {
    says: "what was rescued comes back when a removed workspace is made again",
    holds: async (subject) => {
      const { path } = await create(subject);
      await subject.write(path, note);
      await rescueAndRemove(subject);
      expect(await subject.exists(path)).toBe(false);
      const again = await create(subject);
      expect(await subject.readFile(again.path, note.name)).toBe(note.content);
      expect((await inspect(subject)).dirty).toBe(true);
    },
  },
  {
    says: "commits outlive the directory",
    holds: async (subject) => {
      const { path } = await create(subject);
      await subject.write(path, note);
      const commit = await subject.commitInside(path);
      await rescueAndRemove(subject);
      await create(subject);
      expect(await inspect(subject)).toMatchObject({ head: { commit }, dirty: false });
    },
  },
  {
    says: "removing what is gone is no error, and what is gone cannot be inspected or committed",
    holds: async (subject) => {
      await create(subject);
      await rescueAndRemove(subject);
      await rescueAndRemove(subject);
      await refusal(subject, subject.plugin.inspect(specOf(subject)), "gone");
      await refusal(subject, subject.plugin.commit(specOf(subject), "Left over"), "gone");
    },
  },
  {
    says: "a branch may go once its work has landed, twice, and comes back with its workspace",
    holds: async (subject) => {
      const { path } = await create(subject);
      await subject.write(path, note);
      const commit = await subject.commitInside(path);
      await rescueAndRemove(subject);
      for (const _ of [1, 2]) await value(subject, subject.plugin.dropBranch(specOf(subject), commit));
      await create(subject);
      expect(await inspect(subject)).toMatchObject({ head: { commit }, dirty: false });
    },
  },
  {
    says: "set-up may be run twice",
    holds: async (subject) => {
      const { path } = await create(subject);
      const never = new Promise<void>(() => undefined);
      await value(subject, subject.plugin.setup(specOf(subject), path, never));
      await value(subject, subject.plugin.setup(specOf(subject), path, never));
      expect((await inspect(subject)).dirty).toBe(false);
    },
  },
];

export const workspaceClauses: readonly Clause<WorkspaceSubject>[] = [...makingClauses, ...keepingClauses];

function specOf({ project }: WorkspaceSubject, name = "mine"): WorkspaceSpec {
  return { project, session: sessionId(name), branch: `agent/${name}`, base: null };
}

function create(subject: WorkspaceSubject, name?: string) {
  return value(subject, subject.plugin.create(specOf(subject, name)));
}

function inspect(subject: WorkspaceSubject, name?: string) {
  return value(subject, subject.plugin.inspect(specOf(subject, name)));
}

async function rescueAndRemove(subject: WorkspaceSubject): Promise<void> {
  await value(subject, subject.plugin.rescue(specOf(subject)));
  await value(subject, subject.plugin.remove(specOf(subject)));
}
