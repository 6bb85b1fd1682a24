/**
 * The local forge: issues, changes and reviews of one project in one SQLite file, its commits in git itself. It fills
 * the tracker and scm slots, and offers the same to people through the daemon.
 */
import type { ProjectId } from "../../domain/model/ids.ts";
import { ulidSource } from "../../lib/ulid.ts";
import type { ChecksPlugin } from "../../slots/checks.ts";
import { ok } from "../../slots/result.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import { changeDesk, slotDesk as slotChanges, type ChangeDesk } from "./changes/change-desk.ts";
import { changeRows } from "./changes/change-rows.ts";
import { changeWrites } from "./changes/change-writes.ts";
import { reviewWrites } from "./changes/review-writes.ts";
import { localScm } from "./changes/scm.ts";
import { snapshots } from "./changes/snapshot.ts";
import { talkRows } from "./changes/talk-rows.ts";
import { aboutTrees } from "./checks/about-trees.ts";
import { checkDesk, slotDesk as slotResults, type CheckDesk } from "./checks/check-desk.ts";
import { checkRows } from "./checks/check-rows.ts";
import type { ChecksOptions } from "./checks/check-settings.ts";
import { localChecks, type LocalChecks } from "./checks/checks.ts";
import { deedsIn } from "./deeds.ts";
import { openForgeFile, type ForgeFileOptions } from "./forge-file.ts";
import { groundOf, type Ground, type GroundOptions } from "../shared/git/ground.ts";
import { issueDesk, type IssueDesk } from "./issues/issue-desk.ts";
import { issueRows } from "./issues/issue-rows.ts";
import { localTracker } from "./issues/tracker.ts";
import { candidateRows } from "./landing/candidate-rows.ts";
import type { Person } from "../shared/git/commit.ts";
import { referencesOf } from "../shared/references.ts";
import { serial } from "../shared/git/serial.ts";
import { withoutTrouble } from "../shared/git/trouble.ts";
import { watchBranch, type Watch } from "./watch-branch.ts";

export type LocalForgeOptions = GroundOptions & {
  readonly project: ProjectId;
  /** Before the numbers of its changes; left out: `project`, as before those of its issues. */
  readonly changesOf?: ProjectId;
  /** The forge's own file; made when it is not there. */
  readonly file: string;
  readonly defaultBranch: string;
  /** Commits candidates; the work in them stays its author's. */
  readonly committer?: Person;
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
  readonly issues: IssueDesk;
  readonly changes: ChangeDesk;
  readonly results: CheckDesk;
  /** Of check workspaces. */
  readonly removeUnused: LocalChecks["removeUnused"];
  /** Stops what runs, waits for its end and closes the file. Runs that were open go on with the next daemon. */
  readonly close: () => Promise<void>;
};

const COMMITTER: Person = { name: "Agent Orchestrator", email: "ao@orchestrator.local" };

export function localForge(options: LocalForgeOptions): LocalForge {
  const { project, committer = COMMITTER, wallMs = Date.now, defaultBranch, onNews, advise, usedNumbers } = options;
  const file = openForgeFile(options.file, wallMs, { onNews, advise, usedNumbers });
  const ground = groundOf(options);
  const references = referencesOf(project, options.changesOf);
  const once = deedsIn(file);
  const [rows, talk] = [changeRows(file), talkRows(file)];
  const issues = issueDesk({ file, rows: issueRows(file), references, once });
  const reviewing = { file, rows, talk, references, once };
  const parts = {
    ...{ file, references, committer, defaultBranch, talk, changes: rows, isRestored: options.isRestored ?? false },
    candidates: candidateRows(file),
    ground,
    inTurn: serial(),
    snap: snapshots(talk, references),
    reviews: reviewWrites(reviewing),
    writes: changeWrites(reviewing),
  };
  const watching = onNews === undefined ? null : watchBase(ground, defaultBranch, onNews);
  const about = aboutTrees(parts);
  const { logDirOf, redact } = options.checks;
  const results = checkRows(file);
  const checks = localChecks({
    ...{ file, ground: parts.ground, defaultBranch, options: options.checks, rows: results },
    ...about,
    newLogName: logNames(),
    handed: { sessionsOf: about.sessionsOf, logDirOf, redact },
  });
  const [desk, seen] = [changeDesk(parts), checkDesk(results, redact)];
  return {
    tracker: localTracker(file, issueRows(file), issues, references),
    scm: { ...localScm(parts), desk: slotChanges(desk) },
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
async function watchBase(ground: () => Promise<Ground>, branch: string, onNews: () => void): Promise<Watch | null> {
  const found = await withoutTrouble(async () => ok((await ground()).repository.commonDir));
  return found.ok ? watchBranch(found.value, branch, onNews) : null;
}

function logNames(): () => string {
  const next = ulidSource(Date.now);
  return () => `${next()}.log`;
}
