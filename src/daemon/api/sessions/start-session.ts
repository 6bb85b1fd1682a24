/** `ao new`: finds project, issue and base, picks plugins, name and branch that are free, and gives the order. */
import { issueId, type CommitSha, type IssueId, type SessionId } from "../../../domain/model/ids.ts";
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import { composeTask } from "../../../domain/issue/issue-talk.ts";
import type { NewSession } from "../../../domain/core/command.ts";
import { pluginNames } from "../../../config/warnings/plugin-names.ts";
import { matchSpecialist } from "../../../domain/schedule/matching.ts";
import type { Rules } from "../../../domain/model/rules.ts";
import { isLiveSession, type AgentChoice, type Session } from "../../../domain/session/session.ts";
import { slugify, suggestName } from "../../../engine/names.ts";
import { chooseAgent, freeSessionName, toNewSession, type FreeName } from "../../../engine/new-session.ts";
import { findMeant } from "../../../lib/text/nearest.ts";
import type { AgentPlugin } from "../../../slots/agent.ts";
import type { ProjectSlots } from "../../../slots/slots.ts";
import type { WorkspacePlugin } from "../../../slots/workspace.ts";
import { parseIssueReference } from "../../../protocol/issue/issue-reference.ts";
import type { NewSessionRequest } from "../../../protocol/session/session.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import type { EndpointCall, Mutation, Ref } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { hasSessionFolder } from "../../session-folder.ts";
import { findSession } from "./find-session.ts";
import { explainNoRuntime } from "../../project-plugins/agents/agent-programs.ts";
import { openSlots } from "../projects/opened-slots.ts";
import { give, type SessionCommand } from "./orders.ts";
import { toActor } from "../person.ts";
import { findBranchNameProblem } from "../../../lib/git/refs/ref-name.ts";

export async function startSession(
  context: DaemonContext,
  asked: NewSessionRequest,
  call: EndpointCall,
  mutation: Mutation,
): Promise<Ref> {
  const project = findStartProject(context, asked.projectId);
  const slots = openSlots(context, project, "nothing was started");
  const issue = asked.issue === undefined ? null : await findIssue(project, slots, asked.issue);
  refuseClosed(issue, asked);
  refuseTaken(context, project, issue, asked);
  const { agent, workspace } = choosePlugins(context, { project, slots, asked, issue });
  const base = asked.base === undefined ? null : await findCommit(workspace, asked.base);
  const after = asked.after === undefined ? null : findAwaited(context, asked.after, project.id);
  const told = chooseWords(asked, issue, await readIssueTask(context, slots, asked, issue));
  const by = await toActor(context, call, project.id);
  for (;;) {
    const wish = nameWish(asked, told, issue);
    const name = await chooseName(context, { project, workspace, asked, wish });
    // Others may have come meanwhile: what is free now stays free, since nothing is awaited from here on.
    if (isTaken(context, project, name)) continue;
    refuseTaken(context, project, issue, asked);
    const about = { project: project.id, issue: issue?.id ?? null, ...told };
    const session = toNewSession({ ...about, agent, name, base, after, forced: asked.force ?? false });
    return give(context, by, createOrder(context, session, issue), mutation);
  }
}

function isTaken({ store }: DaemonContext, { id: project }: RegisteredProject, { id, branch }: FreeName) {
  const owner = store.sessions.byBranch(project, branch);
  return store.sessions.nameTaken(id) || (owner !== null && isLiveSession(owner));
}

function createOrder({ store }: DaemonContext, session: NewSession, issue: IssueSnapshot | null): SessionCommand {
  const stopped = issue === null ? [] : store.sessions.ofIssue(issue.id).filter(({ phase }) => isRestorable(phase));
  return {
    command: { kind: "start_session", session },
    ref: () => ({ session: session.id, stopped: stopped.map(({ id }) => id).join(" ") }),
    before: issue === null ? [] : [{ kind: "issue_observed", project: session.project, issue }],
  };
}

const isRestorable = (phase: { readonly kind: string; readonly because?: string }): boolean =>
  phase.kind === "ended" && phase.because !== "landed";

/** Where none of them is near. */
const PROJECTS_NAMED_MAX = 10;

export function findStartProject(
  { projects }: Pick<DaemonContext, "projects">,
  id: string | undefined,
): RegisteredProject {
  const all = projects.all();
  const [only] = all;
  if (id === undefined) {
    if (only !== undefined && all.length === 1) return only;
    const candidates = all.map((project) => project.id);
    if (only === undefined)
      throw refuse("not_found", "there is no project yet; nothing was done", { try: "ao start PATH" });
    throw refuse("bad_request", "several projects are here: say which one; nothing was done", { candidates });
  }
  const found = projects.get(id);
  if (found !== undefined) return found;
  const ids = all.map((project) => String(project.id));
  const meant = findMeant(id, ids);
  const candidates = meant.length > 0 ? meant : ids.slice(0, PROJECTS_NAMED_MAX);
  const message = `there is no project ${id}; nothing was done`;
  throw refuse(
    "not_found",
    message,
    candidates.length === 0 ? { try: "ao start PATH" } : { candidates: [...candidates] },
  );
}

