/** What the parts of the daemon share. Made once by `start.ts`; the HTTP interface is written against it. */
import type { ConfigSource } from "../config/config.ts";
import type { AgentLogin } from "../config/doctor/agent-login.ts";
import type { Finding } from "../config/doctor/finding.ts";
import type { DaemonSettings } from "../config/resolve/daemon-settings.ts";
import type { MissingProgram } from "../config/warnings/missing-programs.ts";
import type { RepositoryNotes } from "../config/repository/describe-repository.ts";
import type { Problem } from "../config/problem.ts";
import type { ProjectSettings } from "../config/resolve/project-settings.ts";
import type { ProjectId, SessionId } from "../domain/model/ids.ts";
import type { WantedAgent } from "../domain/session/session.ts";
import type { Rules } from "../domain/model/rules.ts";
import type { Clock, Log } from "../engine/deps.ts";
import type { Engine } from "../engine/engine.ts";
import type { HostClient } from "../host/client.ts";
import type { QuotaCounts } from "../plugins/remote/quota/quota-broker.ts";
import type { AgentDoors } from "./agent-api/agent-doors.ts";
import type { FailingChannel } from "./notices/channel-health.ts";
import type { ChangeReviewer } from "../slots/change-reviewer.ts";
import type { IssueEditor } from "../slots/issue-editor.ts";
import type { ProjectSlots } from "../slots/slots.ts";
import type { Store } from "../store/open.ts";
import type { HomePaths } from "../config/home.ts";
import type { Unread } from "./project-plugins/forges/source-health.ts";
import type { DiskUse } from "./upkeep/disk-use.ts";
import type { OwnScreens } from "./screens/own-screens.ts";
import type { PushBook } from "./notices/push-book.ts";
import type { GivenEnvironment } from "./process/take-environment.ts";

export type DaemonContext = {
  readonly home: HomePaths;
  readonly store: Store;
  readonly engine: Engine;
  readonly projects: ProjectRegistry;
  readonly slotsOf: (project: ProjectId) => ProjectSlots | undefined;
  /** Why a project has no plugins as its settings say, or null. */
  readonly troubleOf: (project: ProjectId) => string | null;
  /** What could not be read of trackers and forges when they were last looked at. */
  readonly unread: () => readonly Unread[];
  /** What lies in the local forge, wherever the project's issues and changes live now. */
  readonly here: (project: ProjectId) => LocalEditors | undefined;
  /** What was asked of forges and trackers in the last hour, by credential. */
  readonly quotas: () => readonly QuotaCounts[];
  readonly failingChannels: () => readonly FailingChannel[];
  /** Through which agents ask their forge for themselves. */
  readonly agentDoors: AgentDoors;
  /** Why nothing can begin with an agent now, or null. */
  readonly whyNoAgent: (project: ProjectId, agent: WantedAgent) => string | null;
  /** Whether an agent is logged in, as far as its files and variables tell. */
  readonly loginOf: (project: RegisteredProject, plugin: string) => AgentLogin;
  /** What the project's checks, set-up and hooks name and this machine does not have now, and agents that are not logged in. */
  readonly missingPrograms: (project: RegisteredProject) => readonly MissingProgram[];
  /** What a person should know of its repository: versions that do not fit, submodules and the like. */
  readonly repositoryNotes: (project: RegisteredProject) => Promise<RepositoryNotes>;
  /** Those of now: a changed file may change them. */
  readonly settings: () => DaemonSettings;
  /** The file that speaks of a project, or without one of the whole daemon, as it is now; null: there is none. */
  readonly configSource: (project: RegisteredProject | null) => ConfigSource | null;
  readonly redact: (text: string) => string;
  readonly log: Log;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly startedAtMs: number;
  readonly ownScreens: OwnScreens;
  readonly push: PushBook;
  /** The host is started when somebody needs it. */
  readonly hostClient: () => HostClient;
  /**
   * Begins to end the daemon and returns at once, so that the answer still goes out. Agents live on. `replace`: only when
   * nothing is under way, and the supervisor starts the program that is installed then.
   */
  readonly shutDown: (how: "end" | "replace") => void;
  /** Removes what finished sessions left: workspaces (work in them is saved first), old trash and spools. */
  readonly cleanUp: () => Promise<CleanedUp>;
  readonly diskUse: () => Promise<DiskUse>;
  /** Takes what a person's shell knows and the daemon does not; answers the names of what changed. */
  readonly takeEnvironment: (given: GivenEnvironment) => Promise<readonly string[]>;
  /** What only the daemon knows of its own health; `ao doctor` adds what any process can see. */
  readonly examine: () => Promise<readonly Finding[]>;
};

