/**
 * The local forge: issues, changes and reviews of one project in one SQLite file, its commits in git itself. It fills
 * the tracker and scm slots, and offers the same to people through the daemon.
 */
import type { ProjectId } from "../../domain/ids.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import { changeDesk, type ChangeDesk } from "./changes/change-desk.ts";
import { changeRows } from "./changes/change-rows.ts";
import { changeWrites } from "./changes/change-writes.ts";
import { reviewWrites } from "./changes/review-writes.ts";
import { localScm } from "./changes/scm.ts";
import { snapshots } from "./changes/snapshot.ts";
import { talkRows } from "./changes/talk-rows.ts";
import { deedsIn } from "./deeds.ts";
import { openForgeFile } from "./forge-file.ts";
import { groundOf, type GroundOptions } from "./ground.ts";
import { issueDesk, type IssueDesk } from "./issues/issue-desk.ts";
import { issueRows } from "./issues/issue-rows.ts";
import { localTracker } from "./issues/tracker.ts";
import { candidateRows } from "./landing/candidate-rows.ts";
import type { Person } from "./landing/commit.ts";
import { referencesOf } from "./references.ts";
import { serial } from "./serial.ts";

export type LocalForgeOptions = GroundOptions & {
  readonly project: ProjectId;
  /** The forge's own file; made when it is not there. */
  readonly file: string;
  readonly defaultBranch: string;
  /** Commits candidates; the work in them stays its author's. */
  readonly committer?: Person;
  readonly wallMs?: () => number;
};

export type LocalForge = {
  readonly tracker: TrackerPlugin;
  readonly scm: ScmPlugin;
  /** The same issues and changes for people: read, written, reviewed. */
  readonly issues: IssueDesk;
  readonly changes: ChangeDesk;
  readonly close: () => void;
};

const COMMITTER: Person = { name: "Agent Orchestrator", email: "ao@orchestrator.local" };

export function localForge(options: LocalForgeOptions): LocalForge {
  const { project, committer = COMMITTER, wallMs = Date.now, defaultBranch } = options;
  const file = openForgeFile(options.file, wallMs);
  const references = referencesOf(project);
  const once = deedsIn(file);
  const [rows, talk] = [changeRows(file), talkRows(file)];
  const issues = issueDesk({ file, rows: issueRows(file), references, once });
  const reviewing = { file, rows, talk, references, once };
  const parts = {
    ...{ file, references, committer, defaultBranch, talk, changes: rows },
    candidates: candidateRows(file),
    ground: groundOf(options),
    inTurn: serial(),
    snap: snapshots(talk, references),
    reviews: reviewWrites(reviewing),
    writes: changeWrites(reviewing),
  };
  return {
    tracker: localTracker(file, issueRows(file), issues, references),
    scm: localScm(parts),
    issues,
    changes: changeDesk(parts),
    close: file.close,
  };
}
