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
 * The programs and settings of the system can be read, and nothing else is there, but for what is said here. Of two
 * paths the deeper one decides; of one path said twice the kind that comes later in this type. A path that does not exist
 * is passed over. Symbolic links are followed when the program starts, and those on the way are there inside as well.
 */
export type Confinement = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Empty, whatever lies around it. */
  readonly hidden: readonly string[];
  /** Empty and writable, and gone when the program ends: the home. Made if it does not exist. */
  readonly scratch?: readonly string[];
  /** To be read only. */
  readonly readable?: readonly string[];
  /** Folders to be read that are made only when the program starts; the folder around each is there already. */
  readonly coming?: readonly string[];
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  /**
   * Git folders that are shared. All in them is read-only, but for what is said of deeper paths; still git can take its
   * locks at their top level, and under bubblewrap also write settings: privately, and gone when the program ends.
   */
  readonly gitFolders?: readonly string[];
  /** Symbolic links in what is empty otherwise. */
  readonly links?: readonly Link[];
  /** `own`: nothing but a loopback interface of its own. Left out: the network of the machine. */
  readonly network?: "own";
};

export type Link = {
  readonly path: string;
  readonly target: string;
  /** A variable that says the same, by name and value: Seatbelt makes no links. */
  readonly variable?: readonly [string, string];
  /** Git replaces the file behind a link; this one it replaces itself, for as long as the program runs. */
  readonly isReplacedByGit?: boolean;
};

/** A sandbox that was tried and works here, or a sentence that says why it does not. */
export type TriedSandbox =
  { readonly ok: true; readonly sandbox: Sandbox } | { readonly ok: false; readonly why: string };
