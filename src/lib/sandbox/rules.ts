/** The rules for every program nobody has read: what the person's secrets are, what tools may keep, what git shares. */
import type { Confinement } from "./confinement.ts";
import { ownFolders } from "../own-program.ts";
import { cachesIn, credentialsIn } from "./credentials.ts";
import type { GitShare } from "./shared-git.ts";

export type ConfineRequest = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The home folder of the person whose machine this is. */
  readonly personHome: string;
  /** Folders that are nobody's business, but for what is given back below: the daemon's home. */
  readonly hidden: readonly string[];
  /** The workspace, and what the tool itself must keep. */
  readonly writable: readonly string[];
  /** The own log folder, and credentials that the tool itself needs. */
  readonly readable: readonly string[];
  /** The own turn folder, which is made when the turn starts. */
  readonly coming?: readonly string[];
  /** What it shares with the person's repository; null when it has a repository of its own. */
  readonly git: GitShare | null;
};

export function confine(request: ConfineRequest): Confinement {
  const { argv, cwd, personHome, git } = request;
  return {
    argv,
    cwd,
    hidden: [...credentialsIn(personHome), ...request.hidden],
    // Said, because they may lie in a scratch folder, which is private otherwise; agents may call us.
    readable: [personHome, ...ownFolders(), ...request.readable],
    coming: request.coming ?? [],
    writable: [...cachesIn(personHome), ...(git?.writable ?? []), ...request.writable],
    readOnly: git?.readOnly ?? [],
    gitFolders: git === null ? [] : [git.folder],
  };
}
