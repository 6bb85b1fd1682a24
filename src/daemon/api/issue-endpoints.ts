/** Issues of the projects' trackers, as people read and write them. */
import type { IssueDetailView, IssueEditRequest, IssueView } from "../../protocol/issue.ts";
import type { IssueDeed, IssueDesk } from "../../slots/issue-desk.ts";
import type { DaemonContext, RegisteredProject } from "../context.ts";
import type { Deed, Endpoints } from "../http/endpoint.ts";
import { refusal } from "../http/refusal.ts";
import { readIssues } from "../issue-files/read-issues.ts";
import { issueShower } from "./issue-view.ts";
import { moveEndpoint } from "./move-endpoint.ts";
import { parseGiven } from "./parse-given.ts";
import { personIn } from "./person.ts";
import { findIssue, issueDeskOf, needed, openProject, type FoundIssue } from "./project-desk.ts";

export function issueEndpoints(context: DaemonContext) {
  return { ...reads(context), ...newIssues(context), ...writes(context), ...moveEndpoint(context) };
}

function reads(context: DaemonContext) {
  return {
    listIssues: {
      kind: "read",
      read: async ({ project, all = false, label }) => {
        const issues = await listed(context, project, all);
        return issues.filter(({ labels }) => label === undefined || labels.includes(label));
      },
    },
    issue: {
      kind: "read",
      read: async ({ id, projectId }) => {
        const { project, issue } = await findIssue(context, id, projectId);
        return issueShower(context).whole(project, issue);
      },
    },
  } satisfies Partial<Endpoints>;
}

/** Of one project, or of all whose tracker can be asked through us. */
async function listed(context: DaemonContext, id: string | undefined, all: boolean): Promise<IssueView[]> {
  const projects = id === undefined ? context.projects.all() : [openProject(context, id).project];
  const { brief } = issueShower(context);
  const lists = await Promise.all(
    projects.map(async (project) => {
      const desk = context.slotsOf(project.id)?.tracker.desk;
      if (desk === undefined) return [];
      return needed(await desk.list({ all })).map((issue) => brief(project, issue));
    }),
  );
  return lists.flat();
}

function newIssues(context: DaemonContext) {
  return {
    createIssue: {
      kind: "deed",
      isSecret: false,
      act: async ({ projectId, ...issue }, _call, deed) => {
        const { project, slots } = openProject(context, projectId);
        const desk = issueDeskOf({ project, slots });
        const [id = ""] = needed(await desk.create([parseGiven(issue)], await deedOf(context, project, deed)));
        return shown(context, project, { desk, id });
      },
    },
    importIssues: {
      kind: "deed",
      isSecret: false,
      act: async ({ projectId, format, text }, _call, deed) => {
        const { project, slots } = openProject(context, projectId);
        const desk = issueDeskOf({ project, slots });
        const read = readIssues(format, text);
        if (!read.ok) throw notImported(read.problems);
        const ids = needed(await desk.create(read.issues, await deedOf(context, project, deed)));
        const made = await Promise.all(ids.map(async (id) => needed(await desk.show(id))));
        const { brief } = issueShower(context);
        return { issues: made.map((issue) => brief(project, issue)), passedOver: [...read.passedOver] };
      },
    },
  } satisfies Partial<Endpoints>;
}

const PROBLEMS_SHOWN = 4;

function notImported(problems: readonly string[]) {
  const [first = ""] = problems;
  if (problems.length === 1) return refusal("bad_request", `nothing was imported: ${first}`);
  const more = problems.length - PROBLEMS_SHOWN;
  const facts = problems.slice(0, PROBLEMS_SHOWN).map(factOf);
  return refusal("bad_request", `nothing was imported: ${problems.length} things in the file cannot be taken`, {
    facts: more > 0 ? [...facts, { ok: null, name: "more", text: `${more} others` }] : facts,
  });
}

function factOf(problem: string) {
  const [, name = "file", text = problem] = /^(line \d+): (.*)$/s.exec(problem) ?? [];
  return { ok: false, name, text };
}

function writes(context: DaemonContext) {
  /** Does something with one issue, and shows it as it is then. */
  const write = <Input extends Named>(
    act: (found: FoundIssue, input: Input, deed: IssueDeed) => ReturnType<IssueDesk["edit"]>,
  ) => ({
    kind: "deed" as const,
    isSecret: false,
    act: async (input: Input, _call: unknown, deed: Deed): Promise<IssueDetailView> => {
      const found = await findIssue(context, input.id, input.projectId);
      const id = needed(await act(found, input, await deedOf(context, found.project, deed)));
      return shown(context, found.project, { desk: found.desk, id });
    },
  });
  return {
    editIssue: write<Named & IssueEditRequest>(({ desk, issue }, { id: _, projectId: __, ...edit }, deed) =>
      desk.edit(issue.id, { ...parseGiven(edit), ...deed }),
    ),
    commentIssue: write<Named & { readonly text: string }>(({ desk, issue }, { text }, deed) =>
      desk.comment(issue.id, { text, ...deed }),
    ),
    closeIssue: write<Spoken & { readonly as?: "done" | "not_planned" | undefined }>(
      ({ desk, issue }, { as = "done", text = "" }, deed) => desk.setState(issue.id, { as, text, ...deed }),
    ),
    reopenIssue: write<Spoken>(({ desk, issue }, { text = "" }, deed) =>
      desk.setState(issue.id, { as: "open", text, ...deed }),
    ),
  } satisfies Partial<Endpoints>;
}

type Named = { readonly id: string; readonly projectId?: string | undefined };
type Spoken = Named & { readonly text?: string | undefined };

/** What the person does, under the key of their request. */
async function deedOf(context: DaemonContext, { path }: RegisteredProject, { key }: Deed): Promise<IssueDeed> {
  return { by: await personIn(path), key: `request:${key ?? context.newId()}` };
}

async function shown(
  context: DaemonContext,
  project: RegisteredProject,
  { desk, id }: { readonly desk: IssueDesk; readonly id: string },
): Promise<IssueDetailView> {
  return issueShower(context).whole(project, needed(await desk.show(id)));
}
