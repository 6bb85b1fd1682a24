/** What a sandbox is asked for. */

export type SandboxName = "bubblewrap" | "seatbelt" | "none";

export type Sandbox = {
  readonly name: SandboxName;
  /**
   * The program that runs `argv` confined. Signals to its process group reach the program inside, its exit code is that
   * of the program (126 and 127 when it could not be started). Under bubblewrap nothing that it started outlives it.
   */
  wrap(request: Confinement): readonly [string, ...string[]];
};

/**
 * All of the system can be read and nothing be written, but for what is said here. Of two paths the deeper one decides;
 * of one path said twice: hidden, unless it is readable; readable, unless it is writable; writable, unless it is
 * read-only. A path that does not exist is passed over. Symbolic links are followed when the program starts.
 */
export type Confinement = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly writable: readonly string[];
  /** Given back from what is hidden, to be read only. */
  readonly readable?: readonly string[];
  /** Folders to be read that are made only when the program starts; the folder around each is there already. */
  readonly coming?: readonly string[];
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
  /**
   * Git folders that are shared. All in them is read-only, but for what is said of deeper paths; still git can take its
   * locks at their top level, and under bubblewrap also write settings: privately, and gone when the program ends.
   */
  readonly gitFolders?: readonly string[];
};

/** A sandbox that was tried and works here, or a sentence that says why it does not. */
export type TriedSandbox =
  { readonly ok: true; readonly sandbox: Sandbox } | { readonly ok: false; readonly why: string };
