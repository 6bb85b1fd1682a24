/** What all projects share when their plugins are made. */
import type { DaemonSettings } from "../config/resolve/daemon-settings.ts";
import type { HomePaths } from "../config/home.ts";
import type { Restored } from "../config/backup/parse-restored.ts";
import type { ProjectId, SessionId, TurnId } from "../domain/model/ids.ts";
import type { Session } from "../domain/session/session.ts";
import type { Clock, Log } from "../engine/deps.ts";
import type { QuotaBrokers } from "../plugins/remote/quota/quota-broker.ts";
import type { RuntimePlugin } from "../slots/runtime.ts";
import type { Store } from "../store/open.ts";
import type { ProjectNetworks } from "./network/project-networks.ts";
import type { MachineLimits } from "./agents/agent-limits.ts";
import type { ChannelHealth } from "./notices/channel-health.ts";
import type { TurnEnvironment } from "./project-plugins/sandbox/environment.ts";
import type { PushBook } from "./notices/push-book.ts";
import type { Sandboxes } from "./project-plugins/sandbox/sandboxes.ts";
import type { WorkspacePlaces } from "./project-plugins/workspaces/workspace-places.ts";

export type PluginServices = {
  readonly home: HomePaths;
  readonly env: NodeJS.ProcessEnv;
  readonly store: Store;
  /** Databases that were restored since the daemon before; null: none. */
  readonly restored: Restored | null;
  readonly log: Log;
  readonly clock: Clock;
  /** Of the whole daemon, as they are now. */
  readonly daemonSettings: () => DaemonSettings;
  /** Where a browser finds the dashboard; null before the daemon listens. */
  readonly dashboard: () => string | null;
  readonly redact: (text: string) => string;
  readonly push: PushBook;
  readonly sandboxes: Sandboxes;
  readonly networks: ProjectNetworks;
  readonly places: WorkspacePlaces;
  /** What each credential of a forge or tracker may still ask. */
  readonly brokers: QuotaBrokers;
  /** Which channels of notices fail. */
  readonly channels: ChannelHealth;
  /** As they are: nothing confined yet. */
  readonly runtimes: ReadonlyMap<string, RuntimePlugin>;
  /** What agents, set-up commands and checks may take. */
  readonly machine: Pick<MachineLimits, "ceiling" | "run">;
  /** Whether there is less memory than one more agent needs. */
  readonly isShortOfMemory: () => boolean;
  readonly environmentOf: (session: Session) => Promise<TurnEnvironment>;
  readonly logDirOf: (session: SessionId) => string;
  /** A turn exists from now on. */
  readonly turnStarted: (turn: TurnId, session: SessionId) => void;
  /** A project's forge may have something new. */
  readonly forgeHasNews: (project: ProjectId) => void;
};
