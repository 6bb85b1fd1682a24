/** Programs that a reaction runs (`action: run`): as the session's agent would, in its workspace and sandbox. */
import { sessionId, turnId, type ProjectId } from "../../domain/ids.ts";
import { limits } from "../../domain/limits.ts";
import type { Session } from "../../domain/session.ts";
import type { EngineDeps } from "../../engine/deps.ts";
import { run } from "../../lib/run.ts";
import { failed, ok } from "../../slots/result.ts";
import { confineTurn } from "./confine-turn.ts";
import type { Ground } from "../ground.ts";
import type { ProjectSite } from "./project-site.ts";

export function commandRunner(ground: Ground, siteOf: (project: ProjectId) => ProjectSite | undefined) {
  const runCommand: EngineDeps["runCommand"] = async (argv, id) => {
    const session = ground.store.sessions.get(sessionId(id));
    const site = session === null ? undefined : siteOf(session.project);
    const [program, ...args] = argv;
    if (session === null || site === undefined)
      return failed("unavailable", `session ${id} or its project is not here`);
    if (program === undefined) return failed("refused", "the command names no program");
    if (!site.sandbox.ok) return failed("refused", `nothing was started: ${site.sandbox.why}`);
    const { repository, project, sandbox } = site;
    const cwd = workspaceOf(session) ?? repository.path;
    const env = await ground.environmentOf(session);
    const [outer, ...rest] = await confineTurn(
      {
        ...{ home: ground.home, session, gitDir: repository.gitDir, defaultBranch: project.defaultBranch },
        sandbox: sandbox.sandbox,
        checkout: repository.isBare ? null : repository.path,
      },
      { argv: [program, ...args], cwd, env, turn: turnId("none") },
    );
    const ended = await run({ program: outer, args: rest, cwd, env, timeoutMs: limits.effectTimeoutMs });
    if (ended.ok && ended.code === 0) return ok(null);
    const how = ended.ok ? `ended with exit code ${ended.code}` : `did not end by itself (${ended.reason})`;
    return failed("refused", `${program} ${how}: ${ended.stderr.trim().split("\n").at(-1) ?? ""}`);
  };
  return runCommand;
}

function workspaceOf({ phase }: Session): string | null {
  return "workspacePath" in phase ? phase.workspacePath : null;
}
