/**
 * Git, as far as it can be trusted once an agent can write the repository. There are two ways of running it, and no third:
 *
 * - `OwnGit` (`own.ts`) computes: diffs, merges, commits, snapshots. Its git directory is ours, borrows the person's
 *   objects, and reads no configuration but its own. Filters, drivers and hooks that somebody plants need settings that
 *   are not there, so nothing of theirs runs.
 * - `Repository` (`repository.ts`) is the person's own. There a closed list of verbs is run, hooks off, and only
 *   while the settings that could start a program are as a person accepted them (`guard.ts`).
 */
export { findBranchUse, listHeldBranches } from "./refs/branch-in-use.ts";
export { openOwnGit, type Computing, type ComputeOptions, type OwnGit } from "./own.ts";
export { isObjectName, readHeadBranch, readRef } from "./refs/refs.ts";
export { openRepository, type Repository } from "./repository.ts";
export { isFilter, type Setting } from "./settings/parse-git-config.ts";
export { TOO_MUCH_OUTPUT, type GitAnswer, type GitFailure } from "./git-run.ts";
