/** The program of a turn in its sandbox: it may write its own workspace, read its session's logs, and see no other's. */
import { dirname, join } from "node:path";
import type { Home } from "../../config/home.ts";
import type { Session } from "../../domain/session.ts";
import { agentSocket } from "../../host/socket-path.ts";
import type { Sandbox } from "../../lib/sandbox/sandbox.ts";
import { shareGit } from "../../lib/sandbox/shared-git.ts";
import { confine } from "../../lib/sandbox/rules.ts";
import type { TurnLaunch } from "../../slots/runtime.ts";

export type ConfinedTurn = {
  readonly home: Home;
  readonly sandbox: Sandbox;
  readonly session: Session;
  /** The git directory of the person's repository. */
  readonly gitDir: string;
  readonly defaultBranch: string;
  /** The person's checkout: what is linked into a workspace lies there. Null: there is none. */
  readonly checkout: string | null;
};

type Argv = readonly [string, ...string[]];

export async function confineTurn(turn: ConfinedTurn, { argv, cwd, env, turn: id, needs }: Launch): Promise<Argv> {
  const { home, sandbox, session, gitDir: commonDir, defaultBranch, checkout } = turn;
  if (sandbox.name === "none") return argv;
  const git = await shareGit({ commonDir, workspace: cwd, branch: session.branch, defaultBranch });
  // The rest of the session's folder is what we noted about it, and not the agent's to change.
  const ofSession = ["logs", "conversation.jsonl", "gh"].map((name) => join(home.sessions, session.id, name));
  return sandbox.wrap(
    confine({
      argv,
      cwd,
      personHome: env["HOME"] ?? "/",
      hidden: [home.path],
      writable: [cwd, ...(needs?.writable ?? [])],
      coming: [join(home.turns, id)],
      readable: [
        ...ofSession,
        dirname(agentSocket(home.path)),
        ...(needs?.readable ?? []),
        join(commonDir, "objects"),
        ...(checkout === null ? [] : [checkout]),
      ],
      git,
    }),
  );
}

type Launch = Pick<TurnLaunch, "argv" | "cwd" | "env" | "turn" | "needs">;
