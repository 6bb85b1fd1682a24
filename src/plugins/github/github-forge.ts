/**
 * GitHub as a forge: issues, pull requests and checks of one repository behind the tracker, scm and checks slots. What was
 * read is kept in one file, commits in our own git directory; nothing here decides anything.
 */
import type { ProjectId, SessionId } from "../../domain/ids.ts";
import type { ChecksPlugin } from "../../slots/checks.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import { Bell } from "../remote/forge/bell.ts";
import { remoteChecks } from "../remote/forge/checks.ts";
import { remoteDesk } from "../remote/forge/desk.ts";
import { openKeptFile } from "../remote/forge/kept-file.ts";
import { leave } from "../remote/forge/leave.ts";
import { ownClock } from "../remote/forge/own-clock.ts";
import { paceOf } from "../remote/forge/pace.ts";
import { remoteScm } from "../remote/forge/scm.ts";
import type { RemoteClock } from "../remote/quota-broker.ts";
import { groundOf, type GroundOptions } from "../shared/git/ground.ts";
import { serial } from "../shared/git/serial.ts";
import { referencesOf } from "../shared/references.ts";
import { answerThread } from "./changes/answer.ts";
import { githubDeeds } from "./changes/desk-deeds.ts";
import { openPull } from "./changes/open-pull.ts";
import { githubSource } from "./changes/source.ts";
import { githubCi } from "./checks/ci.ts";
import { repositoryOf } from "./checks/repository.ts";
import { githubClient, type ClientOptions } from "./client.ts";
import { githubTracker } from "./issues/tracker.ts";
import { describePull, mergePull } from "./landing/merge.ts";
import { githubQueue } from "./landing/queue.ts";
import { peopleOf } from "./people.ts";
import type { GithubSettings } from "./settings.ts";

export type GithubForgeOptions = GroundOptions &
  ClientOptions & {
    readonly project: ProjectId;
    /** What is known of the repository; made when it is not there. */
    readonly file: string;
    /** Where raw logs of checks lie. */
    readonly logs: string;
    readonly defaultBranch: string;
    readonly settings: Pick<GithubSettings, "labels" | "assignee" | "bots" | "moves" | "pollMs" | "draft"> &
      Partial<Pick<GithubSettings, "junit">>;
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

export type GithubForge = {
  readonly tracker: TrackerPlugin;
  readonly scm: ScmPlugin;
  readonly checks: ChecksPlugin;
  readonly close: () => Promise<void>;
};

const LOOK_EVERY_MS = 15_000;

export function githubForge(options: GithubForgeOptions): GithubForge {
  const { project, defaultBranch, settings, logs, redact, logDirOf, deleteAfter, clock = ownClock } = options;
  const { wallMs } = clock;
  const client = githubClient(options);
  const kept = openKeptFile(options.file, wallMs);
  const people = peopleOf(client, settings.bots, wallMs);
  const references = referencesOf(project);
  const ground = groundOf({ ...options, keepIn: "own" });
  const inTurn = serial();
  const bell = new Bell(clock);
  const every = (): number => settings.pollMs;
  const [issuePace, changePace] = [paceOf(every, wallMs), paceOf(every, wallMs)];
  const repository = repositoryOf(client, kept, defaultBranch);
  const { junit = {} } = settings;
  const read = { client, kept, people, references, defaultBranch, repository, logs, redact, logDirOf, clock, junit };
  const { checksBase } = repository;
  const changes = { ...read, source: githubSource(read), ground, inTurn, checksBase };
  const lookEveryMs = (): number => options.lookEveryMs ?? Math.min(LOOK_EVERY_MS, settings.pollMs);
  const ticking = options.onNews === undefined ? null : setInterval(options.onNews, settings.pollMs).unref();
  const late = options.noneAfterMs === undefined ? {} : { noneAfterMs: options.noneAfterMs };
  const tracker = githubTracker({
    client,
    kept,
    people,
    references,
    filter: settings,
    pace: issuePace,
    moves: settings.moves,
  });
  const scm = remoteScm("github", {
    ...{ ...changes, deleteAfter, pace: changePace, merge: mergePull(client) },
    ...{ describe: describePull(read), queue: githubQueue(read) },
    openChange: (request) => openPull(read, request, settings.draft),
    answerThread: (answer) => answerThread(read, answer),
    desk: remoteDesk(changes, githubDeeds(read)),
  });
  const checks = remoteChecks("github", { ...changes, ci: githubCi(read), bell, lookEveryMs, ...late });
  return {
    tracker,
    scm,
    checks,
    close: () => {
      if (ticking !== null) clearInterval(ticking);
      return leave(inTurn, clock, kept.close);
    },
  };
}
