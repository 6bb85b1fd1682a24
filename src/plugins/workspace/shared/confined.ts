/** Runs a program in a workspace as its agent would: in the sandbox, with the session's environment. */
import { join } from "node:path";
import { runLimited, type LimitedResult } from "../../../lib/ceiling/run-limited.ts";
import type { OutputPiece } from "../../../lib/run.ts";
import { shareGit } from "../../../lib/sandbox/shared-git.ts";
import { confineIn } from "../../../lib/sandbox/rules.ts";
import type { WorkspaceSpec } from "../../../slots/workspace.ts";
import { buildIdentity } from "./create/identity.ts";
import type { WorkspaceContext } from "./layout.ts";
import { readSettingsEnvironment } from "./notes/session-settings.ts";

export type ConfinedProgram = {
  readonly argv: readonly [string, ...string[]];
  readonly timeoutMs: number;
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (piece: OutputPiece) => void;
  /** Beside the directory itself. */
  readonly writable?: readonly string[];
};

export async function runConfined(
  { site, desk: paths }: WorkspaceContext,
  spec: WorkspaceSpec,
  { argv, writable = [], ...limits }: ConfinedProgram,
): Promise<LimitedResult> {
  const { options, repository } = site;
  const { commonDir, objects } = repository;
  const git = await shareGit({
    commonDir,
    privateGit: paths.privateGit,
    workspace: paths.path,
    branch: paths.branch,
    defaultBranch: options.defaultBranch,
  });
  const settings = await readSettingsEnvironment(options.gitDir, paths.session);
  const env = { ...(await options.setupEnv(spec)), ...buildIdentity(paths.session), ...settings };
  const { checkout } = repository;
  const [program, ...args] = await confineIn(options.sandbox, {
    ...{ argv, env, git, cwd: paths.path, home: options.home, programs: argv },
    writable: [paths.path, ...writable],
    // What is linked in must be there; a clone borrows the repository's objects.
    readable: [...(checkout === null ? [] : options.symlinks.map((path) => join(checkout, path))), objects],
  });
  return runLimited({ program, args, cwd: paths.path, env, ...limits }, options.limits);
}
