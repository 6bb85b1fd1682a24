import type { ProjectId, SessionId } from "../../../domain/model/ids.ts";
import type { ClosedHome } from "../../../lib/sandbox/rules.ts";
import type { RunLimits } from "../../../lib/ceiling/run-limited.ts";
import type { PreparedFolders } from "../../../lib/prepared/prepared.ts";
import type { Sandbox } from "../../../lib/sandbox/sandbox.ts";
import type { WorkspaceSpec } from "../../../slots/workspace.ts";

/** What the workspaces of one project need to know. Paths are absolute. */
export type WorkspaceOptions = {
  readonly project: ProjectId;
  /** The person's repository, or any folder in it. */
  readonly repository: string;
  readonly defaultBranch: string;
  /** Where directories are made. Inside the repository it is kept out of git's sight. */
  readonly root: string;
  /** Our own git directory for this project. */
  readonly gitDir: string;
  /** Where the repositories of sessions lie that have one for themselves. */
  readonly repositories: string;
  /** On the filesystem of `root`; else `.trash` in `root` is used. */
  readonly trash: string;
  /** Relative paths of the person's checkout, to be copied or linked into each workspace. Missing ones are passed over. */
  readonly copy: readonly string[];
  readonly symlinks: readonly string[];
  /** A text is split into words; there is no shell. */
  readonly setup: readonly (string | readonly string[])[];
  readonly setupEnv: (spec: WorkspaceSpec) => Promise<NodeJS.ProcessEnv>;
  readonly sandbox: Sandbox;
  /** What a set-up command may take. Left out: no limit. */
  readonly limits?: RunLimits;
  readonly logDirOf: (session: SessionId) => string;
  /** The last part of the directory's path; the session's id without the project's when left out. */
  readonly nameOf?: (session: SessionId) => string;
  /** What set-up commands find in the home. */
  readonly home: ClosedHome;
  /** `upstream`: work lands where the default branch is fetched from. `here`, the default: on the local branch. */
  readonly landsOn?: "here" | "upstream";
  /** Told when a session's branch was moved by somebody else and has been put back. */
  readonly onRestored?: (restored: RestoredBranch) => void;
  readonly setupTimeoutMs?: number;
  /** How long what set-up makes for others is waited for before it runs by itself. */
  readonly preparedWaitMs?: number;
  /** What set-up made for others. Left out: each workspace is set up by itself. */
  readonly prepared?: PreparedFolders;
  readonly wallMs?: () => number;
};

export type RestoredBranch = {
  readonly session: string;
  readonly branch: string;
  /** Where it is again. */
  readonly to: string;
  /** The ref that keeps what it was moved to; null: it was deleted. */
  readonly keptAt: string | null;
};

export function chooseName({ project, nameOf: given }: WorkspaceOptions, session: SessionId): string {
  if (given !== undefined) return given(session);
  return session.startsWith(`${project}-`) ? session.slice(project.length + 1) : session;
}

export const getWallMs = ({ wallMs }: WorkspaceOptions): number => (wallMs ?? Date.now)();
