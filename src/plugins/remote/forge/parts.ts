import type { SessionId } from "../../../domain/model/ids.ts";
import type { RemoteGit, RemotePlace } from "../../../lib/git/remote.ts";
import type { References } from "../../shared/references.ts";
import type { Download, RemoteAnswer, RemoteRequest } from "../http/remote.ts";
import type { RemoteClock } from "../quota/quota-broker.ts";
import type { RemoteResult } from "../http/remote-result.ts";
import type { ChangeSource } from "./changes/change-source.ts";
import type { KeptFile } from "./kept-file.ts";

/** Asking a forge about one repository. */
export type ForgeClient = {
  /** As people know the forge: GitHub, GitLab. */
  readonly title: string;
  /** What stands before a change's number there. */
  readonly sign: string;
  readonly credential: string;
  /** How many times slower than usual it is to be asked for news, for its quota's sake. */
  readonly strain: () => number;
  /** Paths lie below the repository. */
  readonly ask: (ask: RemoteRequest) => Promise<RemoteResult<RemoteAnswer>>;
  readonly download: (ask: RemoteRequest) => Promise<RemoteResult<Download>>;
  readonly git: () => Promise<RemotePlace>;
  /** Left out: git's own. */
  readonly transport?: RemoteGit;
};

/** What every forge elsewhere needs to keep changes. */
export type ForgeParts = {
  readonly client: ForgeClient;
  readonly kept: KeptFile;
  readonly references: References;
  readonly defaultBranch: string;
};

/** What reading, checking and landing them needs beside that. */
export type ChangeParts = ForgeParts & {
  readonly source: ChangeSource;
  /** Where raw logs of checks lie. */
  readonly logs: string;
  readonly redact: (text: string) => string;
  readonly logDirOf: (session: SessionId) => string;
  /** Checks were seen on the base itself. Left out: nobody looks. */
  readonly checksBase?: () => boolean;
  /** Left out: that of this machine. */
  readonly clock?: RemoteClock;
};
