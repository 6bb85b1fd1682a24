/** Loads the board, asks the plan, and turns what it grants into news for the subjects concerned. */
import type { Board, BoardProject } from "../domain/board.ts";
import { candidateId } from "../domain/ids.ts";
import { issueText, type Issue } from "../domain/issue.ts";
import type { NewSession } from "../domain/command.ts";
import type { Now } from "../domain/now.ts";
import type { News } from "../domain/observation.ts";
import { plan, type Plan } from "../domain/plan.ts";
import type { Project } from "../domain/project.ts";
import type { EngineDeps } from "./deps.ts";
import { branchNamed, freeName, sessionIdOf, wishFor } from "./names.ts";

export function planNext(deps: EngineDeps, now: Now): readonly News[] {
  return grants(deps, plan(loadBoard(deps, now)));
}

export function loadBoard(deps: EngineDeps, now: Now): Board {
  const { store } = deps;
  return {
    now,
    limits: deps.fleet(),
    projects: store.projects.all().map((project) => boardProject(deps, project)),
    sessions: store.sessions.board(),
    issues: store.issues.ready(),
    queued: store.changes.queued(),
    candidates: store.candidates.live(),
  };
}

function boardProject(deps: EngineDeps, project: Project): BoardProject {
  const rules = deps.rulesOf(project.id);
  const agents = [{ id: null, agent: rules.agent.plugin }, ...rules.specialists];
  const unready = agents.flatMap(({ id: specialist, agent: plugin }) => {
    const why = deps.whyNoAgent(project.id, { plugin, specialist });
    return why === null ? [] : [{ specialist, why }];
  });
  return { project, rules, unready };
}

function grants(deps: EngineDeps, planned: Plan): readonly News[] {
  return [
    ...planned.wake.map((session): News => ({ kind: "turn_granted", session })),
    ...planned.release.map((release): News => ({ kind: "wait_over", ...release })),
    ...planned.start.flatMap((start): News[] => {
      const issue = deps.store.issues.get(start.issue);
      if (issue === null) return [];
      return [
        {
          kind: "command_given",
          by: "ao",
          command: { kind: "start_session", session: sessionFor(deps, issue, start) },
        },
      ];
    }),
    ...planned.land.map(({ project, changes }): News => ({
      kind: "candidate_planned",
      candidate: candidateId(deps.newId()),
      project,
      changes,
    })),
  ];
}

function sessionFor(deps: EngineDeps, issue: Issue, { project, specialist }: Plan["start"][number]): NewSession {
  const rules = deps.rulesOf(project);
  const { sessions } = deps.store;
  const idOf = (name: string) => sessionIdOf(project, rules.naming, name);
  const name = freeName(
    wishFor(issue.title, issue.id),
    (candidate) =>
      sessions.nameTaken(idOf(candidate)) || sessions.byBranch(project, branchNamed(rules.naming, candidate)) !== null,
  );
  const task = issueText(issue);
  return {
    id: idOf(name),
    project,
    role: { kind: "worker", issue: issue.id },
    title: issue.title,
    task,
    branch: branchNamed(rules.naming, name),
    agent: {
      plugin: specialist?.agent ?? rules.agent.plugin,
      runtime: specialist?.runtime ?? rules.agent.runtime,
      workspace: rules.agent.workspace,
      credential: specialist?.credential ?? rules.agent.credential,
      specialist: specialist?.id ?? null,
    },
    forced: false,
    base: null,
    prompt: task,
  };
}
