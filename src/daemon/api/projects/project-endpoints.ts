/** Projects: what is registered, added, forgotten, held. */
import { setTimeout as pause } from "node:timers/promises";
import type { ProjectCommand } from "../../../domain/core/command.ts";
import type { ProjectId } from "../../../domain/model/ids.ts";
import type { ErrorCode } from "../../../protocol/daemon/error.ts";
import type { DaemonContext, RegisteredProject, Refused } from "../../context.ts";
import type { EndpointCall, Mutation, Endpoints, Ref } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { give } from "../sessions/orders.ts";
import { toActor } from "../person.ts";
import { stopCommands } from "../../projects/end-removed.ts";
import { findBase } from "../../triage/triage.ts";
import { toProjectView } from "./project-view.ts";
import { findStartProject } from "../sessions/start-session.ts";

export function createProjectEndpoints(context: DaemonContext) {
  const { projects } = context;
  const order = (kind: ProjectCommand["kind"], prepare?: (project: RegisteredProject) => Promise<void>) => ({
    kind: "command" as const,
    act: async ({ id }: { readonly id: string }, call: EndpointCall, mutation: Mutation): Promise<Ref> => {
      await prepare?.(findStartProject(context, id));
      const by = await toActor(context, call, findStartProject(context, id).id);
      const project: ProjectId = findStartProject(context, id).id;
      return give(context, by, { command: { kind, project }, ref: () => ({ project }) }, mutation);
    },
    view: ({ project }: Ref) => toProjectView(context, findStartProject(context, project)),
  });
  return {
    listProjects: { kind: "read", read: () => projects.all().map((project) => toProjectView(context, project)) },
    addProject: {
      kind: "deed",
      isSecret: false,
      act: async ({ path, configFile = null, accept = false }) => {
        const added = await projects.add({ path, configFile, accept });
        if (!added.ok) throw refuseProject(added.error);
        const { project, isNew, wrote, accepted } = added;
        const openIssues = context.store.issues.ready().filter((issue) => issue.project === project.id).length;
        const { troubles, parts } = await context.repositoryNotes(project);
        const { checks, setup } = project.settings;
        const commands = { setup: setup.map(formatCommand), checks: Object.keys(checks) };
        const notes = [...troubles, ...parts];
        return {
          ...toProjectView(context, project),
          isNew,
          wrote,
          accepted: [...accepted],
          openIssues,
          commands,
          notes,
        };
      },
    },
    removeProject: {
      kind: "deed",
      isSecret: false,
      act: async ({ id, stopSessions = false }, call) => {
        const project = findStartProject(context, id);
        const by = await toActor(context, call, project.id);
        const removed = await projects.remove(project.id, { stopSessions });
        if (!removed.ok) throw refuseProject(removed.error);
        context.engine.take(stopCommands(removed.ending, by));
        return { ending: [...removed.ending] };
      },
    },
    pauseProject: order("pause_project"),
    resumeProject: order("resume_project"),
    checkBase: order("check_base", async (project) => {
      refuseUncheckable(project);
      await waitForBase(context, project);
    }),
  } satisfies Partial<Endpoints>;
}

const formatCommand = (command: string | readonly string[]): string =>
  typeof command === "string" ? command : command.join(" ");

export function refuseUncheckable({ id, rules }: RegisteredProject): void {
  if (rules.checks.length > 0) return;
  const message = `nothing was run: ${id} has no checks of its own`;
  throw refuse("conflict", message, { try: `ao config set projects.${id}.checks.test "npm test"` });
}

/** A project that was just added is looked at within moments; before that there is nothing to check. */
async function waitForBase(context: DaemonContext, project: RegisteredProject): Promise<void> {
  for (const endMs = performance.now() + LOOKED_AT_WITHIN_MS; findBase(context, project) === null; await pause(50))
    if (performance.now() > endMs)
      throw refuse("unavailable", `nothing was run: the branch of ${project.id} was not looked at yet`);
}

const LOOKED_AT_WITHIN_MS = 5_000;

const codes: Readonly<Record<Refused["code"], ErrorCode>> = {
  not_a_repository: "bad_request",
  no_such_folder: "bad_request",
  bad_config: "bad_request",
  not_found: "not_found",
  in_use: "conflict",
  refused: "conflict",
};

function refuseProject({ code, message, try: command }: Refused) {
  return refuse(codes[code], message, command === null ? {} : { try: command });
}
