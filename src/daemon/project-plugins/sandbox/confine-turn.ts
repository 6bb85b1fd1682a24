/** How the program of a turn is confined: it may write its own workspace, read its session's logs, and see no other's. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HomePaths } from "../../../config/home.ts";
import type { Session } from "../../../domain/session/session.ts";
import { formatAgentSocket } from "../../../host/socket-path.ts";
import type { Sandbox } from "../../../lib/sandbox/sandbox.ts";
import { shareGit } from "../../../lib/sandbox/shared-git.ts";
import { layCopies } from "../../../lib/sandbox/folder-copies.ts";
import { layConfinement, type ClosedHome } from "../../../lib/sandbox/rules.ts";
import type { RegisteredProject } from "../../context.ts";
import type { AgentAccess } from "../agents/agent-settings.ts";
import { createClosedHome } from "./closed-home.ts";
import { encodeRefName } from "../../../lib/git/refs/ref-name.ts";
import type { TurnConfinement } from "../../../slots/confinement.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";

export type ConfinedTurn = {
  readonly home: HomePaths;
  readonly sandbox: Sandbox;
  /** Null: the network of the machine. */
  readonly network: TurnConfinement["network"];
  readonly session: Session;
  /** The git directory of the person's repository. */
  readonly gitDir: string;
  readonly defaultBranch: string;
  readonly project: Pick<RegisteredProject, "id" | "path" | "settings">;
  readonly access: AgentAccess;
  /** The person's checkout: what is linked into a workspace lies there. Null: there is none. */
  readonly checkout: string | null;
};

/** Null: without a sandbox nothing is. */
export async function confineTurn(
  turn: ConfinedTurn,
  { argv, cwd, env, turn: id, needs }: Launch,
): Promise<TurnConfinement | null> {
  const { home, sandbox, network, session, gitDir: commonDir, defaultBranch, checkout, project, access } = turn;
  if (sandbox.name === "none") return null;
  const git = await shareGit({
    commonDir,
    privateGit: join(home.repositories, session.project, encodeRefName(session.id)),
    workspace: cwd,
    branch: session.branch,
    defaultBranch,
  });
  // The rest of the session's folder is what we noted about it, and not the agent's to change.
  const ofSession = ["logs", "conversation.jsonl", "gh"].map((name) => join(home.sessions, session.id, name));
  const own = listOwnNeeds(sandbox, needs);
  const linked = checkout === null ? [] : project.settings.symlinks.map((path) => join(checkout, path));
  const rules = await layConfinement({
    ...{ argv, cwd, env, git, home: addAccess(createClosedHome(home, project, "agents"), access) },
    ...own,
    writable: [cwd, ...own.writable],
    coming: [join(home.turns, id)],
    readable: [
      ...ofSession,
      dirname(formatAgentSocket(home.path)),
      ...own.readable,
      join(commonDir, "objects"),
      ...linked,
    ],
    programs: access.programs,
  });
  return { sandbox: sandbox.name, ...rules, network };
}

function addAccess(closed: ClosedHome, { read, write }: AgentAccess): ClosedHome {
  const { opened } = closed;
  return { ...closed, opened: { read: [...opened.read, ...read], write: [...opened.write, ...write] } };
}

/** Without links a tool has the person's folder itself. */
function listOwnNeeds({ name }: Sandbox, { writable, readable, copies = [] }: Needs = { writable: [], readable: [] }) {
  if (name !== "seatbelt")
    return { writable: [...writable, ...copies.map(({ at }) => at)], readable, links: layCopies(copies) };
  for (const { of } of copies) mkdirSync(of, { recursive: true, mode: 0o700 });
  return { writable: [...writable, ...copies.map(({ of }) => of)], readable, links: [] };
}

type Needs = NonNullable<TurnLaunch["needs"]>;
export type Launch = Pick<TurnLaunch, "argv" | "cwd" | "env" | "turn" | "needs">;