async function findIssue(
  { id }: RegisteredProject,
  { tracker }: ProjectSlots,
  reference: string,
): Promise<IssueSnapshot> {
  const read = await tracker.read(issueId(parseIssueReference(reference)));
  if (read.ok) return read.value;
  if (read.error.code === "gone")
    throw refuse("not_found", `no issue ${addNumberSign(reference)} in project ${id}; nothing was started`, {
      try: `ao issue list --project ${id}`,
    });
  throw refuse("unavailable", `nothing was started: ${read.error.message.replace(/\.$/, "")}`);
}

/** A bare number as people read it: `#12`. */
export const addNumberSign = (reference: string): string => (/^\d+$/.test(reference) ? `#${reference}` : reference);

/** Nobody waits for what comes of it, and a session whose issue is closed meanwhile is held: that must be meant, too. */
function refuseClosed(issue: IssueSnapshot | null, { force = false, issue: reference = "" }: NewSessionRequest): void {
  if (issue === null || force || issue.state.kind === "open") return;
  const as = issue.state.as === "done" ? "done" : "not planned";
  throw refuse("conflict", `nothing was started: issue ${reference} is closed as ${as}`, {
    try: `ao issue reopen ${reference}`,
  });
}

/** A live session on the same issue is named; starting a second one beside it must be meant. */
function refuseTaken(
  { store }: DaemonContext,
  project: RegisteredProject,
  issue: { readonly id: IssueId } | null,
  { force = false }: NewSessionRequest,
): void {
  const other = issue === null || force ? undefined : store.sessions.liveOfIssue(project.id, issue.id)[0];
  if (other === undefined || issue === null) return;
  throw refuse("issue_taken", `${issue.id} already has a session: ${other}; a second one was not started`, {
    candidates: [other],
    try: `ao attach ${other}`,
  });
}

async function findCommit(workspace: WorkspacePlugin, reference: string): Promise<CommitSha> {
  const found = await workspace.commitOf(reference);
  if (found.ok) return found.value;
  const code = found.error.code === "gone" ? "not_found" : "unavailable";
  throw refuse(code, `nothing was started: the base ${reference} was not found: ${found.error.message}`);
}

/** Null: it has landed already, and nothing is to be waited for. */
function findAwaited(context: DaemonContext, reference: string, project: string): SessionId | null {
  const { id, phase } = findSession(context, reference, project);
  if (phase.kind !== "ended") return id;
  if (phase.because === "landed") return null;
  throw refuse("conflict", `nothing was started: ${id} ended without landing, so there is nothing to wait for`, {
    try: `ao restore ${id}`,
  });
}

function choosePlugins(context: DaemonContext, { project, slots, asked, issue }: Choice) {
  const agent = selectAgent(project.rules, asked, issue);
  const found = slots.agent(agent);
  if (found === undefined) throw refuseUnknownPlugin("agent", agent.plugin, listAgentNames(project.rules));
  refuseDrive(found, asked);
  const { runtime: _, ...chosenAgent } = agent;
  const missing = context.whyNoAgent(project.id, chosenAgent);
  if (missing !== null) throw refuse("conflict", `nothing was started: ${missing}`, { try: "ao doctor" });
  if (slots.runtime(agent.runtime) === undefined)
    throw refuseUnknownPlugin("runtime", agent.runtime, pluginNames.runtime.toSorted());
  const workspace = slots.workspace(agent.workspace);
  if (workspace === undefined)
    throw refuseUnknownPlugin("workspace", agent.workspace, pluginNames.workspace.toSorted());
  return { agent, workspace };
}

/** `auto` and what is left out are as the project says. */
function selectAgent(rules: Rules, asked: NewSessionRequest, issue: IssueSnapshot | null): AgentChoice {
  const specialist = chooseSpecialist(rules, asked, issue);
  const { agent, runtime, workspace, drive } = asked;
  const said = { plugin: unlessAuto(agent), runtime: unlessAuto(runtime), workspace: unlessAuto(workspace) };
  return chooseAgent(rules, { ...said, specialist, drive });
}

function refuseDrive({ name, drives }: AgentPlugin, { drive }: NewSessionRequest): void {
  if (drive === undefined || drives.includes(drive)) return;
  const message = `nothing was started: ${name} has no drive ${drive}; it has ${drives.join(" and ")}`;
  throw refuse("bad_request", message, { candidates: [...drives] });
}

type Choice = {
  readonly project: RegisteredProject;
  readonly slots: ProjectSlots;
  readonly asked: NewSessionRequest;
  readonly issue: IssueSnapshot | null;
};

