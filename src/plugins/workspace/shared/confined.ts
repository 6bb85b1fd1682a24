/** Runs a program in a workspace as its agent would: in the sandbox, with the session's environment. */
import { join } from "node:path";
import { runLimited, type LimitedResult } from "../../../lib/ceiling/run-limited.ts";
import type { OutputPiece } from "../../../lib/run.ts";
import { shareGit } from "../../../lib/sandbox/shared-git.ts";
import { confineIn } from "../../../lib/sandbox/rules.ts";
import type { WorkspaceSpec } from "../../../slots/workspace.ts";
import { identityOf } from "./identity.ts";
import type { Place } from "./layout.ts";
import { settingsEnvironment } from "./session-settings.ts";

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
  { site, desk }: Place,
  spec: WorkspaceSpec,
  { argv, writable = [], ...limits }: ConfinedProgram,
): Promise<LimitedResult> {
  const { options, repository } = site;
  const { commonDir, objects } = repository;
  const git = await shareGit({
    commonDir,
    privateGit: desk.privateGit,
    workspace: desk.path,
    branch: desk.branch,
    defaultBranch: options.defaultBranch,
  });
  const settings = await settingsEnvironment(options.gitDir, desk.session);
  const env = { ...(await options.setupEnv(spec)), ...identityOf(desk.session), ...settings };
  const { checkout } = repository;
  const [program, ...args] = await confineIn(options.sandbox, {
    ...{ argv, env, git, cwd: desk.path, home: options.home, programs: argv },
    writable: [desk.path, ...writable],
    // What is linked in must be there; a clone borrows the repository's objects.
    readable: [...(checkout === null ? [] : options.symlinks.map((path) => join(checkout, path))), objects],
  });
  return runLimited({ program, args, cwd: desk.path, env, ...limits }, options.limits);
}
