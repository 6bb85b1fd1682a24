/**
 * What a program may see and change, and which network it has: rules, not a means. Each runtime keeps them by its own: a
 * sandbox of this machine, the mounts of a container. The system's programs and settings are there to be read beside it.
 */
export type TurnConfinement = {
  /** The sandbox of this machine that keeps it; a runtime that isolates by itself need not ask. */
  readonly sandbox: "bubblewrap" | "seatbelt";
  /** Empty, whatever lies around it. */
  readonly hidden: readonly string[];
  /** Empty and writable, and gone when the program ends. */
  readonly scratch: readonly string[];
  readonly readable: readonly string[];
  /** To be read, and made only when the program starts. */
  readonly coming: readonly string[];
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  /** Git folders that are shared: read-only, but for what is said of deeper paths and for git's own locks. */
  readonly gitFolders: readonly string[];
  readonly links: readonly ConfinedLink[];
  /** Null: the network of the machine. Else one of its own, and this way out of it. */
  readonly network: ConfinedNetwork | null;
};

/** A symbolic link in what is empty otherwise. */
export type ConfinedLink = {
  readonly path: string;
  readonly target: string;
  /** A variable that says the same, by name and value, for where links cannot be made. */
  readonly variable?: readonly [string, string];
  /** Git replaces the file behind it. */
  readonly isReplacedByGit?: boolean;
};

export type ConfinedNetwork = {
  /** Where the proxy listens. */
  readonly socket: string;
  /** The port at which the daemon is found, inside too; null: it is not. */
  readonly daemonPort: number | null;
  /** Services of the machine that are found at the same ports inside. */
  readonly forwarded: readonly string[];
};
