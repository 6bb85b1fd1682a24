/**
 * GitHub as a forge: issues, pull requests and checks of one repository behind the tracker, scm and checks slots. What was
 * read is kept in one file, commits in our own git directory; nothing here decides anything.
 */
import type { ProjectId, SessionId } from "../../domain/ids.ts";
import type { ChecksPlugin } from "../../slots/checks.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import { groundOf, type GroundOptions } from "../shared/git/ground.ts";
import { serial } from "../shared/git/serial.ts";
import { referencesOf } from "../shared/references.ts";
import { Bell } from "./bell.ts";
import { githubScm } from "./changes/scm.ts";
import { githubChecks } from "./checks/checks.ts";
import { repositoryOf } from "./checks/repository.ts";
import { githubClient, type ClientOptions } from "./client.ts";
import { githubTracker } from "./issues/tracker.ts";
import { openKeptFile } from "./kept-file.ts";
import { paceOf } from "./pace.ts";
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
    readonly settings: Pick<GithubSettings, "labels" | "assignee" | "bots" | "moves" | "pollMs">;
    readonly deleteAfter: () => boolean;
    readonly logDirOf: (session: SessionId) => string;
    readonly redact: (text: string) => string;
    readonly wallMs?: () => number;
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
  const { project, defaultBranch, settings, logs, redact, logDirOf, deleteAfter, wallMs = Date.now } = options;
  const client = githubClient(options);
  const kept = openKeptFile(options.file, wallMs);
  const people = peopleOf(client, settings.bots, wallMs);
  const references = referencesOf(project);
  const ground = groundOf({ ...options, keepIn: "own" });
  const inTurn = serial();
  const bell = new Bell();
  const every = (): number => settings.pollMs;
  const [issuePace, changePace] = [paceOf(every, wallMs), paceOf(every, wallMs)];
  const failures = { client, kept, logs, redact };
  const repository = repositoryOf(client, kept, defaultBranch);
  const changes = { client, kept, people, references, defaultBranch, failures, repository, logDirOf };
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
  const scm = githubScm({ ...changes, deleteAfter, ground, inTurn, pace: changePace });
  const checks = githubChecks({ ...changes, ground, bell, lookEveryMs, ...late });
  return {
    tracker,
    scm,
    checks: { ...checks, wake: () => bell.ring() },
    close: () => {
      if (ticking !== null) clearInterval(ticking);
      return inTurn(async () => kept.close());
    },
  };
}
