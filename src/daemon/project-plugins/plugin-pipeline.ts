/**
 * Everything that the daemon lays around plugins, in the order in which a turn meets it. The engine calls a plugin by its
 * slot and cannot see what stands in between; this is all of it. Each layer is one function in a file of its own.
 *
 * - workspace: stays where it was made although the settings name another folder by now (`placed-workspace.ts`).
 * - agent: where a conversation begins, a tool that does not read AGENTS.md by itself is told of it (`told-rules.ts`). The
 *   project's own rules are part of the message before that (`domain/words/agent-rules.ts`).
 * - turn: the launch gets its confinement and its ceiling; a screen that a person left open beside the session is ended;
 *   then the runtime starts it, and its folder is watched (`around-turns.ts`). Runtimes themselves are wrapped by nobody.
 * - checks: those of the project's own settings run here, those of a remote forge are heard there (`joint-checks.ts`).
 * - tracker, scm: whether they could be read is noted, for people who look at what they show (`source-health.ts`).
 */
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import type { AroundTurns } from "../../engine/deps.ts";
import type { AgentPlugin } from "../../slots/agent.ts";
import type { ChecksPlugin } from "../../slots/checks.ts";
import type { ScmPlugin } from "../../slots/scm.ts";
import type { TrackerPlugin } from "../../slots/tracker.ts";
import type { WorkspacePlugin } from "../../slots/workspace.ts";
import type { PluginServices } from "../plugin-services.ts";
import { createAroundTurns } from "./around-turns.ts";
import { joinChecks } from "./forges/joint-checks.ts";
import { createPlacedWorkspace, type Placing } from "./workspaces/placed-workspace.ts";
import type { ProjectSite } from "./project-site.ts";
import type { SourceHealth } from "./forges/source-health.ts";
import { tellOfAgentsFile } from "./agents/add-project-rules.ts";

export const pluginPipeline = {
  workspace: <Plugin extends WorkspacePlugin>(placing: Placing<Plugin>, name: string): WorkspacePlugin =>
    createPlacedWorkspace(placing, name),

  agent: ({ store }: Pick<PluginServices, "store">, agent: AgentPlugin): AgentPlugin =>
    tellOfAgentsFile(agent, (session) => findWorkspace(store.sessions.get(session))),

  turn: (services: PluginServices, siteOf: (project: ProjectId) => ProjectSite | undefined): AroundTurns =>
    createAroundTurns(services, siteOf),

  /** `there`: null where the project has no remote forge. */
  checks: (here: ChecksPlugin, there: ChecksPlugin | null): ChecksPlugin =>
    there === null ? here : joinChecks(here, there),

  /** `home`: what the ids of issues begin with where the project is now. */
  tracker: (sources: SourceHealth, tracker: TrackerPlugin, { project, home }: SourceOf): TrackerPlugin => ({
    ...tracker,
    since: sources.heeded({ project, what: "issues" }, (cursor) => tracker.since(cursor)),
    holds: (issue) => issue.startsWith(`${home}#`),
  }),

  scm: (sources: SourceHealth, scm: ScmPlugin, { project, home }: SourceOf): ScmPlugin => ({
    ...scm,
    since: sources.heeded({ project, what: "changes" }, (cursor) => scm.since(cursor)),
    holds: (change) => change.startsWith(`${home}#`),
  }),
};

type SourceOf = { readonly project: ProjectId; readonly home: string };

function findWorkspace(session: Session | null): string | null {
  return session !== null && "workspacePath" in session.phase ? session.phase.workspacePath : null;
}
