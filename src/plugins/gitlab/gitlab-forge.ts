/**
 * GitLab as a forge: merge requests and pipelines of one project behind the scm and checks slots; its issues are a tracker
 * of their own. What was read is kept in one file, commits in our own git directory; nothing here decides anything.
 */
import type { ProjectId, SessionId } from "../../domain/ids.ts";
import type { ChecksPlugin } from "../../slots/checks.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import { Bell } from "../remote/forge/bell.ts";
import { remoteChecks } from "../remote/forge/checks.ts";
import { remoteDesk } from "../remote/forge/desk.ts";
import { openKeptFile } from "../remote/forge/kept-file.ts";
import { leave } from "../remote/forge/leave.ts";
import { ownClock } from "../remote/forge/own-clock.ts";
import { paceOf } from "../remote/forge/pace.ts";
import { remoteScm } from "../remote/forge/scm.ts";
import { groundOf, type GroundOptions } from "../shared/git/ground.ts";
import { serial } from "../shared/git/serial.ts";
import { referencesOf } from "../shared/references.ts";
import { answerThread } from "./changes/answer.ts";
import { gitlabDeeds } from "./changes/desk-deeds.ts";
import { openMergeRequest } from "./changes/open-merge-request.ts";
import { gitlabSource } from "./changes/source.ts";
import { gitlabCi } from "./checks/ci.ts";
import { pipelinesOf } from "./checks/pipelines.ts";
import { projectChecksOf } from "./checks/project-checks.ts";
import { gitlabClient, type ClientOptions } from "./client.ts";
import { acceptMerge, describeMerge } from "./landing/merge.ts";
import { peopleOf } from "./people.ts";

export type GitlabForgeOptions = GroundOptions &
  ClientOptions & {
    readonly project: ProjectId;
    /** What is known of the project; made when it is not there. */
    readonly file: string;
    /** Where raw traces of jobs lie. */
    readonly logs: string;
    readonly defaultBranch: string;
    /** Bots whose words an agent gets to read. */
    readonly bots: readonly string[];
    readonly pollMs: number;
    readonly draft: boolean;
    readonly deleteAfter: () => boolean;
    readonly logDirOf: (session: SessionId) => string;
    readonly redact: (text: string) => string;
    readonly wallMs?: () => number;
    /** How often checks that are awaited are looked at; left out: as often as changes, at most every fifteen seconds. */
    readonly lookEveryMs?: number;
    readonly noneAfterMs?: number;
    /** It is time to look. Only a hint. */
    readonly onNews?: () => void;
  };

export type GitlabForge = {
  readonly scm: ScmPlugin;
  readonly checks: ChecksPlugin;
  readonly close: () => Promise<void>;
};

const LOOK_EVERY_MS = 15_000;

export function gitlabForge(options: GitlabForgeOptions): GitlabForge {
  const { defaultBranch, logs, redact, logDirOf, deleteAfter, pollMs, wallMs = Date.now } = options;
  const client = gitlabClient(options);
  const kept = openKeptFile(options.file, wallMs);
  const people = peopleOf(client.gitlab, options.bots, wallMs);
  const references = referencesOf(options.project);
  const pipelines = pipelinesOf(client, kept, defaultBranch);
  const projectChecks = projectChecksOf(client, kept, pipelines);
  const read = {
    ...{ client, kept, people, references, defaultBranch, logs, redact, logDirOf },
    ...{ pipelines, projectChecks },
  };
  const inTurn = serial();
  const ground = groundOf({ ...options, keepIn: "own" });
  const changes = { ...read, source: gitlabSource(read), ground, inTurn, checksBase: pipelines.wereOnBase };
  const ticking = options.onNews === undefined ? null : setInterval(options.onNews, pollMs).unref();
  const late = options.noneAfterMs === undefined ? {} : { noneAfterMs: options.noneAfterMs };
  return {
    scm: remoteScm("gitlab", {
      ...{ ...changes, deleteAfter, pace: paceOf(() => pollMs, wallMs), merge: acceptMerge(client) },
      describe: describeMerge(read),
      openChange: (request) => openMergeRequest(read, request, options.draft),
      answerThread: (answer) => answerThread(read, answer),
      desk: remoteDesk(changes, gitlabDeeds(read)),
    }),
    checks: remoteChecks("gitlab", {
      ...{ ...changes, ci: gitlabCi(read), bell: new Bell(), ...late },
      lookEveryMs: () => options.lookEveryMs ?? Math.min(LOOK_EVERY_MS, pollMs),
    }),
    close: () => {
      if (ticking !== null) clearInterval(ticking);
      return leave(inTurn, ownClock, kept.close);
    },
  };
}
