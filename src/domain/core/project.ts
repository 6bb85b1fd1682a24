import type { Change } from "../change/change.ts";
import { failsOnBase, type CheckResult, type FailureIdentity } from "../checks/check.ts";
import type { CommitSha, ProjectId, TreeSha } from "../model/ids.ts";
import { limits } from "../model/limits.ts";
import type { Ms, Now } from "../model/now.ts";
import { addUsage, noUsage, type Usage } from "../model/usage.ts";

/** The small record of a project that every decision in it may read: how its base is, what is parked, what was spent. */
export type Project = {
  readonly id: ProjectId;
  readonly base: Base;
  /** Credentials whose provider said "not before"; agents that use them rest until then. */
  readonly parked: readonly { readonly credential: string; readonly untilWallMs: Ms }[];
  readonly spentToday: DaySpending;
  /** The dearest turn seen: reserved for each turn in flight, so that a budget is overshot by one turn at most. */
  readonly dearestTurnUsd: number;
  readonly hold: "pause" | null;
};

export type DaySpending = { readonly dayStartsWallMs: Ms; readonly usage: Usage };

export type Base = {
  readonly branch: string;
  readonly head: CommitSha | null;
  readonly tree: TreeSha | null;
  readonly health: BaseHealth;
  /** The failures that a person was last told of, one fingerprint a check; none while the base is green. */
  readonly toldRed: readonly string[];
  /** The `checksKey` of the rules when its checks were last asked for; absent: nobody noted it. */
  readonly checksKey?: string;
  /** The last heads of the base that were seen to fail, and how: a change that began there has those failures, too. */
  readonly redHeads?: readonly RedHead[];
};

export type RedHead = { readonly commit: CommitSha; readonly failed: readonly FailureIdentity[] };

export type BaseHealth =
  /**
   * Nobody has asked how it is. `after`: the last run of this tree, whose answer may still come. `gaveUp`: somebody asked,
   * and its checks did not finish, for the reason in `brokenBy` where it is known.
   */
  | { readonly kind: "unknown"; readonly after?: number; readonly gaveUp?: true; readonly brokenBy?: string }
  /**
   * `triesFrom`: the round that the tries are counted from; left out: the first. `brokenBy`: what kept the last try from
   * its end.
   */
  | {
      readonly kind: "checking";
      readonly round: number;
      readonly redBefore: string | null;
      readonly triesFrom?: number;
      readonly brokenBy?: string;
    }
  /** At least one check passed on it. */
  | { readonly kind: "green" }
  /** Nothing stands against it and no check passed: there are none (`hasChecks` false), or each was left out. */
  | { readonly kind: "unchecked"; readonly hasChecks: boolean }
  /** It may only have seemed red: `round` is the run that looks again, after so many that were red before it. */
  | {
      readonly kind: "red";
      readonly failed: readonly CheckResult[];
      readonly round: number;
      readonly rechecks: number;
    };

/** How often its checks were tried since somebody asked, the run that goes on now among them. */
export const countTries = ({ round, triesFrom = 1 }: Extract<BaseHealth, { kind: "checking" }>): number =>
  round - triesFrom + 1;

export function listBaseFailures(project: Project): readonly CheckResult[] {
  return project.base.health.kind === "red" ? project.base.health.failed : [];
}

/** What a candidate on the base fails by itself, not with its base. */
export function excludeBaseFailures(failed: readonly CheckResult[], project: Project): readonly CheckResult[] {
  return failed.filter((result) => !failsOnBase([result], listBaseFailures(project)));
}

/** What a change fails by itself: neither with the base of now, nor as the base did where the change began. */
export function listOwnFailures(
  failed: readonly CheckResult[],
  project: Project,
  { mergeBase }: Pick<Change, "mergeBase">,
): readonly CheckResult[] {
  const began = project.base.redHeads?.find(({ commit }) => commit === mergeBase)?.failed ?? [];
  return excludeBaseFailures(failed, project).filter((result) => !failsOnBase([result], began));
}

/** What was spent on the day of `now`; a new day begins with nothing. */
export function getSpentOn({ spentToday }: Pick<Project, "spentToday">, now: Now): DaySpending {
  const dayStartsWallMs = Math.floor(now.wallMs / limits.dayMs) * limits.dayMs;
  return spentToday.dayStartsWallMs === dayStartsWallMs ? spentToday : { dayStartsWallMs, usage: noUsage };
}

/** The same of all projects together, removed ones too: what they spent is spent. */
export const sumSpentByAll = (projects: readonly Pick<Project, "spentToday">[], now: Now): Usage =>
  projects.map((project) => getSpentOn(project, now).usage).reduce(addUsage, noUsage);

export function createProject(id: ProjectId, branch: string): Project {
  return {
    id,
    base: { branch, head: null, tree: null, health: { kind: "unknown" }, toldRed: [] },
    parked: [],
    spentToday: { dayStartsWallMs: 0, usage: noUsage },
    dearestTurnUsd: 0,
    hold: null,
  };
}
