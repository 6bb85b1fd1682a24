import type { HttpHead } from "../domain/change/change.ts";
import type { CommitSha, ProjectId, SessionId } from "../domain/model/ids.ts";
import type { SlotResult } from "./result.ts";

/**
 * The isolated directory of a session (worktree, clone).
 *
 * Called by performers, one call at a time for a repository. Each method may be called twice; the second call finds the
 * work done and answers the same. Nothing with work in it is ever deleted: `remove` follows `rescue`.
 */
export type WorkspacePlugin = {
  readonly name: string;
  /** Are branch and directory unused, so that `create` would make them new? Asked before a session gets its name. */
  isFree(spec: WorkspaceSpec): Promise<SlotResult<boolean>>;
  /** The commit that a person names: a branch, a tag, or a commit of the project by its whole or shortened name. */
  commitOf(reference: string): Promise<SlotResult<CommitSha, "gone">>;
  /** Makes the directory and branch, or finds them; after a stop it brings back what was rescued. */
  create(spec: WorkspaceSpec): Promise<SlotResult<{ readonly path: string; readonly base: CommitSha }, "name_taken">>;
  /** Runs the project's set-up commands in it; ends them when they are called off, since nobody waits for them any more. */
  setup(spec: WorkspaceSpec, path: string, calledOff: Promise<void>): Promise<SlotResult<null, "setup_failed">>;
  /**
   * Where the branch that the work will land on is now; fetched first where it lives elsewhere, and pinned, so that no
   * clean-up of the person's takes it away. Asked before each turn. `seen`: where the forge saw it; a commit that is not
   * here yet is worth asking for, however recently that was done. `gone`: directory, branch or links are missing; `create`
   * makes them again. `repaired`: sentences about what was found amiss in the workspace, and put right.
   */
  refreshBase(
    spec: WorkspaceSpec,
    seen?: CommitSha | null,
  ): Promise<
    SlotResult<{ readonly branch: string; readonly commit: CommitSha; readonly repaired?: readonly string[] }, "gone">
  >;
  /**
   * The branch's newest commit, and whether files are left uncommitted. `gone`: there is nothing there, or nothing that
   * may be taken over (objects with false content, far too much of it); the message says which. `repaired`: as above.
   */
  inspect(
    spec: WorkspaceSpec,
  ): Promise<
    SlotResult<{ readonly head: HttpHead; readonly dirty: boolean; readonly repaired?: readonly string[] }, "gone">
  >;
  /**
   * Where the branch is in the directory, read from the disk: no program is started. A hint for whoever watches; what the
   * head is `inspect` says. Left out: nobody can tell.
   */
  peek?(spec: WorkspaceSpec): Promise<SlotResult<Peek>>;
  /** Commits all that is left uncommitted in the agent's name. */
  commit(spec: WorkspaceSpec, subject: string): Promise<SlotResult<HttpHead, "gone">>;
  /** Saves every file, tracked or not, where git keeps it, and reads it back. Null: there was nothing to save. */
  rescue(spec: WorkspaceSpec): Promise<SlotResult<{ readonly ref: string | null }>>;
  /** Moves the directory out of the way. Only after `rescue`: this deletes no work because none is left in it alone. */
  remove(spec: WorkspaceSpec): Promise<SlotResult<null>>;
  /**
   * Lets go of the branch after its work has landed; only after `remove`. A branch that is elsewhere than at `landed`
   * holds more than what landed, one that a person uses is theirs: both stay. `create` makes it again.
   */
  dropBranch(spec: WorkspaceSpec, landed: CommitSha): Promise<SlotResult<null>>;
};

/** `refFile`: changes when the branch moves. `commit` null: there is no such branch, or something odd in its place. */
export type Peek = { readonly refFile: string; readonly commit: CommitSha | null };

export type WorkspaceSpec = {
  readonly project: ProjectId;
  readonly session: SessionId;
  readonly branch: string;
  /** The commit the work began on, or shall begin on; null: wherever the project's branch is. */
  readonly base: CommitSha | null;
};
