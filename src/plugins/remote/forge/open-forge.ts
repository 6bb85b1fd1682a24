/** How a project's forge elsewhere is opened: with what its settings say, and what the daemon has for it. */
import type { IssueProgress } from "../../../domain/issue/issue.ts";
import type { ChecksPlugin } from "../../../slots/checks.ts";
import type { ScmPlugin } from "../../../slots/scm.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import type { AgentDoor } from "../agents/agent-door.ts";
import type { RemoteClock } from "../quota/quota-broker.ts";
import type { Remote } from "../http/remote.ts";
import type { RemoteResult } from "../http/remote-result.ts";
import type { ForgeOptions } from "./forge.ts";

/** What cannot be opened throws, and is tried again. */
export type OpenForge = (site: ForgeSite) => Promise<OpenedForge>;

export type ForgeSite = {
  readonly project: string;
  /** As the project's settings name it; null: they do not. */
  readonly repo: string | null;
  /** What the settings say of its issues and changes; null: those live elsewhere. */
  readonly tracker: ForgeBlock | null;
  readonly scm: ForgeBlock | null;
  /** Named in either, wherever that leads. */
  readonly bots: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly clock: RemoteClock;
  readonly redact: (text: string) => string;
  /** The rest of what a forge is made of. */
  readonly connect: (connection: Connection) => ForgeParts;
};

/** `settings`: what only the plugin understands. */
export type ForgeBlock = {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly bots: readonly string[];
  readonly moves: Readonly<Partial<Record<IssueProgress, boolean | string>>>;
};

export type Connection = {
  readonly api: URL;
  readonly credential: string;
  /** As it is now. */
  readonly token: () => Promise<RemoteResult<string>>;
  /** It is not accepted any more. Left out: there is no other. */
  readonly refused?: () => void;
  readonly redact: (text: string) => string;
};

export type ForgeParts = Omit<ForgeOptions, "settings"> & { readonly remote: Remote };

export type OpenedForge = {
  /** Null: its issues are those of a tracker. */
  readonly tracker: TrackerPlugin | null;
  readonly scm: ScmPlugin;
  readonly checks: ChecksPlugin;
  /** Through which agents ask it for themselves; null: they do not. */
  readonly agents: Omit<AgentDoor, "interface"> | null;
  readonly close: () => Promise<void>;
};
