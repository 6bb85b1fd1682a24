/**
 * A forge elsewhere behind the scm and checks slots, whichever it is: what was read of it is kept in one file, commits in our own
 * git directory, and what writes goes one after another. What only one forge knows comes in as its own parts.
 */
import type { ProjectId, SessionId } from "../../../domain/model/ids.ts";
import type { ChecksPlugin } from "../../../slots/checks.ts";
import type { ScmPlugin } from "../../../slots/scm.ts";
import { createGitContext, type GitContext, type GitContextOptions } from "../../shared/git/git-context.ts";
import { createSerial, type Serial } from "../../shared/git/serial.ts";
import { createReferences } from "../../shared/references.ts";
import { createPace } from "../polling/pace.ts";
import type { RemoteClock } from "../quota/quota-broker.ts";
import { WakeSignal } from "./wake-signal.ts";
import type { ChangeSource } from "./changes/change-source.ts";
import { createRemoteChecks } from "./checks/checks.ts";
import { createRemoteReviewer, type ChangeEdits } from "./changes/change-reviewer.ts";
import { openKeptFile } from "./kept-file.ts";
import { leave } from "./leave.ts";
import { ownClock } from "./own-clock.ts";
import type { ChangeParts } from "./parts.ts";
import type { CheckSource, NamedCheck } from "./checks/results.ts";
import { createRemoteScm, type RemoteScmParts } from "./scm.ts";

export type ForgeOptions = GitContextOptions & {
  readonly project: ProjectId;
  /** Before the numbers of its changes; left out: `project`, as before those of its issues. */
  readonly changesOf?: ProjectId;
  /** What is known of the repository; made when it is not there. */
  readonly file: string;
  /** Where raw logs of checks lie. */
  readonly logs: string;
  readonly defaultBranch: string;
  readonly settings: ForgeSettings;
  readonly deleteAfter: () => boolean;
  readonly logDirOf: (session: SessionId) => string;
  readonly redact: (text: string) => string;
  /** Left out: that of this machine. */
  readonly clock?: RemoteClock;
  /** How often checks that are awaited are looked at; left out: as often as changes, at most every fifteen seconds. */
  readonly lookEveryMs?: number;
  readonly noneAfterMs?: number;
  /** It is time to look, or something is there to be read. Only a hint. */
  readonly onNews?: () => void;
};

export type ForgeSettings = {
  /** Bots whose words an agent gets to read. */
  readonly bots: readonly string[];
  readonly pollMs: number;
  /** Changes are opened as drafts. */
  readonly draft: boolean;
};

export type RemoteForge = {
  readonly scm: ScmPlugin;
  readonly checks: ChecksPlugin;
  readonly close: () => Promise<void>;
};

/** What all of its parts share. */
export type ForgeBasis = Omit<ChangeParts, "client" | "source"> & {
  readonly clock: RemoteClock;
  readonly ground: () => Promise<GitContext>;
  readonly inTurn: Serial;
};

export function createForgeBasis(options: ForgeOptions): ForgeBasis {
  const { defaultBranch, logs, redact, logDirOf, clock = ownClock } = options;
  return {
    ...{ defaultBranch, logs, redact, logDirOf, clock },
    kept: openKeptFile(options.file, clock.wallMs),
    references: createReferences(options.project, options.changesOf),
    ground: createGitContext({ ...options, keepIn: "own" }),
    inTurn: createSerial(),
  };
}

export type OwnParts<Check extends NamedCheck, Now> = Pick<ChangeParts, "client" | "source" | "checksBase"> &
  Pick<RemoteScmParts, "merge" | "describe" | "queue" | "openChange" | "answerThread"> & {
    readonly ci: CheckSource<Check>;
    readonly deeds: ChangeEdits<Now>;
    /** Reads in the share that is left for people. Left out: as loops read. */
    readonly sourceForPeople?: ChangeSource;
  };

const LOOK_EVERY_MS = 15_000;

export function createRemoteForge<Check extends NamedCheck, Now>(
  name: string,
  options: ForgeOptions,
  basis: ForgeBasis,
  { ci, deeds, sourceForPeople, ...own }: OwnParts<Check, Now>,
): RemoteForge {
  const { deleteAfter, onNews, noneAfterMs, settings } = options;
  const changes = { ...basis, ...own };
  const reviewer = createRemoteReviewer({ ...changes, source: sourceForPeople ?? own.source }, deeds);
  const { wallMs } = basis.clock;
  const { strain } = own.client;
  const kinds = ["changes", "reviews", "checks"] as const;
  const pace = createPace({
    everyMs: () => settings.pollMs,
    strain,
    wallMs,
    kinds,
    ...createLaterNews(options, basis),
  });
  const ticking = onNews === undefined ? null : setInterval(onNews, settings.pollMs).unref();
  return {
    scm: createRemoteScm(name, { ...changes, deleteAfter, pace, desk: reviewer }),
    checks: createRemoteChecks(name, {
      ...{
        ...changes,
        ci,
        bell: new WakeSignal(basis.clock, strain),
        ...(noneAfterMs === undefined ? {} : { noneAfterMs }),
      },
      lookEveryMs: () => options.lookEveryMs ?? Math.min(LOOK_EVERY_MS, settings.pollMs),
    }),
    close: () => {
      if (ticking !== null) clearInterval(ticking);
      pace.stop();
      return leave(basis.inTurn, basis.clock, basis.kept.close);
    },
  };
}

/** Whoever looks is told when a hint may be followed. */
export const createLaterNews = ({ onNews }: Pick<ForgeOptions, "onNews">, { clock }: Pick<ForgeBasis, "clock">) =>
  onNews === undefined ? {} : { later: { after: clock.after, onDue: onNews } };
