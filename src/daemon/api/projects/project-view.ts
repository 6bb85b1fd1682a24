/** A project as people see it. */
import { knownAgents } from "../../../config/first-run/known-agents.ts";
import { createProject, getSpentOn, type Project } from "../../../domain/core/project.ts";
import { chooseTighter } from "../../../domain/model/usage.ts";
import type { AgentPlugin } from "../../../slots/agent.ts";
import type { ProjectView } from "../../../protocol/project.ts";
import { toBaseView } from "../queue/base-view.ts";
import type { DaemonContext, RegisteredProject, WaitingSettings } from "../../context.ts";

export function toProjectView(context: DaemonContext, registered: RegisteredProject): ProjectView {
  const { store, engine } = context;
  const { id, path, configFile, defaultBranch, settings, rules, problems, waiting } = registered;
  const project: Project = store.projects.get(id) ?? createProject(id, defaultBranch);
  const live = store.sessions.board().filter((session) => session.project === id);
  const whyNot = (plugin: string): string | null => context.whyNoAgent(id, { plugin, specialist: null });
  const whyNotAsSet = (): string | null =>
    context.whyNoAgent(id, { plugin: rules.agent.plugin, specialist: null, runtime: rules.agent.runtime });
  const agentView = (name: string, notReady: string | null): ProjectView["agents"][number] => ({
    ...{ name, notReady },
    login: notReady === null ? context.loginOf(registered, name) : null,
    drives: listDrives(context.slotsOf(id)?.agent({ plugin: name, specialist: null })),
  });
  return {
    id,
    path,
    configFile,
    defaultBranch,
    agent: rules.agent.plugin,
    // One that could not move yet is open where it was.
    notReady: (context.slotsOf(id) === undefined ? context.troubleOf(id) : null) ?? whyNotAsSet(),
    agents: listAgentNames(rules.agent.plugin).map((name) => agentView(name, whyNot(name))),
    runtime: rules.agent.runtime,
    workspace: rules.agent.workspace,
    tracker: settings.tracker.plugin,
    scm: settings.scm.plugin,
    repo: settings.repo,
    autonomy: rules.autonomy,
    autoAssign: rules.autoAssign && rules.autonomy !== "observe",
    paused: project.hold !== null,
    ...toBaseView(project.base, registered),
    liveSessions: live.length,
    spentToday: getSpentOn(project, engine.now()).usage,
    budgetPerDay: chooseTighter(context.settings().perDay, rules.perDay),
    problems: [
      ...problems.map(({ severity, file, line, key, sentence }) => ({ severity, file, line, key, sentence })),
      ...context
        .missingPrograms(registered)
        .map((one) => ({ ...one, severity: "warning" as const, file: configFile ?? path, line: 1 })),
    ],
    waiting: waiting === null ? null : toWaitingView(waiting, context.redact),
  };
}

function toWaitingView(
  { hash, lines, inForce }: WaitingSettings,
  redact: DaemonContext["redact"],
): ProjectView["waiting"] {
  return { hash, lines: [...lines], inForce: inForce === null ? null : redact(inForce) };
}

/** The configured one first. */
const listDrives = (agent: AgentPlugin | undefined): ProjectView["agents"][number]["drives"] =>
  agent === undefined ? [] : [...new Set([agent.drive, ...agent.drives])];

const listAgentNames = (configured: string): readonly string[] => [
  configured,
  ...knownAgents.map(({ name }) => name).filter((name) => name !== configured),
];
