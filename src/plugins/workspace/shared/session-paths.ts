/** Where everything of one session lies: its directory, our notes about it, its refs. */
import { join } from "node:path";
import type { SessionId } from "../../../domain/model/ids.ts";
import { encodeRefName } from "../../../lib/git/refs/ref-name.ts";
import { readPlainText } from "../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import type { WorkspaceSpec } from "../../../slots/workspace.ts";
import { chooseName, type WorkspaceOptions } from "./options.ts";
import { parseNote, type Note } from "./notes/parse-note.ts";

export type SessionPaths = {
  readonly session: SessionId;
  readonly branch: string;
  /** The directory the agent works in. */
  readonly path: string;
  /** In our own git directory: the note, and the view through which git looks at the directory. */
  readonly folder: string;
  /** The session's own repository, where it has one, out of the workspace. */
  readonly privateGit: string;
  /** The commit the work began on: pinned, so that no clean-up of the person's takes it. It also says: this is ours. */
  readonly baseRef: string;
  /** Where the branch that the work will land on was when last asked. */
  readonly ontoRef: string;
  readonly rescueRefs: string;
  /** Where the branch was when its work had landed and it went. */
  readonly landedRef: string;
};

export function resolveSessionPaths(
  options: WorkspaceOptions,
  { session, branch }: Pick<WorkspaceSpec, "session" | "branch">,
): SessionPaths {
  const part = encodeRefName(session);
  return {
    session,
    branch,
    path: join(options.root, encodeRefName(chooseName(options, session))),
    folder: join(options.gitDir, "worktrees", part),
    privateGit: join(options.repositories, part),
    baseRef: `refs/ao/base/${part}`,
    ontoRef: `refs/ao/onto/${part}`,
    rescueRefs: `refs/ao/rescue/${part}/`,
    landedRef: `refs/ao/landed/${part}`,
  };
}

const noteFile = (paths: SessionPaths): string => join(paths.folder, "note.json");

export async function readNote(paths: SessionPaths): Promise<Note | null> {
  return parseNote(await readPlainText(noteFile(paths)));
}

export function createNote(layout: string, { session, branch }: SessionPaths, base: string): Note {
  return {
    stage: "making",
    layout,
    session,
    branch,
    base,
    gitDir: "",
    maker: null,
    seen: base,
    rests: null,
    left: null,
  };
}

export function writeNote(paths: SessionPaths, note: Note): void {
  replaceFile(noteFile(paths), JSON.stringify(note));
}
