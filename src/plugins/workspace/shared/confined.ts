/** Runs a program in a workspace as its agent would: in the sandbox, with the session's environment. */
import { homedir } from "node:os";
import { run, type OutputPiece, type RunResult } from "../../../lib/run.ts";
import { shareGit } from "../../../lib/sandbox/shared-git.ts";
import { confine } from "../../../lib/sandbox/rules.ts";
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
): Promise<RunResult> {
  const { options, repository } = site;
  const { commonDir, objects } = repository;
  const git = await shareGit({
    commonDir,
    workspace: desk.path,
    branch: desk.branch,
    defaultBranch: options.defaultBranch,
  });
  const [program, ...args] = options.sandbox.wrap(
    confine({
      argv,
      cwd: desk.path,
      personHome: homedir(),
      hidden: options.hidden ?? [],
      writable: [desk.path, ...writable],
      // What is linked in must be there; a clone borrows the repository's objects.
      readable: [...(repository.checkout === null ? [] : [repository.checkout]), objects],
      git,
    }),
  );
  const settings = await settingsEnvironment(options.gitDir, desk.session);
  const env = { ...(await options.setupEnv(spec)), ...identityOf(desk.session), ...settings };
  return run({ program, args, cwd: desk.path, env, ...limits });
}
