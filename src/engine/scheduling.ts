/** Loads the board, asks who goes next, and turns what it grants into news for the subjects concerned. */
import type { Board, BoardProject } from "../domain/schedule/board.ts";
import { candidateId, observationId, type IssueId } from "../domain/model/ids.ts";
import type { Issue } from "../domain/issue/issue.ts";
import { composeTask } from "../domain/issue/issue-talk.ts";
import type { NewSession } from "../domain/core/command.ts";
import type { Now } from "../domain/model/now.ts";
import type { News } from "../domain/core/observation.ts";
import { schedule, type Grants } from "../domain/schedule/schedule.ts";
import { sumSpentByAll, type Project } from "../domain/core/project.ts";
import type { EngineDeps } from "./deps.ts";
import { suggestName } from "./names.ts";
import { chooseAgent, freeSessionName, toNewSession } from "./new-session.ts";
import { isDamagedRow } from "../store/docs/doc.ts";
import { loadFacts } from "./inbox/load-facts.ts";
import { raise } from "./inbox/record.ts";
import { hasTalk } from "./observe/look-at-issue.ts";
import { describeError } from "../lib/disk-errors/describe-error.ts";

export function scheduleNext(deps: EngineDeps, now: Now): readonly News[] {
  return toNews(deps, schedule(loadBoard(deps, now))).filter((news) => isReadable(deps, news, now));
}

/** A session that cannot be read gets no turn any more: it is no fault of the news that moved the board. */
function isReadable(deps: EngineDeps, news: News, now: Now): boolean {
  try {
    loadFacts(deps.store, { ...news, id: observationId("granted") });
    return true;
  } catch (error) {
    if (!isDamagedRow(error)) throw error;
    deps.log.error({ granted: news.kind, error }, "what was granted cannot be read; it is skipped");
    if (news.kind === "turn_granted") deps.store.sessions.letRest(news.session);
    const text = `Something that was granted cannot be read: ${describeError(error)}`;
    raise(deps, { what: news.kind, about: text, text }, now);
    return false;
  }
}

export function loadBoard(deps: EngineDeps, now: Now): Board {
  const { store } = deps;
  const projects = store.projects.all();
  return {
    now,
    limits: deps.fleet(),
    spent: sumSpentByAll(projects, now),
    projects: projects.filter(({ id }) => deps.slotsOf(id) !== undefined).map((project) => boardProject(deps, project)),
    sessions: store.sessions.board(),
    issues: store.issues.ready().filter(({ id, project }) => isHeld(deps.slotsOf(project)?.tracker, id)),
    queued: store.changes.queued().filter(({ id, project }) => isHeld(deps.slotsOf(project)?.scm, id)),
    candidates: store.candidates.live(),
  };
}

type Source<Id> = { readonly holds?: (id: Id) => boolean };

/**
 * A project that was removed, or whose repository is away, has no plugins: nothing of it starts and nothing lands. One
 * that has moved knows of issues and changes that stayed where they were.
 */
const isHeld = <Id>(source: Source<Id> | undefined, id: Id): boolean =>
  source !== undefined && source.holds?.(id) !== false;

function boardProject(deps: EngineDeps, project: Project): BoardProject {
  const rules = deps.rulesOf(project.id);
  const agents = [{ id: null, agent: rules.agent.plugin, runtime: rules.agent.runtime }, ...rules.specialists];
  const unready = agents.flatMap(({ id: specialist, agent: plugin, runtime }) => {
    const why = deps.whyNoAgent(project.id, { plugin, specialist, runtime });
    return why === null ? [] : [{ specialist, why }];
  });
  return { project, rules, unready };
}

function toNews(deps: EngineDeps, granted: Grants): readonly News[] {
  return [
    ...granted.wake.map((session): News => ({ kind: "turn_granted", session })),
    ...granted.release.map((release): News => ({ kind: "wait_over", ...release })),
    ...granted.start.flatMap((start): News[] => {
      const issue = readableIssue(deps, start.issue);
      const seen = issue === null ? null : beforeStart(deps, issue);
      if (issue === null || seen === null) return [];
      const session = sessionFor(deps, issue, { ...start, task: composeTask(issue, seen.comments) });
      return [
        { kind: "command_given", by: { kind: "ao", part: "scheduler" }, command: { kind: "start_session", session } },
      ];
    }),
    ...granted.land.map(({ project, changes }): News => ({
      kind: "candidate_planned",
      candidate: candidateId(deps.newId()),
      project,
      changes,
    })),
  ];
}

/** One that cannot be read is held back, so that it does not take the place of others at each look; `ao doctor` names it. */
function readableIssue({ store, log }: EngineDeps, id: IssueId): Issue | null {
  try {
    return store.issues.get(id);
  } catch (error) {
    if (!isDamagedRow(error)) throw error;
    log.error({ issue: id, error }, "an issue could not be read; it is not started");
    store.issues.holdBack(id);
    return null;
  }
}

/** Null: it is looked at first, and scheduled again then. */
function beforeStart(deps: EngineDeps, issue: Issue) {
  if (deps.looks === undefined || !hasTalk(deps, issue.project)) return { comments: [] };
  return deps.looks.before(issue, deps.clock.wallMs());
}

type Start = Grants["start"][number] & { readonly task: string };

function sessionFor(deps: EngineDeps, { id, title }: Issue, { project, specialist, task }: Start): NewSession {
  const rules = deps.rulesOf(project);
  const { store, isNameUsed: isUsed = () => false } = deps;
  const name = freeSessionName(store, { project, naming: rules.naming, wish: suggestName(title, id), isUsed });
  const agent = chooseAgent(rules, { specialist });
  const about = { project, issue: id, title, task, prompt: task };
  return toNewSession({ ...about, agent, name, base: null, after: null, forced: false });
}
