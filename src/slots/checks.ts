import type { CheckResult } from "../domain/checks/check.ts";
import type { CheckProgress } from "../domain/checks/check-progress.ts";
import type { ProjectId } from "../domain/model/ids.ts";
import type { CheckSubject } from "../domain/core/subject.ts";
import type { CheckLogs } from "./change-reviewer.ts";
import type { SlotResult } from "./result.ts";

/**
 * Runs checks on a tree (local commands, GitHub, GitLab). Results are keyed by tree: the same `runId` always gives the
 * same results. Another `runId` runs a tree again that was red, since that may have been a flake; one that is known to be
 * green, with the same command and surroundings, need not be run again.
 */
export type ChecksPlugin = {
  readonly name: string;
  readonly credential: string;
  /** Resolves when every named check has a verdict. A lost answer is asked for again with the same `runId`. */
  run(request: CheckRequest): Promise<SlotResult<readonly CheckResult[], "cancelled">>;
  /** Calls off a run; one that is over or unknown is not an error. */
  cancel(runId: string): Promise<SlotResult<null>>;
  /** How far a run is; nothing where it is over, or nobody can tell. */
  progress?(runId: string): readonly CheckProgress[];
  /** A hint that something happened there: whoever paces its readings asks at once the next time. */
  wake?(): void;
  readonly desk?: CheckLogs;
};

export type CheckRequest = {
  readonly runId: string;
  readonly project: ProjectId;
  readonly of: CheckSubject;
  readonly names: readonly string[];
  /** Run also what is known to be green: a person asked for it. Left out: no. */
  readonly isForced?: boolean;
  /** Does the change wait to land now? Its checks then go before those of other changes. Left out: no. */
  readonly isLanding?: () => boolean;
};
