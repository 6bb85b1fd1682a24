/** What worktree and clone do differently; all else they share. */
import type { SessionPaths } from "./session-paths.ts";
import type { Note } from "./notes/parse-note.ts";
import type { RepositorySite } from "./site.ts";

export type WorkspaceContext = { readonly site: RepositorySite; readonly desk: SessionPaths };
export type MadeWorkspace = WorkspaceContext & { readonly note: Note };

/**
 * - `absent`: nothing is there.
 * - `broken`: it is ours, but its links are cut or lead to a place that is gone; `mend` may help.
 * - `foreign`: it is not ours, or somebody changed whose it is. Left alone.
 */
export type WorkspaceCondition =
  | { readonly kind: "intact" }
  | { readonly kind: "absent" }
  | { readonly kind: "broken"; readonly why: string }
  | { readonly kind: "foreign"; readonly why: string };

export type LayRequest = {
  /** Where the branch is; `isNew`: it was just made, so nobody else has it checked out. */
  readonly commit: string;
  readonly isNew: boolean;
  readonly onStart: (pid: number) => void;
};

export type LayoutStrategy = {
  readonly name: "worktree" | "clone";
  /** The agents of other sessions can move its branch. */
  readonly sharesRefs: boolean;
  /** In the person's repository: made with the session, so that no other can have the branch. */
  headRef(paths: SessionPaths): string;
  /** All refs of the person's repository that follow the branch, the one above first. */
  followers(paths: SessionPaths): readonly string[];
  /** Makes the directory with the branch checked out; answers where its `HEAD` and `index` lie. */
  lay(place: WorkspaceContext, request: LayRequest): Promise<string>;
  condition(place: WorkspaceContext, note: Note): Promise<WorkspaceCondition>;
  /** Brings a directory that an earlier version made to this layout; answers where its `HEAD` lies. Null: it is of this one. */
  adopt(place: MadeWorkspace): Promise<string | null>;
  /** Ties a broken directory to the repository again, with all the work in it; answers where `HEAD` and `index` lie. */
  mend(place: MadeWorkspace): Promise<string>;
  /** Takes back what still speaks of a directory that is gone. */
  forget(place: WorkspaceContext): Promise<void>;
  /** What lies elsewhere and belongs to the directory, so that it moves along to the trash and back. */
  companions(place: MadeWorkspace): Promise<readonly string[]>;
  /** The branch may be checked out in a second place meanwhile; two would undo each other's work. */
  refuseIfElsewhere(place: WorkspaceContext): Promise<void>;
  /** The git directory whose refs the directory sees, and the folder its objects go to. */
  commonDir(place: WorkspaceContext): string;
  objects(place: WorkspaceContext): string;
  /** Removes pipes and links from the git folders that its agent can write; answers which. */
  sweep(place: MadeWorkspace): Promise<readonly string[]>;
  /** May `HEAD` of the directory name this branch? */
  mayBeOn(paths: SessionPaths, branch: string): boolean;
  /** Brings a commit that was made in the directory to the person's repository, with all that it needs. */
  carryOver(place: MadeWorkspace, commit: string): Promise<void>;
  /** The branch's newest commit, now known to the person's repository too; null when the branch is gone. */
  head(place: MadeWorkspace): Promise<string | null>;
  /** Moves the branch; fails when it is no longer at `from`. */
  moveHead(place: MadeWorkspace, step: { readonly from: string; readonly to: string }): Promise<void>;
  /** Shows the agent where the branch is that its work will land on. */
  showBase(place: MadeWorkspace, commit: string): Promise<void>;
  /** Lets go of the branch in the person's repository, which is at `landed`; its commits stay pinned. */
  dropHead(place: WorkspaceContext, landed: string): Promise<void>;
};