export type LocalEditors = { readonly issues: IssueEditor | undefined; readonly changes: ChangeReviewer | undefined };

export type ProjectRegistry = {
  /** In the order they were added. */
  readonly all: () => readonly RegisteredProject[];
  readonly get: (id: string) => RegisteredProject | undefined;
  /** Adds the repository at a path, or finds it added; writes its configuration file when there is none. */
  readonly add: (request: AddProject) => Promise<AddedProject>;
  /** Forgets a project; its repository, branches and issues stay. With live sessions only if they are to be stopped. */
  readonly remove: (id: string, how: RemoveProject) => Promise<RemovedProject>;
  /** Reads changed files again: each is taken whole, or the last good one stays. */
  readonly reload: () => Promise<void>;
};

export type RegisteredProject = {
  readonly id: ProjectId;
  /** The person's own checkout, or their bare repository. */
  readonly path: string;
  /** Null: no file speaks of it, and all is as built in. */
  readonly configFile: string | null;
  readonly settings: ProjectSettings;
  /** With `runtime: auto` resolved: a session carries the name of the runtime it was made with. */
  readonly rules: Rules;
  readonly defaultBranch: string;
  /** What is wrong with its file (the last good one holds), or odd in it. */
  readonly problems: readonly ProjectProblem[];
  /** Settings that no person has accepted yet, and that therefore do not hold. */
  readonly waiting: WaitingSettings | null;
};

export type ProjectProblem = Problem & { readonly severity: "error" | "warning" };

/**
 * `lines` shows each setting that would run something or let something happen by itself, and is not as accepted, for a
 * person to read. `inForce`: the text that was accepted last; null: none was.
 */
export type WaitingSettings = {
  readonly hash: string;
  readonly lines: readonly string[];
  readonly inForce: string | null;
};

export type AddProject = {
  /** A repository, or any folder in one; absolute. */
  readonly path: string;
  /** Another place for its configuration, as `AO_CONFIG` of the person who asks says; absolute. */
  readonly configFile: string | null;
  /** A person has accepted the settings as they are in the file now. */
  readonly accept: boolean;
};

export type AddedProject =
  | {
      readonly ok: true;
      readonly project: RegisteredProject;
      readonly isNew: boolean;
      /** The configuration file that was written just now. */
      readonly wrote: string | null;
      /** What was different in settings that waited and are accepted now, a line each. */
      readonly accepted: readonly string[];
    }
  | { readonly ok: false; readonly error: Refused };

export type RemoveProject = { readonly stopSessions: boolean };

/** `ending`: the sessions that were live. Its plugins stay until these have ended. */
export type RemovedProject =
  | { readonly ok: true; readonly project: RegisteredProject; readonly ending: readonly SessionId[] }
  | { readonly ok: false; readonly error: Refused };

/** What did not happen and why; `try` is what to type instead. */
export type Refused = {
  readonly code: "not_a_repository" | "no_such_folder" | "bad_config" | "not_found" | "in_use" | "refused";
  readonly message: string;
  readonly try: string | null;
};

export type CleanedUp = {
  readonly removed: readonly { readonly what: string; readonly path: string; readonly bytes: number }[];
  readonly freedBytes: number;
  /** What was left alone, and why. */
  readonly kept: readonly { readonly path: string; readonly why: string }[];
};