const unlessAuto = (wish: string | undefined): string | undefined => (wish === "auto" ? undefined : wish);

/** The one that is named, or the one that the issue would be given to. */
function chooseSpecialist({ specialists }: Rules, { agent }: NewSessionRequest, issue: IssueSnapshot | null) {
  if (agent !== undefined && agent !== "auto") return specialists.find(({ id }) => id === agent) ?? null;
  return issue === null ? null : matchSpecialist(issue.labels, specialists);
}

const listAgentNames = ({ specialists }: Rules): readonly string[] => [
  ...specialists.map(({ id }) => id),
  ...pluginNames.agent,
];

function refuseUnknownPlugin(slot: string, name: string, names: readonly string[]) {
  const meant = findMeant(name, names);
  const candidates = meant.length > 0 ? meant : names;
  const why = slot === "runtime" ? explainNoRuntime(name) : `there is no ${slot} ${name}`;
  return refuse("bad_request", `nothing was started: ${why}`, { candidates: [...candidates] });
}

/** `prompt` is empty where a session was asked for without words: it waits for a message. */
type Words = { readonly title: string; readonly task: string; readonly prompt: string };

/** With what people said below the issue; null: nobody asks for its words. */
async function readIssueTask(
  { store, redact }: DaemonContext,
  { tracker }: ProjectSlots,
  { prompt }: NewSessionRequest,
  issue: IssueSnapshot | null,
): Promise<string | null> {
  if (issue === null || prompt !== undefined) return null;
  const shown = await tracker.desk?.show(issue.id);
  const said = shown === undefined ? [] : shown.ok ? shown.value.comments : null;
  const comments = said?.map(({ author, text }) => ({ author, text: redact(text) })) ?? null;
  return composeTask({ ...issue, approvedTexts: store.issues.get(issue.id)?.approvedTexts ?? [] }, comments);
}

function chooseWords(
  { title, prompt, name }: NewSessionRequest,
  issue: IssueSnapshot | null,
  issueWords: string | null,
): Words {
  const named = title?.trim() || issue?.title || takeFirstLine(prompt ?? "") || name;
  if (named === undefined) throw refuse("bad_request", "nothing was started: give a title, an issue or a prompt");
  const task = prompt ?? issueWords ?? named;
  return { title: named, task, prompt: task };
}

function takeFirstLine(text: string): string {
  return text.trim().split("\n")[0]?.slice(0, 100).trim() ?? "";
}

/** What the name is made from. */
function nameWish({ name }: NewSessionRequest, { title }: Words, issue: IssueSnapshot | null): string {
  return name === undefined ? suggestName(title, issue?.id ?? null) : requireValidName(name);
}

function requireValidName(name: string): string {
  const slug = slugify(name);
  if (slug === name.toLowerCase()) return slug;
  const message = `nothing was started: ${JSON.stringify(name)} is not a valid name; use 1 to 48 of a-z, 0-9 and -`;
  throw refuse("bad_request", message, { try: `--name ${slug}` });
}

type NameQuestion = {
  readonly project: RegisteredProject;
  readonly workspace: WorkspacePlugin;
  readonly asked: NewSessionRequest;
  readonly wish: string;
};

/** So many names that others have; somebody makes them as fast as we ask. */
const NAMES_TRIED_MAX = 50;

/** Branches and folders of others are left alone, and the next free name is taken. */
async function chooseName({ store, home }: DaemonContext, { project, workspace, asked, wish }: NameQuestion) {
  const others = new Set<SessionId>();
  const isUsed = (session: SessionId): boolean => others.has(session) || hasSessionFolder(home, session);
  if (asked.branch !== undefined) {
    refuseBranchName(asked.branch);
    refuseBranch(store.sessions.byBranch(project.id, asked.branch));
  }
  while (others.size < NAMES_TRIED_MAX) {
    const wanted = { project: project.id, naming: project.rules.naming, wish, branch: asked.branch, isUsed };
    const name = freeSessionName(store, wanted);
    const free = await workspace.isFree({ project: project.id, session: name.id, branch: name.branch, base: null });
    if (!free.ok) throw refuse("unavailable", `nothing was started: ${free.error.message}`);
    if (free.value) return name;
    others.add(name.id);
  }
  const what =
    asked.branch === undefined ? `${others.size} names like ${slugify(wish)} are` : `branch ${asked.branch} is`;
  throw refuse("conflict", `nothing was started: ${what} taken already; choose another`);
}

function refuseBranchName(branch: string): void {
  const problem = findBranchNameProblem(branch);
  if (problem === null) return;
  throw refuse("bad_request", `nothing was started: invalid branch name ${JSON.stringify(branch)}: ${problem}`);
}

function refuseBranch(owner: Session | null): void {
  if (owner === null || !isLiveSession(owner)) return;
  throw refuse("conflict", `nothing was started: ${owner.id} works on the branch ${owner.branch}`, {
    candidates: [owner.id],
  });
}
