/** Programs that a reaction runs (`action: run`): as the session's agent would, in its workspace and sandbox. */
import { sessionId, turnId, type ProjectId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import type { Session } from "../../domain/session/session.ts";
import type { EngineDeps } from "../../engine/deps.ts";
import { runLimited } from "../../lib/ceiling/run-limited.ts";
import type { Argv } from "../../lib/ceiling/ceiling.ts";
import { applyConfinement } from "../../lib/sandbox/rules.ts";
import type { TurnConfinement } from "../../slots/confinement.ts";
import { failed, ok } from "../../slots/result.ts";
import { chooseLimits } from "../agents/agent-limits.ts";
import { confineFor } from "./sandbox/confine-for.ts";
import type { PluginServices } from "../plugin-services.ts";
import type { ProjectSite } from "./project-site.ts";

export function createCommandRunner(services: PluginServices, siteOf: (project: ProjectId) => ProjectSite | undefined) {
  const runCommand: EngineDeps["runCommand"] = async (argv, id) => {
    const session = services.store.sessions.get(sessionId(id));
    const site = session === null ? undefined : siteOf(session.project);
    const [program, ...args] = argv;
    if (session === null || site === undefined)
      return failed("unavailable", `session ${id} or its project is not here`);
    if (program === undefined) return failed("refused", "the command names no program");
    const cwd = findWorkspace(session) ?? site.repository.path;
    const env = await services.environmentOf(session);
    const launch = { argv: [program, ...args] as const, cwd, env, turn: turnId("none") };
    const access = { read: [], write: [], programs: argv };
    const confined = await confineFor(services, { site, session, access, turn: null }, launch);
    if (!confined.ok) return confined;
    const [outer, ...rest] = confineCommand(site, confined.value, launch);
    const ended = await runLimited(
      { program: outer, args: rest, cwd, env, timeoutMs: limits.effectTimeoutMs },
      services.machine.run(chooseLimits(site.project, session)),
    );
    if (ended.ok && ended.code === 0) return ok(null);
    const how = ended.ok ? `ended with exit code ${ended.code}` : `did not end by itself (${ended.reason})`;
    return failed("refused", `${program} ${how}: ${ended.stderr.trim().split("\n").at(-1) ?? ""}`);
  };
  return runCommand;
}

function confineCommand({ sandbox }: ProjectSite, confinement: TurnConfinement | null, { argv, cwd }: Launch): Argv {
  return confinement === null || !sandbox.ok ? argv : applyConfinement(sandbox.sandbox, confinement, { argv, cwd });
}

type Launch = { readonly argv: Argv; readonly cwd: string };

function findWorkspace({ phase }: Session): string | null {
  return "workspacePath" in phase ? phase.workspacePath : null;
}
