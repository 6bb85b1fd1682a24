/**
 * The local forge: issues, changes and reviews of one project in one SQLite file, its commits in git itself. It fills
 * the tracker and scm slots, and offers the same to people through the daemon.
 */
import type { ProjectId } from "../../domain/model/ids.ts";
import { createUlidSource } from "../../lib/ulid.ts";
import type { ChecksPlugin } from "../../slots/checks.ts";
import { ok } from "../../slots/result.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import {
  createChangeReviewer,
  toSlotReviewer as slotChanges,
  type LocalChangeReviewer,
} from "./changes/change-reviewer.ts";
import { createChangeRows } from "./changes/change-rows.ts";
import { createChangeWrites } from "./changes/change-writes.ts";
import { reviewWrites } from "./changes/review-writes.ts";
import { createLocalScm } from "./changes/scm.ts";
import { createSnapshotter } from "./changes/snapshot.ts";
import { createTalkRows } from "./changes/talk-rows.ts";
import { createTreeQueries } from "./checks/about-trees.ts";
import { createCheckLogs, toSlotLogs as slotResults, type LocalCheckLogs } from "./checks/check-logs.ts";
import { checkRows } from "./checks/check-rows.ts";
import type { ChecksOptions } from "./checks/check-settings.ts";
import { createLocalChecks, type LocalChecks } from "./checks/checks.ts";
import { createOnce } from "./deeds.ts";
import { openForgeFile, type ForgeFileOptions } from "./forge-file.ts";
import { createGitContext, type GitContext, type GitContextOptions } from "../shared/git/git-context.ts";
import { createIssueEditor, type LocalIssueEditor } from "./issues/issue-editor.ts";
import { createIssueRows } from "./issues/issue-rows.ts";
import { createLocalTracker } from "./issues/tracker.ts";
import { createCandidateRows } from "./landing/candidate-rows.ts";
import type { GitIdentity } from "../shared/git/commit.ts";
import { createReferences } from "../shared/references.ts";
import { createSerial } from "../shared/git/serial.ts";
import { answerGitTrouble } from "../shared/git/trouble.ts";
import { watchBranch, type Watch } from "./watch-branch.ts";

export type LocalForgeOptions = GitContextOptions & {
  readonly project: ProjectId;
  /** Before the numbers of its changes; left out: `project`, as before those of its issues. */
  readonly changesOf?: ProjectId;
  /** The forge's own file; made when it is not there. */
  readonly file: string;
  readonly defaultBranch: string;
  /** Commits candidates; the work in them stays its author's. */
  readonly committer?: GitIdentity;
  readonly wallMs?: () => number;
  readonly checks: ChecksOptions;
  /** Something may be there to be read: an issue or a change was written, or the default branch moved. Only a hint. */
  readonly onNews?: () => void;
  /** The file is a backup that was restored: what landed since is recognized in git. */
  readonly isRestored?: boolean;
} & Pick<ForgeFileOptions, "advise" | "usedNumbers">;

export type LocalForge = {
  readonly tracker: TrackerPlugin;
  readonly scm: ScmPlugin;
  readonly checks: ChecksPlugin;
  /** The same issues and changes for people: read, written, reviewed. */
  readonly issues: LocalIssueEditor;
  readonly changes: LocalChangeReviewer;
  readonly results: LocalCheckLogs;
  /** Of check workspaces. */
  readonly removeUnused: LocalChecks["removeUnused"];
  /** Stops what runs, waits for its end and closes the file. Runs that were open go on with the next daemon. */
  readonly close: () => Promise<void>;
};

const COMMITTER: GitIdentity = { name: "Agent Orchestrator", email: "ao@orchestrator.local" };

export function createLocalForge(options: LocalForgeOptions): LocalForge {
  const { project, committer = COMMITTER, wallMs = Date.now, defaultBranch, onNews, advise, usedNumbers } = options;
  const file = openForgeFile(options.file, wallMs, { onNews, advise, usedNumbers });
  const ground = createGitContext(options);
  const references = createReferences(project, options.changesOf);
  const once = createOnce(file);
  const [rows, talk] = [createChangeRows(file), createTalkRows(file)];
  const issues = createIssueEditor({ file, rows: createIssueRows(file), references, once });
  const reviewing = { file, rows, talk, references, once };
  const parts = {
    ...{ file, references, committer, defaultBranch, talk, changes: rows, isRestored: options.isRestored ?? false },
    candidates: createCandidateRows(file),
    ground,
    inTurn: createSerial(),
    snap: createSnapshotter(talk, references),
    reviews: reviewWrites(reviewing),
    writes: createChangeWrites(reviewing),
  };
  const watching = onNews === undefined ? null : watchBase(ground, defaultBranch, onNews);
  const about = createTreeQueries(parts);
  const { logDirOf, redact } = options.checks;
  const results = checkRows(file);
  const checks = createLocalChecks({
    ...{ file, ground: parts.ground, defaultBranch, options: options.checks, rows: results },
    ...about,
    newLogName: logNames(),
    handed: { sessionsOf: about.sessionsOf, logDirOf, redact },
  });
  const [desk, seen] = [createChangeReviewer(parts), createCheckLogs(results, redact)];
  return {
    tracker: createLocalTracker(file, createIssueRows(file), issues, references),
    scm: { ...createLocalScm(parts), desk: slotChanges(desk) },
    checks: { ...checks, desk: slotResults(seen) },
    issues,
    changes: desk,
    results: seen,
    removeUnused: checks.removeUnused,
    close: async () => {
      (await watching)?.end();
      await checks.end();
      await parts.inTurn(async () => file.close());
    },
  };
}

/** A repository that is away now is not watched; it is read all the same once it is back. */
async function watchBase(ground: () => Promise<GitContext>, branch: string, onNews: () => void): Promise<Watch | null> {
  const found = await answerGitTrouble(async () => ok((await ground()).repository.commonDir));
  return found.ok ? watchBranch(found.value, branch, onNews) : null;
}

function logNames(): () => string {
  const next = createUlidSource(Date.now);
  return () => `${next()}.log`;
}
