/** Loads the board, asks the plan, and turns what it grants into news for the subjects concerned. */
import type { Board, BoardProject } from "../domain/board.ts";
import { candidateId } from "../domain/ids.ts";
import type { Issue } from "../domain/issue.ts";
import { taskOf } from "../domain/issue-talk.ts";
import type { NewSession } from "../domain/command.ts";
import type { Now } from "../domain/now.ts";
import type { News } from "../domain/observation.ts";
import { plan, type Plan } from "../domain/plan.ts";
import type { Project } from "../domain/project.ts";
import type { EngineDeps } from "./deps.ts";
import { branchNamed, freeName, sessionIdOf, wishFor } from "./names.ts";
import { hasTalk } from "./observe/look-at-issue.ts";

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
    // A project that has moved knows of issues and changes that stayed where they were.
    issues: store.issues.ready().filter(({ id, project }) => deps.slotsOf(project)?.tracker.holds?.(id) !== false),
    queued: store.changes.queued().filter(({ id, project }) => deps.slotsOf(project)?.scm.holds?.(id) !== false),
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
      const seen = issue === null ? null : beforeStart(deps, issue);
      if (issue === null || seen === null) return [];
      const session = sessionFor(deps, issue, { ...start, task: taskOf(issue, seen.comments) });
      return [{ kind: "command_given", by: "ao", command: { kind: "start_session", session } }];
    }),
    ...planned.land.map(({ project, changes }): News => ({
      kind: "candidate_planned",
      candidate: candidateId(deps.newId()),
      project,
      changes,
    })),
  ];
}

/** Null: it is looked at first, and planned again then. */
function beforeStart(deps: EngineDeps, issue: Issue) {
  if (deps.looks === undefined || !hasTalk(deps, issue.project)) return { comments: [] };
  return deps.looks.before(issue, deps.clock.wallMs());
}

type Start = Plan["start"][number] & { readonly task: string };

function sessionFor(deps: EngineDeps, issue: Issue, { project, specialist, task }: Start): NewSession {
  const rules = deps.rulesOf(project);
  const { sessions } = deps.store;
  const idOf = (name: string) => sessionIdOf(project, rules.naming, name);
  const name = freeName(
    wishFor(issue.title, issue.id),
    (candidate) =>
      sessions.nameTaken(idOf(candidate)) || sessions.byBranch(project, branchNamed(rules.naming, candidate)) !== null,
  );
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
