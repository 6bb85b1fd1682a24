/** All that the engine needs of the world, handed in by the daemon or by a simulation. */
import type { FleetLimits } from "../domain/schedule/board.ts";
import type { ProjectId, SessionId, TurnId } from "../domain/model/ids.ts";
import type { NoticeTiming } from "../domain/incident/notice-timing.ts";
import type { News } from "../domain/core/observation.ts";
import type { Rules } from "../domain/model/rules.ts";
import type { Session, WantedAgent } from "../domain/session/session.ts";
import type { TurnPaths } from "../slots/agent.ts";
import type { NotifierPlugin } from "../slots/notifier.ts";
import type { SlotResult } from "../slots/result.ts";
import type { ConfinedLaunch, RuntimePlugin, TurnLaunch } from "../slots/runtime.ts";
import type { ProjectSlots } from "../slots/slots.ts";
import type { Store } from "../store/open.ts";
import type { IssueLooks } from "./issue-looks.ts";

export type EngineDeps = {
  readonly store: Store;
  readonly slotsOf: (project: ProjectId) => ProjectSlots | undefined;
  readonly rulesOf: (project: ProjectId) => Rules;
  /** Why nothing can begin with an agent now (its program is not installed), or null. */
  readonly whyNoAgent: (project: ProjectId, agent: WantedAgent) => string | null;
  /** How much the machine takes now. */
  readonly fleet: () => FleetLimits;
  readonly clock: Clock;
  /** Unique and sortable; the only source of new ids that do not derive from an observation. */
  readonly newId: () => string;
  /** Takes secrets out of a text. Everything observed passes through it before it becomes a row. */
  readonly redact: (text: string) => string;
  /** What every turn of the session finds in its environment beside what the turn itself is about; nothing is inherited. */
  readonly environmentOf: (session: Session) => Promise<Readonly<Record<string, string>>>;
  /** Where a turn's program finds its folders, as it sees them. */
  readonly turnPaths: (of: { session: SessionId; turn: TurnId; workspace: string }) => TurnPaths;
  /** What is laid around a turn's program. */
  readonly aroundTurns: AroundTurns;
  readonly runCommand: (argv: readonly string[], session: string) => Promise<SlotResult<null>>;
  /** Told before anything is begun, once: what only the daemon can know of the time before it came up. */
  readonly newsAtBoot?: () => readonly News[];
  /** Is there something of a session by this name, though the store knows none? Left out: there never is. */
  readonly isNameUsed?: (session: SessionId) => boolean;
  /** How people are told what has waited. Left out: nothing ever waits. */
  readonly notices?: NoticeSettings;
  /** Open turns and projects are looked at at least this often, since hints get lost. */
  readonly sweepMs: number;
  readonly log: Log;
  /** The engine's own. Left out: nothing is looked at before it is begun. */
  readonly looks?: IssueLooks;
  /** Where a test may kill the process; does nothing in production unless asked to. */
  readonly failpoint: (name: Failpoint) => void;
};

/** The daemon's own part in the start of a turn: `daemon/project-plugins/plugin-pipeline.ts`. */
export type AroundTurns = {
  /** The launch with what its project lets it see and change, and what it may take. */
  readonly confine: (launch: TurnLaunch) => Promise<SlotResult<ConfinedLaunch>>;
  /** Ends what must not run beside a turn of the session: a screen of the tool's own that nobody closed. */
  readonly endBeside: (runtime: RuntimePlugin, session: SessionId) => Promise<void>;
  /** The turn exists from now on. */
  readonly started: (turn: TurnId, session: SessionId) => void;
};

export type NoticeSettings = {
  /** As the settings say now. */
  readonly timing: () => NoticeTiming;
  /** Null: the project or its channel is gone. */
  readonly channelOf: (project: ProjectId, name: string) => NotifierPlugin | null;
};

export type Clock = {
  readonly wallMs: () => number;
  /** Minutes since Monday 00:00 in local time, now or at a time on the wall. */
  readonly weekMinute: (wallMs?: number) => number;
  /** Calls back once, `ms` from now; returns a function that cancels. */
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Calls back when what is happening now is over, together with whatever else comes in meanwhile. */
  readonly soon: (callback: () => void) => void;
};

export type Log = {
  readonly info: (facts: Readonly<Record<string, unknown>>, message: string) => void;
  readonly warn: (facts: Readonly<Record<string, unknown>>, message: string) => void;
  readonly error: (facts: Readonly<Record<string, unknown>>, message: string) => void;
};

export const failpoints = [
  "commit:before",
  "commit:after",
  "effect:before",
  "effect:after",
  "outcome:before",
  "outcome:after",
  "recover",
] as const;
export type Failpoint = (typeof failpoints)[number];
